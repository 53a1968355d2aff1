// The fault matrix on PostgreSQL. The kills at messages have their own file, because they take as long as the rest.
import { matrixOn } from './matrix.ts';

matrixOn('postgres', 'S1 to S6');
matrixOn('postgres', 'S7');
