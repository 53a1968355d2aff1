// Stores the pictures of reviews as files in DATA_DIR/uploads. Incomplete files are in `incoming/`: a file gets its
// final name only once it is complete and synced to the disk.
import type { Logger } from '../../platform/log.ts';
import type { DatabaseKind } from '../../platform/database/open.ts';
import type { Database } from '../../platform/database/schema.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureFile } from '../../../shop/reviews.ts';
import { filesIn, replaceFile, unlessMissing } from '../../platform/files.ts';
import { readImages } from '../review-rows.ts';
import type { Reencoded } from './picture-file.ts';
import { createPictureProcess } from './picture-process.ts';

export interface PictureStore {
  /** Resolves to a new path for an uploaded file that is not checked yet. */
  newDraft(): Promise<string>;
  /**
   * Re-encodes a draft, stores it in all sizes and resolves to its name. Throws PictureRefused for a bad picture. An
   * error leaves only the draft.
   */
  store(draft: string): Promise<string>;
  /** Deletes pictures by the names that `keep` returned. */
  remove(names: readonly string[]): Promise<void>;
  /** Resolves to the bytes of a file; undefined if it does not exist or the name is not that of a picture. */
  read(file: string): Promise<Buffer | undefined>;
  /**
   * Deletes drafts, and pictures that are not kept, if they were last written before a time in milliseconds since 1970.
   * Resolves to the number of files.
   */
  sweep(isKept: (name: string) => boolean, writtenBefore: number): Promise<number>;
}

const STORED_FILE = /^([\da-f]{32})(?:-320)?\.webp$/;
const sizes = ['full', 'small'] as const;

/** Creates a store in a directory, which is created at the first write. */
export function createPictureStore(
  directory: string,
  reencode: (file: string) => Promise<Reencoded> = createPictureProcess().reencode,
): PictureStore {
  const drafts = join(directory, 'incoming');
  const newDraft = async () => {
    await mkdir(drafts, { recursive: true });
    return join(drafts, randomBytes(16).toString('hex'));
  };

  async function keep(drafted: string): Promise<string> {
    const picture = await reencode(drafted);
    const name = `${randomBytes(16).toString('hex')}.webp`;
    try {
      for (const size of sizes) {
        const file = join(directory, pictureFile(name, size));
        await replaceFile(file, picture[size], await newDraft());
      }
    } catch (error) {
      await forget([name]);
      throw error;
    }
    return name;
  }

  async function forget(names: readonly string[]): Promise<void> {
    const files = names.flatMap((name) => sizes.map((size) => pictureFile(name, size)));
    await Promise.all(files.map((file) => rm(join(directory, file), { force: true })));
  }

  async function read(file: string): Promise<Buffer | undefined> {
    if (!STORED_FILE.test(file)) return undefined;
    return readFile(join(directory, file)).catch(unlessMissing);
  }

  async function sweep(isKept: (name: string) => boolean, writtenBefore: number) {
    const [stored, drafted] = await Promise.all([filesIn(directory), filesIn(drafts)]);
    const unknown = stored.filter((file) => {
      const [, stem] = STORED_FILE.exec(file) ?? [];
      return stem !== undefined && !isKept(`${stem}.webp`);
    });
    let removed = 0;
    for (const path of [
      ...unknown.map((file) => join(directory, file)),
      ...drafted.map((file) => join(drafts, file)),
    ]) {
      const state = await stat(path).catch(unlessMissing);
      if (state === undefined || state.mtimeMs >= writtenBefore) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  return { newDraft, store: keep, remove: forget, read, sweep };
}

// Deletes the files that a process left when it ended while saving a review: drafts, and pictures without a review.

/** Longer than any request takes. */
const GRACE_MS = 10 * 60_000;

/** Deletes these files. Call it after the migrations and before the first request. */
export async function sweepPictures({
  db,
  kind,
  clock,
  log,
  pictures,
}: {
  db: Database;
  kind: DatabaseKind;
  clock: () => Date;
  log: Logger;
  pictures: PictureStore;
}): Promise<void> {
  const reviews = await db
    .selectFrom('review')
    .select('images')
    .where('images', '<>', '[]')
    .execute();
  const kept = new Set(reviews.flatMap(readImages));
  // Only one process opens the embedded database. On PostgreSQL, another one may share the directory and be saving a
  // review right now.
  const writtenBefore = kind === 'sqlite' ? Infinity : clock().getTime() - GRACE_MS;
  const removed = await pictures.sweep((name) => kept.has(name), writtenBefore);
  if (removed > 0) log.info({ removed }, 'files of unfinished reviews removed');
}
