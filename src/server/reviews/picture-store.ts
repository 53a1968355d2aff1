// The pictures of reviews as files of DATA_DIR/uploads. What is on its way lies in a folder below,
// and a file gets its final name only when it is whole and on the disk.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureFile } from '../../shop/reviews/picture-address.ts';
import { filesIn, replaceFile, unlessMissing } from '../runtime/files.ts';
import type { Reencoded } from './picture-file.ts';
import { createPictureProcess } from './picture-process.ts';

export interface PictureStore {
  /** A new path to write what somebody sends to, before it is known what it is. */
  newDraft(): Promise<string>;
  /**
   * Keeps what a draft shows, re-encoded, in all sizes; gives its name. If it throws, nothing of it
   * is left but the draft; it throws PictureRefused for a bad picture.
   */
  keep(draft: string): Promise<string>;
  /** Forgets pictures by the names that `keep` gave. */
  forget(names: readonly string[]): Promise<void>;
  /** The bytes of a file, undefined if there is none of this name, or none that it could be. */
  read(file: string): Promise<Buffer | undefined>;
  /** Removes drafts and pictures that nobody has, last written before a time; says how many. */
  sweep(isKept: (name: string) => boolean, writtenBefore: number): Promise<number>;
}

const STORED_FILE = /^([\da-f]{32})(?:-320)?\.webp$/;
const sizes = ['full', 'small'] as const;

/** A store in a directory, which is made when it is first written to. */
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

  return { newDraft, keep, forget, read, sweep };
}
