// Which shop a backup is of: the embedded database and the pictures in its data directory.
import { join } from 'node:path';
import { readSettings } from '../settings/read-settings.ts';
import { CommandError } from '../runtime/command-error.ts';

export interface ShopFiles {
  dataDir: string;
  database: string;
  uploads: string;
}

/** The files of the shop that the environment names. Throws CommandError when it is on PostgreSQL. */
export function embeddedShop(env: Readonly<Record<string, string | undefined>>): ShopFiles {
  const { database, dataDir } = readSettings(env);
  const uploads = join(dataDir, 'uploads');
  if (database.kind === 'sqlite') return { dataDir, database: database.file, uploads };
  throw new CommandError(
    `DATABASE_URL is set: back up and restore PostgreSQL with its own pg_dump and pg_restore, and copy ${uploads}.`,
  );
}

/** The one argument of a command. Throws CommandError with `usage` for none or more. */
export function onlyArgument(usage: string): string {
  const [argument, ...more] = process.argv.slice(2);
  if (argument === undefined || argument === '' || more.length > 0) throw new CommandError(usage);
  return argument;
}
