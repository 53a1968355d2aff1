// Builds the storefront into dist/site: pages, scripts, styles, pictures and the lists of them for the server.
// A failed build does not change the previous one. Canonical URLs use ORIGIN, if it is set.
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { finishAssets } from './assets.ts';
import { bundleBootScript, bundleForBrowser, bundlePrerenderer, entryModule } from './bundles.ts';
import { circularChunks } from './chunks.ts';
import { writeIcons } from './icons.ts';
import { writePages } from './pages.ts';
import { buildPictures } from './pictures.ts';
import type { PictureSet } from './pictures.ts';
import { sortStyles } from './styles.ts';
import { forbidden, hurried, overweight, surplusSheets, table, unstyled, weigh } from './limits.ts';
import { replaceFolder } from './replace-folder.ts';

const dist = join(import.meta.dirname, '../../dist');

async function copyPictures({ folder, files }: PictureSet, site: string): Promise<void> {
  await mkdir(join(site, folder), { recursive: true });
  await Promise.all([...files].map(([name, file]) => cp(file, join(site, folder, name))));
}

/** Like Promise.all, but waits for all tasks before it rejects, because the folder they write to is then removed. */
async function all<T extends readonly [unknown, ...unknown[]]>(
  tasks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}

async function buildSite(site: string, prerender: string): Promise<void> {
  const pictures = await buildPictures();
  const bundles = { pictures: pictures.folder, site, prerender };
  const [manifest, prerenderer, bootScript] = await all([
    bundleForBrowser(bundles),
    bundlePrerenderer(bundles),
    bundleBootScript(),
  ]);
  const styles = await sortStyles(site, manifest, entryModule);
  const origin = process.env['ORIGIN']?.trim().replace(/\/$/, '') || undefined;
  const pages = await writePages({
    site,
    manifest,
    styles,
    prerenderer,
    bootScript,
    pictures,
    origin,
  });
  await all([writeIcons(site), copyPictures(pictures, site)]);
  const sizes = await finishAssets(site);

  const weights = pages.map((page) => weigh(page, sizes));
  console.log(table(weights));
  const errors = [
    ...weights.flatMap(overweight),
    ...surplusSheets(sizes),
    ...circularChunks(manifest),
    ...pages.flatMap((page) => [...forbidden(page), ...unstyled(page), ...hurried(page)]),
  ];
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

// Otherwise prerendering would use React's development build.
process.env['NODE_ENV'] = 'production';
const begun = performance.now();
try {
  await replaceFolder(join(dist, 'site'), (site, work) => buildSite(site, join(work, 'prerender')));
  console.log(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
