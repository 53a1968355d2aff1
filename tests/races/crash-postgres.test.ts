// kill -9 at each crash point on PostgreSQL.
import { crashesOn } from './crash.ts';

crashesOn('postgres');
