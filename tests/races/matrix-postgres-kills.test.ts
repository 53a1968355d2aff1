// The rows of the fault matrix that kill at every message, on PostgreSQL.
import { matrixOn } from './matrix.ts';

matrixOn('postgres', 'kills');
