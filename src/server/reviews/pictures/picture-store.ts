// The pictures of reviews as files in DATA_DIR/uploads, and the sweep at the start. Incomplete files are in `incoming/`:
// a file gets its final name only once it is complete and synced to the disk.
import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureFile } from '../../../shop/reviews.ts';
import type { DatabaseKind } from '../../platform/database/open.ts';
import type { Database } from '../../platform/database/schema.ts';
import { filesIn, replaceFile, unlessMissing } from '../../platform/files.ts';
import type { Logger } from '../../platform/log.ts';
import { readImages } from '../review-rows.ts';
import { createPictureProcess } from './picture-process.ts';
import type { Reencoded, Uploader } from './picture-process.ts';

const STORED_FILE = /^([\da-f]{32})(?:-320)?\.webp$/;
const sizes = ['full', 'small'] as const;

export interface PictureStore {
  /** Resolves to a new path for an uploaded file that is not checked yet. */
  newDraft(): Promise<string>;
  /**
   * Re-encodes a draft, stores it in all sizes and resolves to its name and how many bytes it takes. Throws PictureRefused
   * for a bad picture. An error leaves only the draft.
   */
  store(draft: string, uploader: Uploader): Promise<{ name: string; bytes: number }>;
  /** Deletes pictures by the names that `store` returned. */
  remove(names: readonly string[]): Promise<void>;
  /** Returns the path of a file, which may be gone; undefined if the name is not that of a picture. */
  locate(file: string): string | undefined;
  /**
   * Deletes drafts, and pictures that are not in use, if they were last written before a time in milliseconds since
   * 1970. Resolves to the number of files.
   */
  sweep(isUsed: (name: string) => boolean, writtenBefore: number): Promise<number>;
}

/** Creates a store in a directory, which is created at the first write. */
export function createPictureStore(
  directory: string,
  reencode: (file: string, uploader: Uploader) => Promise<Reencoded> = createPictureProcess()
    .reencode,
): PictureStore {
  const drafts = join(directory, 'incoming');

  async function newDraft(): Promise<string> {
    await mkdir(drafts, { recursive: true });
    return join(drafts, randomBytes(16).toString('hex'));
  }

  async function store(draft: string, uploader: Uploader) {
    const picture = await reencode(draft, uploader);
    const name = `${randomBytes(16).toString('hex')}.webp`;
    try {
      for (const size of sizes) {
        const file = join(directory, pictureFile(name, size));
        await replaceFile(file, picture[size], await newDraft());
      }
    } catch (error) {
      await remove([name]);
      throw error;
    }
    return { name, bytes: picture.full.length + picture.small.length };
  }

  async function remove(names: readonly string[]): Promise<void> {
    const files = names.flatMap((name) => sizes.map((size) => pictureFile(name, size)));
    await Promise.all(files.map((file) => rm(join(directory, file), { force: true })));
  }

  function locate(file: string): string | undefined {
    return STORED_FILE.test(file) ? join(directory, file) : undefined;
  }

  async function sweep(isUsed: (name: string) => boolean, writtenBefore: number) {
    const unused = (await filesIn(directory)).filter((file) => {
      const [, stem] = STORED_FILE.exec(file) ?? [];
      return stem !== undefined && !isUsed(`${stem}.webp`);
    });
    let removed = 0;
    for (const path of [
      ...unused.map((file) => join(directory, file)),
      ...(await filesIn(drafts)).map((file) => join(drafts, file)),
    ]) {
      const state = await stat(path).catch(unlessMissing);
      if (state === undefined || state.mtimeMs >= writtenBefore) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  return { newDraft, store, remove, locate, sweep };
}

interface SweepParts {
  db: Database;
  kind: DatabaseKind;
  clock: () => Date;
  log: Logger;
  pictures: PictureStore;
}

/** Longer than any request lasts. */
const GRACE_MS = 10 * 60_000;

/**
 * Deletes the files that a process left when it ended while saving a review: drafts, and pictures without a review. Call
 * it after the migrations and before the first request.
 */
export async function sweepPictures({ db, kind, clock, log, pictures }: SweepParts): Promise<void> {
  const reviews = await db
    .selectFrom('review')
    .select('images')
    .where('images', '<>', '[]')
    .execute();
  const used = new Set(reviews.flatMap(readImages));
  // Only one process opens the embedded database. On PostgreSQL, another one may share the directory and be saving a
  // review right now.
  const writtenBefore = kind === 'sqlite' ? Infinity : clock().getTime() - GRACE_MS;
  const removed = await pictures.sweep((name) => used.has(name), writtenBefore);
  if (removed > 0) log.info({ removed }, 'files of unfinished reviews removed');
}
