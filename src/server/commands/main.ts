// Opens the shop for a command of the owner, on either database. The shop may be running.
import { existsSync } from 'node:fs';
import { openDatabaseBeside } from '../platform/database/open.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import { CommandError } from '../platform/failures.ts';
import { ownerDetails } from '../../shop/brand.ts';
import { readSettings } from '../platform/settings.ts';
import type { Settings } from '../platform/settings.ts';

/** Runs `work` with the shop's database and settings. Throws CommandError if there is no shop. */
export async function inShop<T>(
  work: (shop: { db: OpenDatabase['db']; settings: Settings }) => Promise<T>,
): Promise<T> {
  const settings = readSettings(process.env, ownerDetails());
  const { database, dataDir } = settings;
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new CommandError(`There is no shop in ${dataDir}.`);
  }
  const { db, close } = await openDatabaseBeside(database);
  try {
    return await work({ db, settings });
  } finally {
    await close();
  }
}
