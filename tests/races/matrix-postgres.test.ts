// The fault matrix on PostgreSQL; the kills at every message have a file beside, because they take as long again.
import { matrixOn } from './matrix.ts';

matrixOn('postgres', 'S1 to S6');
matrixOn('postgres', 'S7');
