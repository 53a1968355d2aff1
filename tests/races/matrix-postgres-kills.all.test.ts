// The rows of the fault matrix that kill shops at messages of the proxies, on PostgreSQL.
import { matrixOn } from './matrix.ts';

matrixOn('postgres', 'kills');
