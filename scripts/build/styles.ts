// Sorts the styles of the bundle: those of a page's first view go into its HTML, all others into one sheet, because
// the next page needs them anyway and twenty small sheets cost twenty requests.
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { chunksOf } from './chunks.ts';

export interface Styles {
  /** Returns the rules of these sheets of the manifest. */
  inline(sheets: readonly string[]): string;
  /** URL path of the sheet for what pages show later. */
  later: string;
}

/** Returns the sheets that a page may fetch: all except those that every page has in its HTML. */
export function laterSheets(manifest: Manifest, entry: string): string[] {
  const known = new Set(chunksOf(manifest, [entry]).styles);
  const modules = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
  return chunksOf(manifest, modules).styles.filter((sheet) => !known.has(sheet));
}

/** Replaces the sheets of the bundle with the one for later, and resolves to the styles that pages need. */
export async function sortStyles(site: string, manifest: Manifest, entry: string): Promise<Styles> {
  const { styles: own } = chunksOf(manifest, [entry]);
  const others = laterSheets(manifest, entry);
  const rules = new Map<string, string>();
  for (const sheet of [...own, ...others]) {
    const file = join(site, sheet);
    rules.set(sheet, (await readFile(file, 'utf8')).trim());
    await rm(file);
  }
  const inline = (sheets: readonly string[]) => sheets.map((sheet) => rules.get(sheet)).join('');
  const text = inline(others);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 7);
  await writeFile(join(site, `assets/${name}.css`), text);
  return { inline, later: `/assets/${name}.css` };
}
