// Replaces the output folder of a build.
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Runs `build` with a new folder, and replaces `folder` with it. `build` can write temporary files into `work`. If it
 * fails, `folder` does not change.
 */
export async function replaceFolder(
  folder: string,
  build: (into: string, work: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  const work = await mkdtemp(join(parent, 'build-'));
  try {
    const built = join(work, basename(folder));
    await build(built, work);
    await rename(folder, join(work, 'old')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(built, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
