// Restores a shop from a backup into its data directory, and moves what was there into a folder. Refuses to while a
// shop runs on that directory.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../platform/failures.ts';
import { syncPath } from '../platform/files.ts';
import { lockSqlite } from '../platform/database/sqlite.ts';
import type { ShopFiles } from './embedded-shop.ts';
import { isBackup, isSound } from './backup-file.ts';

export interface Restored {
  pictures: number;
  /** The folder with the former files; undefined if there were none. */
  keptIn: string | undefined;
}

/**
 * Restores a shop from the backup `source`. Throws CommandError for a file that is not an intact backup, and
 * DatabaseInUse while a shop runs there. Both leave everything as it was.
 */
export async function restore(shop: ShopFiles, source: string, now: Date): Promise<Restored> {
  if (!existsSync(source)) throw new CommandError(`There is no file ${source}.`);
  if (!isBackup(source)) throw new CommandError(`${source} is not a backup of this shop.`);
  if (!isSound(source)) throw new CommandError(`The backup ${source} is damaged.`);
  await mkdir(shop.dataDir, { recursive: true });
  const unlock = lockSqlite(shop.database);
  try {
    const drafts = { database: `${shop.database}.restoring`, uploads: `${shop.uploads}.restoring` };
    for (const draft of Object.values(drafts)) await rm(draft, { recursive: true, force: true });
    await copyFile(source, drafts.database);
    const pictures = await unpack(drafts);
    const keptIn = await setAside(shop, now);
    await rename(drafts.uploads, shop.uploads);
    // Last: the shop exists only once everything else is in place.
    await rename(drafts.database, shop.database);
    await syncPath(shop.dataDir);
    return { pictures, keptIn };
  } finally {
    unlock();
  }
}

/** Extracts the pictures from the copy and removes the backup's tables. Resolves to the number of pictures. */
async function unpack(drafts: { database: string; uploads: string }): Promise<number> {
  await mkdir(drafts.uploads, { recursive: true });
  const database = new DatabaseSync(drafts.database);
  let pictures = 0;
  try {
    const all = database.prepare('select name, bytes from backup_picture');
    for (const { name, bytes } of all.iterate()) {
      const file = join(drafts.uploads, basename(String(name)));
      await writeFile(file, bytes as Uint8Array, { flag: 'wx', flush: true });
      pictures += 1;
    }
    // Sessions that have ended since the backup must stay ended, so everybody logs in again.
    database.exec('delete from session; drop table backup_picture; drop table backup; vacuum');
  } finally {
    database.close();
  }
  await syncPath(drafts.uploads);
  await syncPath(drafts.database);
  return pictures;
}

/** Moves the former files aside. The write-ahead log goes with its database: it would corrupt another one. */
async function setAside(shop: ShopFiles, now: Date): Promise<string | undefined> {
  const { dataDir, database, uploads } = shop;
  const before = [database, `${database}-wal`, `${database}-shm`, uploads].filter(existsSync);
  if (before.length === 0) return undefined;
  const keptIn = join(dataDir, `before-restore-${now.toISOString().replaceAll(/\D/g, '')}`);
  await mkdir(keptIn);
  for (const path of before) await rename(path, join(keptIn, basename(path)));
  return keptIn;
}
