// The fault matrix on SQLite.
import { matrixOn } from './matrix.ts';

matrixOn('sqlite', 'S1 to S6');
matrixOn('sqlite', 'S7');
matrixOn('sqlite', 'kills');
