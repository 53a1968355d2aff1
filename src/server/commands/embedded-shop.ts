// Finds the files that backup and restore work on, and reads the argument of a command.
import { join } from 'node:path';
import { ownerDetails } from '../../shop/brand.ts';
import { readSettings } from '../platform/settings.ts';
import { CommandError } from '../platform/failures.ts';

export interface ShopFiles {
  dataDir: string;
  database: string;
  uploads: string;
}

/** Returns the files of the shop that the environment configures. Throws CommandError if it uses PostgreSQL. */
export function embeddedShop(env: Readonly<Record<string, string | undefined>>): ShopFiles {
  const { database, dataDir } = readSettings(env, ownerDetails());
  const uploads = join(dataDir, 'uploads');
  if (database.kind === 'sqlite') return { dataDir, database: database.file, uploads };
  throw new CommandError(
    `DATABASE_URL is set: back up and restore PostgreSQL with its own pg_dump and pg_restore, and copy ${uploads}.`,
  );
}

/** Returns the only argument of a command. Throws CommandError with `usage` for none or several. */
export function onlyArgument(usage: string): string {
  const [argument, ...more] = process.argv.slice(2);
  if (argument === undefined || argument === '' || more.length > 0) throw new CommandError(usage);
  return argument;
}
