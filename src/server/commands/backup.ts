// Backs up a shop on the embedded database into one file, also while it runs, and restores it. A backup is a consistent
// copy of the database with the uploaded pictures in an extra table: any SQLite program can open it.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerDetails } from '../../shop/brand.ts';
import { lockSqlite } from '../platform/database/sqlite.ts';
import type { Environment } from '../platform/environment.ts';
import { CommandError } from '../platform/failures.ts';
import { filesIn, putInPlace, syncPath, unlessMissing } from '../platform/files.ts';
import { readSettings } from '../platform/settings.ts';

interface ShopFiles {
  dataDir: string;
  database: string;
  uploads: string;
}

/** Returns the files of the shop that the environment configures. Throws CommandError if it uses PostgreSQL. */
export function embeddedShop(env: Environment): ShopFiles {
  const { database, dataDir } = readSettings(env, ownerDetails());
  const uploads = join(dataDir, 'uploads');
  if (database.kind === 'sqlite') return { dataDir, database: database.file, uploads };
  throw new CommandError(
    `DATABASE_URL is set: back up and restore PostgreSQL with its own pg_dump and pg_restore, and copy ${uploads}.`,
  );
}

/**
 * Backs up a shop into `file`, which appears only once it is complete. Replaces an older backup. Throws CommandError if
 * there is no shop, or if the file is anything else.
 */
export async function backUp(shop: ShopFiles, file: string, now: Date): Promise<string> {
  const target = resolve(file);
  if (!existsSync(shop.database)) throw new CommandError(`There is no shop in ${shop.dataDir}.`);
  if (existsSync(target) && !isBackup(target)) {
    throw new CommandError(`${target} is not a backup, and is not overwritten.`);
  }
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.partial`;
  await rm(draft, { force: true });
  try {
    copyDatabase(shop.database, draft);
    // After the database: the files of all pictures that the copy refers to are on the disk by then.
    const pictures = await addPictures(draft, shop.uploads, now);
    await putInPlace(draft, target);
    return `Backed up into ${target}, with ${pictures} picture files.`;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Copies in one read transaction, which sees one consistent state however much is written meanwhile. */
function copyDatabase(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  database.prepare('vacuum into ?').run(to);
}

/** Adds the pictures and the mark of a backup. Resolves to the number of pictures. */
async function addPictures(draft: string, uploads: string, now: Date): Promise<number> {
  using database = new DatabaseSync(draft);
  database.exec(`
    create table backup (made_at text not null);
    create table backup_picture (name text not null primary key, bytes blob not null);
    begin;
  `);
  const insert = database.prepare('insert into backup_picture (name, bytes) values (?, ?)');
  let pictures = 0;
  for (const name of await filesIn(uploads)) {
    const bytes = await readFile(join(uploads, name)).catch(unlessMissing);
    if (bytes === undefined) continue;
    insert.run(name, bytes);
    pictures += 1;
  }
  database.prepare('insert into backup (made_at) values (?)').run(now.toISOString());
  database.exec('commit');
  return pictures;
}

/**
 * Restores a shop from a backup into its data directory, and moves what was there into a folder. Throws CommandError for
 * a file that is not an intact backup, and DatabaseInUse while a shop runs there. Both leave everything as it was.
 */
export async function restore(shop: ShopFiles, file: string, now: Date): Promise<string> {
  const source = resolve(file);
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
    const former = await setAside(shop, now);
    await rename(drafts.uploads, shop.uploads);
    // Last: the shop exists only once everything else is in place.
    await rename(drafts.database, shop.database);
    await syncPath(shop.dataDir);
    const before = former === undefined ? '' : ` What was there before is in ${former}.`;
    return `Restored ${shop.dataDir} with ${pictures} picture files.${before}`;
  } finally {
    unlock();
  }
}

/** Returns whether the file is a backup of a shop, damaged or not. */
function isBackup(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare('select made_at from backup').get() !== undefined;
  } catch {
    return false;
  }
}

/** Returns whether the file passes SQLite's integrity check. */
function isSound(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const check = database.prepare('pragma integrity_check').all();
    return check.length === 1 && check[0]?.['integrity_check'] === 'ok';
  } catch {
    return false;
  }
}

/** Extracts the pictures from the copy and removes the backup's tables. Resolves to the number of pictures. */
async function unpack(drafts: { database: string; uploads: string }): Promise<number> {
  await mkdir(drafts.uploads, { recursive: true });
  let pictures = 0;
  {
    using database = new DatabaseSync(drafts.database);
    const all = database.prepare('select name, bytes from backup_picture');
    for (const { name, bytes } of all.iterate()) {
      const file = join(drafts.uploads, basename(String(name)));
      await writeFile(file, bytes as Uint8Array, { flag: 'wx', flush: true });
      pictures += 1;
    }
    // Sessions that have ended since the backup must stay ended, so everybody logs in again.
    database.exec('delete from session; drop table backup_picture; drop table backup; vacuum');
  }
  await syncPath(drafts.uploads);
  await syncPath(drafts.database);
  return pictures;
}

/**
 * Moves the former files into a folder, and resolves to it; to undefined if there were none. The write-ahead log goes
 * with its database: it would corrupt another one.
 */
async function setAside(
  { dataDir, database, uploads }: ShopFiles,
  now: Date,
): Promise<string | undefined> {
  const before = [database, `${database}-wal`, `${database}-shm`, uploads].filter(existsSync);
  if (before.length === 0) return undefined;
  const folder = join(dataDir, `before-restore-${now.toISOString().replaceAll(/\D/g, '')}`);
  await mkdir(folder);
  for (const path of before) await rename(path, join(folder, basename(path)));
  return folder;
}
