// A class that is missing in its style sheet is silently `undefined`, and no other check finds unused classes.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import viteConfig from '../../vite.config.ts';

const storefront = join(import.meta.dirname, '../../src/storefront');
const config = await resolveConfig({ ...viteConfig, configFile: false }, 'build');

const sheets = globSync(join(storefront, '**/*.module.css'));
const read = (file: string) => readFileSync(file, 'utf8');

it('uses every class of its style sheets and no others', async () => {
  const unused = new Map<string, Set<string>>();
  for (const sheet of sheets) {
    const { modules = {} } = await preprocessCSS(read(sheet), sheet, config);
    unused.set(sheet, new Set(Object.keys(modules)));
  }
  const known = new Map([...unused].map(([sheet, names]) => [sheet, new Set(names)]));
  const missing: string[] = [];
  for (const file of globSync(join(storefront, '**/*.{ts,tsx}'))) {
    const code = read(file);
    for (const [, table = '', path = ''] of code.matchAll(/^import (\w+) from '(.+\.css)';$/gm)) {
      const sheet = join(dirname(file), path);
      const uses = new RegExp(`(?<![\\w'/-])\\b${table}\\.(?!module)(\\w+)`, 'g');
      for (const [use, name = ''] of code.matchAll(uses)) {
        if (!known.get(sheet)?.has(name)) missing.push(`${file}: ${use}`);
        unused.get(sheet)?.delete(name);
      }
      // A property of the component selects the class, and its type lists the names.
      if (code.includes(`${table}[`)) unused.delete(sheet);
    }
  }
  const left = [...unused].flatMap(([sheet, names]) =>
    [...names]
      .filter((name) => !read(sheet).includes(`@keyframes ${name}`))
      .map((name) => `${sheet}: ${name}`),
  );
  expect({ missing, left }).toEqual({ missing: [], left: [] });
});

it('has at most 75 style sheets with 6,800 lines: what two of them say belongs to a shared part', () => {
  const all = globSync(join(storefront, '**/*.css'));
  expect(all.length).toBeLessThanOrEqual(75);
  const lines = all.flatMap((sheet) => read(sheet).trimEnd().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(6800);
});

it('sets type in the sizes of the scale: no rule has one of its own', () => {
  const sizes = /(?:font(?:-size)?|--(?:now|was)-size|--name):([^;/]+)[;/]/g;
  const own = sheets.flatMap((sheet) =>
    [...read(sheet).matchAll(sizes)]
      .map(([, size = '']) => size.trim())
      // The hero's words follow their garland, and paper is set in points.
      .filter((size) => /\d(?:px|rem|em|vw|vh|ch|%)/.test(size) && !size.includes('cqi'))
      .map((size) => `${sheet}: ${size}`),
  );
  expect(own).toEqual([]);
});
