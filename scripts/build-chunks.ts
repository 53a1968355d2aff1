// Finds the files of the bundle that a page needs, from Vite's manifest.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, ManifestChunk } from 'vite';
import { policyNames, policyPath } from '../src/shop/paths.ts';
import type { Route } from '../src/storefront/app/routes.tsx';

/** Files below the site's folder, as the manifest names them: 'assets/home-1a2b.js'. */
export interface Chunks {
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
  const root = join(import.meta.dirname, '..');
  const [file] = globSync(`src/storefront/*/${name}-screen.tsx`, { cwd: root });
  if (file === undefined) throw new Error(`No folder of the storefront has ${name}-screen.tsx.`);
  return file;
}

/** Returns all files that an import of these source modules loads; dynamic imports are not followed. */
export function chunksOf(manifest: Manifest, modules: readonly string[]): Chunks {
  const chunks = new Set<ManifestChunk>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The bundle has no chunk for ${key}.`);
    if (chunks.has(chunk)) return;
    for (const imported of chunk.imports ?? []) visit(imported);
    chunks.add(chunk);
  };
  modules.forEach(visit);
  return {
    scripts: [...chunks].map(({ file }) => file),
    styles: unique([...chunks].flatMap(({ css = [] }) => css)),
    assets: unique([...chunks].flatMap(({ assets = [] }) => assets)),
  };
}

/**
 * Returns an error if chunks import each other in a circle: one of them would run before its imports. Groups of
 * modules (vite.config.ts) can cause that even if the modules have no circle.
 */
export function circularChunks(manifest: Manifest): string[] {
  const done = new Set<string>();
  const circle = (key: string, path: readonly string[]): string | undefined => {
    if (path.includes(key)) return [...path.slice(path.indexOf(key)), key].join(' → ');
    if (done.has(key)) return undefined;
    done.add(key);
    for (const imported of manifest[key]?.imports ?? []) {
      const found = circle(imported, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return Object.keys(manifest).flatMap((key) => {
    const found = circle(key, []);
    return found === undefined ? [] : [`Chunks import each other in a circle: ${found}.`];
  });
}

function unique(files: readonly string[]): readonly string[] {
  return [...new Set(files)];
}
