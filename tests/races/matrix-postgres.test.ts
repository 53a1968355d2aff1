// The fault matrix on PostgreSQL, without the rows in which processes end: those wait for leases, in a file beside.
import { matrixOn } from './matrix.ts';

matrixOn('postgres', 'S1 to S6');
matrixOn('postgres', 'S7');
