// Backs up a shop on the embedded database into one file, also while it runs: a consistent copy of the database with
// the uploaded pictures in an extra table. Any SQLite program can open it.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandError } from '../platform/failures.ts';
import { filesIn, putInPlace, unlessMissing } from '../platform/files.ts';
import type { ShopFiles } from './embedded-shop.ts';
import { backupTables, isBackup } from './backup-file.ts';

export interface BackupMade {
  pictures: number;
}

/**
 * Backs up a shop into `target`, which appears only once it is complete. Replaces an older backup. Throws
 * CommandError if there is no shop, or if `target` is any other file.
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
    // After the database: the files of all pictures that the copy refers to are on the disk by then.
    const pictures = await addPictures(draft, shop.uploads, now);
    await putInPlace(draft, target);
    return { pictures };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Copies in one read transaction, which sees one consistent state however much is written meanwhile. */
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
