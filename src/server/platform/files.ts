// Writes files so that a power cut leaves them complete: as they were before, or as they are now.
import { statSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file under the name `draft`, then renames it: a reader finds the old file or the new one. A write that fails
 * leaves no draft; a crash may.
 */
export async function replaceFile(file: string, bytes: Uint8Array, draft: string): Promise<void> {
  try {
    await writeFile(draft, bytes);
    await putInPlace(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** More than a page of the database, which may still have room for itself where a file finds none. */
const TRIAL = Buffer.alloc(65_536);

/** Resolves to true if the directory takes a file; rejects if its disk is full or read-only. */
export async function canStore(directory: string): Promise<true> {
  const file = join(directory, `.trial-${process.pid}`);
  try {
    await writeFile(file, TRIAL);
    return true;
  } finally {
    await rm(file, { force: true });
  }
}

/** Renames a complete draft to `file`, durably: after a power cut, `file` is the old file or the new one. */
export async function putInPlace(draft: string, file: string): Promise<void> {
  await syncPath(draft);
  await rename(draft, file);
  await syncPath(dirname(file));
}

/** Makes a file or a directory durable. A rename is on the disk when its directory is. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns whether the path exists. Throws if this user may not look there, when `existsSync` says that it does not. */
export const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** For `catch`: returns undefined for a missing file or directory, and throws any other error. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
