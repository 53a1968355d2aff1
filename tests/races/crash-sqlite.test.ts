// kill -9 at each crash point on SQLite.
import { crashesOn } from './crash.ts';

crashesOn('sqlite');
