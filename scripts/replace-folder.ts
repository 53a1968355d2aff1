// Replaces what a build made before.
import { rename, rm } from 'node:fs/promises';

/** Moves the folder `by` to where `folder` is, and deletes what was there. */
export async function replaceFolder(folder: string, by: string): Promise<void> {
  const old = `${by}-old`;
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(by, folder);
  await rm(old, { recursive: true, force: true });
}
