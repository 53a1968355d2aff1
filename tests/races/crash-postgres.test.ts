// The crash points on PostgreSQL.
import { crashesOn } from './crash.ts';

crashesOn('postgres');
