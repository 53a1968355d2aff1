// Builds into dist: `build.ts site` the storefront's pages, scripts, styles, pictures and the lists of them for the
// server, `build.ts server` the bundles of the server's programs. A failed build does not change the previous one.
// Canonical URLs use ORIGIN, if it is set.
import { cp, mkdir, mkdtempDisposable, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BUNDLES, projectFolder } from '../../src/server/platform/programs.ts';
import { finishAssets, writeIcons } from './assets.ts';
import { bundleBootScript, bundleForBrowser, bundlePrerenderer, bundleServer } from './bundles.ts';
import { checkSite } from './limits.ts';
import { sortStyles, writePages } from './pages.ts';
import { buildPictures } from './pictures.ts';

/**
 * Runs `build` with a new folder, and replaces `folder` with it. `build` can write temporary files into `work`. What was in
 * `folder` replaces `previous`, if that is given.
 */
async function replaceFolder(
  folder: string,
  build: (into: string, work: string) => Promise<void>,
  previous?: string,
): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  await using work = await mkdtempDisposable(join(parent, 'build-'));
  const built = join(work.path, basename(folder));
  await build(built, work.path);
  const old = join(work.path, 'old');
  const ignoreMissing = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  };
  await rename(folder, old).catch(ignoreMissing);
  await rename(built, folder);
  if (previous === undefined) return;
  await rename(previous, join(work.path, 'older')).catch(ignoreMissing);
  await rename(old, previous).catch(ignoreMissing);
}

async function buildSite(site: string, work: string): Promise<void> {
  const pictures = await buildPictures();
  const parts = { pictures: pictures.folder, site, prerender: join(work, 'prerender') };
  const bundles = [bundleForBrowser(parts), bundlePrerenderer(parts), bundleBootScript()] as const;
  // If one fails, the folder that the others still write to is removed.
  await Promise.allSettled(bundles);
  const [manifest, prerenderer, bootScript] = await Promise.all(bundles);
  const styles = await sortStyles(site, manifest);
  const origin = process.env['ORIGIN']?.trim().replace(/\/$/, '') || undefined;
  const page = { site, manifest, styles, prerenderer, bootScript, pictures, origin };
  const pages = await writePages(page);
  await writeIcons(site);
  const copy = ([name, file]: [string, string]) => cp(file, join(site, pictures.folder, name));
  await Promise.all([...pictures.files].map(copy));
  const errors = checkSite(pages, await finishAssets(site), manifest);
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

/** Builds the site and prints its weights. */
export async function buildStorefront(): Promise<void> {
  // Otherwise prerendering would use React's development build.
  process.env['NODE_ENV'] = 'production';
  const dist = join(projectFolder, 'dist');
  await replaceFolder(join(dist, 'site'), buildSite, join(dist, 'previous'));
}

const targets: Record<string, () => Promise<void>> = {
  site: buildStorefront,
  server: () => replaceFolder(join(projectFolder, BUNDLES), bundleServer),
};

if (import.meta.main) {
  try {
    await targets[process.argv[2] ?? '']!();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
