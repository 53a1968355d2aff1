// Writes every page: prerendered, with its styles and the head's script inlined, for the demo and for the live shop.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest } from 'vite';
import type { Route } from '../src/storefront/app/routes.tsx';
import { entryModule } from './build-bundles.ts';
import type { Prerenderer } from './build-bundles.ts';
import { chunksOf, screenModules } from './build-chunks.ts';
import { sharePictureOf } from './build-share-picture.ts';
import type { PictureSet } from './build-pictures.ts';
import type { Styles } from './build-styles.ts';

export interface PageParts {
  site: string;
  manifest: Manifest;
  styles: Styles;
  prerenderer: Prerenderer;
  bootScript: string;
  pictures: PictureSet;
  origin?: string | undefined;
}

/** What the server needs to serve a page. */
export interface PageFile {
  file: string;
  etag: string;
  /** For the page's content security policy: "'sha256-…'". */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

type Variants = Record<'demo' | 'live', PageFile>;

export interface Page {
  path: string;
  html: string;
  /** Modules of the first load, below the site's folder. */
  scripts: readonly string[];
  variants: Variants;
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

/** Both fonts, 28 KB: preloaded, they arrive before the first paint. */
const isFont = (file: string) => file.endsWith('.woff2');

async function writePage(parts: PageParts, route: Route): Promise<Page> {
  const { site, manifest, prerenderer, bootScript, pictures, origin } = parts;
  const modules = [entryModule, ...screenModules(route)];
  const { scripts, styles: sheets, assets } = chunksOf(manifest, modules);
  const styles = parts.styles.inline(sheets);
  const entry = manifest[entryModule]!.file;
  const address = (file: string) => `/${file}`;

  const write = async (variant: 'demo' | 'live') => {
    const body = await prerenderer.render(route, variant === 'demo');
    const html = prerenderer.documentOf({
      route,
      description: await prerenderer.descriptionOf(route),
      origin,
      demo: variant === 'demo',
      body,
      styles,
      laterStyles: parts.styles.later,
      fonts: assets.filter(isFont).map(address),
      boot: {
        script: bootScript,
        entry: address(entry),
        modules: scripts.filter((file) => file !== entry).map(address),
      },
      sharePicture: sharePictureOf(body, pictures),
      structuredData: await prerenderer.structuredDataOf(route, origin),
    });
    const file = `pages/${variant}${route.path}.html`;
    await mkdir(dirname(join(site, file)), { recursive: true });
    await writeFile(join(site, file), html);
    const page: PageFile = {
      file,
      etag: `"${hash(html).slice(0, 22)}"`,
      scriptHashes: [`'sha256-${hash(bootScript)}'`],
      styleHashes: [`'sha256-${hash(styles)}'`],
    };
    return { html, page };
  };

  const demo = await write('demo');
  const live = await write('live');
  return {
    path: route.path,
    html: demo.html,
    scripts,
    variants: { demo: demo.page, live: live.page },
  };
}

/** Writes all pages and pages.json, the server's list of them. */
export async function writePages(parts: PageParts): Promise<readonly Page[]> {
  const { routes, notFound } = parts.prerenderer;
  const pages: Page[] = [];
  for (const route of routes) pages.push(await writePage(parts, route));
  const missing = await writePage(parts, notFound);
  const isPrivate = new Set(routes.filter((route) => route.isPrivate).map(({ path }) => path));
  const list = {
    origin: parts.origin,
    pages: Object.fromEntries(
      pages.map(({ path, variants }) => [
        path,
        { ...variants, ...(isPrivate.has(path) && { isPrivate: true }) },
      ]),
    ),
    notFound: missing.variants,
  };
  await writeFile(join(parts.site, 'pages.json'), `${JSON.stringify(list, null, 1)}\n`);
  return [...pages, missing];
}
