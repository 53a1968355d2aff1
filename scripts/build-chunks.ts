// What a page needs of the bundle, read from Vite's manifest.
import type { Manifest, ManifestChunk } from 'vite';

/** Files below the site's folder, as the manifest names them: 'assets/home-1a2b.js'. */
export interface Chunks {
  /** Modules, the ones that others need first. */
  scripts: readonly string[];
  styles: readonly string[];
  /** Fonts and other files that the styles name. */
  assets: readonly string[];
}

const screens = 'src/storefront/screens';

/** The module of the screen at a path: named like the route, in a folder of its own or not. */
export function screenModule(manifest: Manifest, path: string): string {
  const name = path.slice(1);
  const candidates = [`${screens}/${name}.tsx`, `${screens}/${name}/${name}.tsx`];
  const module = candidates.find((candidate) => manifest[candidate]?.isDynamicEntry);
  if (!module) throw new Error(`The screen of ${path} must be ${candidates.join(' or ')}.`);
  return module;
}

/** All that is loaded by importing these modules of the source; dynamic imports are not followed. */
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

function unique(files: readonly string[]): readonly string[] {
  return [...new Set(files)];
}
