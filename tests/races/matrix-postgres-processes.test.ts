// The rows of the fault matrix in which processes end, on PostgreSQL.
import { matrixOn } from './matrix.ts';

matrixOn('postgres', 'processes');
