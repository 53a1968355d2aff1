// The crash points on SQLite.
import { crashesOn } from './crash.ts';

crashesOn('sqlite');
