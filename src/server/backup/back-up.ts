// Writes everything that the embedded shop keeps into one file, while the shop runs: a copy of the
// database as it stands at one moment, with the uploaded pictures in a table of their own. Any SQLite
// program can open it.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../runtime/command-error.ts';
import { filesIn, syncPath, unlessMissing } from '../runtime/files.ts';
import type { ShopFiles } from '../commands/embedded-shop.ts';
import { backupTables, isBackup } from './backup-file.ts';

export interface BackupMade {
  pictures: number;
}

/**
 * Backs a shop up into `target`, which is there when it is whole, or not at all. An older backup is
 * replaced; any other file is left alone and a CommandError thrown.
 */
export async function backUp(shop: ShopFiles, target: string, now: Date): Promise<BackupMade> {
  if (!existsSync(shop.database)) throw new CommandError(`There is no shop in ${shop.dataDir}.`);
  if (existsSync(target) && !isBackup(target)) {
    throw new CommandError(`${target} is not a backup, and is not overwritten.`);
  }
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.partial`;
  await rm(draft, { force: true });
  try {
    copyDatabase(shop.database, draft);
    // After the database: whatever it knows of at that moment is on the disk.
    const pictures = await addPictures(draft, shop.uploads, now);
    await putInPlace(draft, target);
    return { pictures };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** One read transaction sees one moment, however long it takes and whatever is written meanwhile. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

async function addPictures(draft: string, uploads: string, now: Date): Promise<number> {
  const database = new DatabaseSync(draft);
  try {
    database.exec(backupTables);
    database.exec('begin');
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
  } finally {
    database.close();
  }
}

/** Made durable before it gets its name: a backup that a power cut leaves is the old one or the new. */
async function putInPlace(draft: string, target: string): Promise<void> {
  await syncPath(draft);
  await rename(draft, target);
  await syncPath(dirname(target));
}
