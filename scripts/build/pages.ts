// Writes every page: prerendered, with its styles and the head's script inlined, for the demo and for the live shop.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Manifest, ManifestChunk } from 'vite';
import { policyNames, policyPath } from '../../src/shop/paths.ts';
import type * as prerenderer from '../../src/storefront/app/entry-prerender.tsx';
import type { Route } from '../../src/storefront/app/routes.tsx';
import type { PictureSet } from './pictures.ts';

export type Prerenderer = typeof prerenderer;

export const entryModule = 'src/storefront/app/entry-client.tsx';

export interface PageParts {
  site: string;
  manifest: Manifest;
  styles: Styles;
  prerenderer: Prerenderer;
  bootScript: string;
  pictures: PictureSet;
  origin: string | undefined;
}

/** What the server needs to serve a page. */
interface PageFile {
  file: string;
  etag: string;
  /** For the page's content security policy: "'sha256-…'". */
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
}

export interface Page {
  path: string;
  /** Of the demo. */
  html: string;
  /** Modules of the first load, below the site's folder. */
  scripts: readonly string[];
  variants: Record<'demo' | 'live', PageFile>;
}

/** Files below the site's folder, as the manifest names them: 'assets/home-1a2b.js'. */
interface Chunks {
  /** Modules; those that others import come first. */
  scripts: readonly string[];
  styles: readonly string[];
  /** Fonts and other files that the styles use. */
  assets: readonly string[];
}

/** Returns the modules that a route loads. A screen is named like its path, the page of a product like its kind. */
export function screenModules({ path, product }: Pick<Route, 'path' | 'product'>): string[] {
  const name = path.slice(1);
  if (policyNames.some((policy) => policyPath(policy) === path)) {
    return [screenFile('policy'), `src/shop/policies/${name}.ts`];
  }
  if (!product) return [screenFile(name)];
  return [
    `src/storefront/product/${product.kind === 'combo' ? 'gift' : product.kind}-page.tsx`,
    `src/shop/catalogue/products/${product.slug}.ts?page`,
  ];
}

/** A screen lives in the folder of its capability. */
function screenFile(name: string): string {
  const cwd = join(import.meta.dirname, '../..');
  const [file] = globSync(`src/storefront/*/${name}-screen.tsx`, { cwd });
  if (file === undefined) throw new Error(`No folder of the storefront has ${name}-screen.tsx.`);
  return file;
}

/** Returns all files that an import of these source modules loads; dynamic imports are not followed. */
export function findChunks(manifest: Manifest, modules: readonly string[]): Chunks {
  const chunks = new Set<ManifestChunk>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The bundle has no chunk for ${key}.`);
    if (chunks.has(chunk)) return;
    for (const imported of chunk.imports ?? []) visit(imported);
    chunks.add(chunk);
  };
  modules.forEach(visit);
  const unique = (files: readonly string[]) => [...new Set(files)];
  return {
    scripts: [...chunks].map(({ file }) => file),
    styles: unique([...chunks].flatMap(({ css = [] }) => css)),
    assets: unique([...chunks].flatMap(({ assets = [] }) => assets)),
  };
}

export interface Styles {
  /** Returns the rules of these sheets of the manifest. */
  inline(sheets: readonly string[]): string;
  /** URL path of the sheet for what pages show later. */
  later: string;
}

/**
 * Sorts the sheets of the bundle: those of a page's first view go into its HTML. All that some page may need later are
 * replaced with one sheet, because the next page needs them anyway and twenty small sheets cost twenty requests.
 */
export async function sortStyles(site: string, manifest: Manifest): Promise<Styles> {
  const { styles: everywhere } = findChunks(manifest, [entryModule]);
  const onDemand = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
  const others = findChunks(manifest, onDemand).styles.filter(
    (sheet) => !everywhere.includes(sheet),
  );
  const rules = new Map<string, string>();
  for (const sheet of [...everywhere, ...others]) {
    const file = join(site, sheet);
    rules.set(sheet, (await readFile(file, 'utf8')).trim());
    await rm(file);
  }
  const inline = (sheets: readonly string[]) => sheets.map((sheet) => rules.get(sheet)).join('');
  const text = inline(others);
  const later = `assets/${hash(text, 'base64url').slice(0, 7)}.css`;
  await writeFile(join(site, later), text);
  return { inline, later: `/${later}` };
}

/**
 * Returns the URL path of the picture that chats and social networks show for a page: the first one on it, or the main
 * one of the product of which it is a detail. Pages without a picture use the home page's.
 */
export function sharePicture(html: string, { folder, files }: PictureSet): string {
  const first = /\/pictures\/[^/"]+\/([a-z\d-]+)-\d+\.avif/.exec(html)?.[1];
  const main = first?.replace(/-\d-[a-z-]+$/, '-1-');
  const own = [...files.keys()].find(
    (name) => name.endsWith('-share.jpg') && name.startsWith(`${main}`),
  );
  return `${folder}/${own ?? 'home-1-wide-share.jpg'}`;
}

function hash(text: string, encoding: 'base64' | 'base64url' = 'base64'): string {
  return createHash('sha256').update(text).digest(encoding);
}

const address = (file: string) => `/${file}`;

async function writePage(parts: PageParts, route: Route): Promise<Page> {
  const { site, manifest, prerenderer, bootScript, pictures, origin } = parts;
  const modules = [entryModule, ...screenModules(route)];
  const { scripts, styles: sheets, assets } = findChunks(manifest, modules);
  const styles = parts.styles.inline(sheets);
  const entry = manifest[entryModule]!.file;

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
      // Both fonts, 28 KB: preloaded, they arrive before the first paint.
      fonts: assets.filter((file) => file.endsWith('.woff2')).map(address),
      boot: {
        script: bootScript,
        entry: address(entry),
        modules: scripts.filter((file) => file !== entry).map(address),
      },
      sharePicture: sharePicture(body, pictures),
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
  const variants = { demo: demo.page, live: live.page };
  return { path: route.path, html: demo.html, scripts, variants };
}

/** Writes all pages and pages.json, the server's list of them. */
export async function writePages(parts: PageParts): Promise<readonly Page[]> {
  const { routes, notFound } = parts.prerenderer;
  const pages: Page[] = [];
  const list: Record<string, object> = {};
  for (const route of routes) {
    const page = await writePage(parts, route);
    pages.push(page);
    list[route.path] = { ...page.variants, ...(route.isPrivate && { isPrivate: true }) };
  }
  const missing = await writePage(parts, notFound);
  const content = { origin: parts.origin, pages: list, notFound: missing.variants };
  await writeFile(join(parts.site, 'pages.json'), `${JSON.stringify(content, null, 1)}\n`);
  return [...pages, missing];
}
