// Writes files so that a power cut leaves them complete: as they were before, or as they are now.
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

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

/** For `catch`: returns undefined for a missing file or directory, and throws any other error. */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
