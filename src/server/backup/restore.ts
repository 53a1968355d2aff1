// Brings a shop back from a backup: into an empty data directory, or in place of what is there, which
// is kept aside. Never under a shop that runs.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../runtime/command-error.ts';
import { syncPath } from '../runtime/files.ts';
import type { ShopFiles } from '../commands/embedded-shop.ts';
import { lockSqlite } from '../database/sqlite.ts';
import { isBackup, isSound } from './backup-file.ts';

export interface Restored {
  pictures: number;
  /** Where what was there before is now; undefined when there was nothing. */
  keptIn: string | undefined;
}

/**
 * Restores a shop from the backup `source`. Throws CommandError for a file that is no sound backup and
 * DatabaseInUse while a shop runs there; in both cases nothing has changed.
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
    // Last: with it the shop is back, and whole.
    await rename(drafts.database, shop.database);
    await syncPath(shop.dataDir);
    return { pictures, keptIn };
  } finally {
    unlock();
  }
}

/** Takes the pictures out of the copy and leaves the shop's own database. */
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
    // Who logged out since, or was logged out, stays so: everybody logs in again.
    database.exec('delete from session; drop table backup_picture; drop table backup; vacuum');
  } finally {
    database.close();
  }
  await syncPath(drafts.uploads);
  await syncPath(drafts.database);
  return pictures;
}

/** The write-ahead log goes with its database: beside another one it would spoil it. */
async function setAside(shop: ShopFiles, now: Date): Promise<string | undefined> {
  const { dataDir, database, uploads } = shop;
  const before = [database, `${database}-wal`, `${database}-shm`, uploads].filter(existsSync);
  if (before.length === 0) return undefined;
  const keptIn = join(dataDir, `before-restore-${now.toISOString().replaceAll(/\D/g, '')}`);
  await mkdir(keptIn);
  for (const path of before) await rename(path, join(keptIn, basename(path)));
  return keptIn;
}
