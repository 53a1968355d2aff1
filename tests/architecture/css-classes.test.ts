// A class that is missing in its style sheet is silently `undefined`, and no other check finds unused classes.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, it } from 'vitest';
import viteConfig from '../../vite.config.ts';

const storefront = join(import.meta.dirname, '../../src/storefront');
const config = await resolveConfig({ ...viteConfig, configFile: false }, 'build');

const sheets = globSync(join(storefront, '**/*.module.css'));

/** Resolves to the classes and animations of a style sheet, each with the name that the build gives it. */
function namesIn(sheet: string): Promise<Record<string, string>> {
  return (known[sheet] ??= preprocessCSS(readFileSync(sheet, 'utf8'), sheet, config).then(
    ({ modules }) => modules ?? {},
  ));
}
const known: Record<string, Promise<Record<string, string>>> = {};

function isAnimation(name: string, sheet: string): boolean {
  return readFileSync(sheet, 'utf8').includes(`@keyframes ${name}`);
}

const namesFrom = (code: string, table: string) =>
  [...code.matchAll(new RegExp(`(?<![\\w'/-])\\b${table}\\.(?!module)(\\w+)`, 'g'))].map(
    ([, name = '']) => name,
  );

it('uses every class of its style sheets and no others', async () => {
  const unused = new Map<string, Set<string>>();
  for (const sheet of sheets) unused.set(sheet, new Set(Object.keys(await namesIn(sheet))));
  const missing: string[] = [];
  for (const file of globSync(join(storefront, '**/*.{ts,tsx}'))) {
    const code = readFileSync(file, 'utf8');
    for (const [, table = '', path = ''] of code.matchAll(/^import (\w+) from '(.+\.css)';$/gm)) {
      const sheet = join(dirname(file), path);
      const has = await namesIn(sheet);
      for (const name of namesFrom(code, table)) {
        if (!(name in has)) missing.push(`${file}: ${table}.${name}`);
        unused.get(sheet)?.delete(name);
      }
      // A property of the component selects the class, and its type lists the names.
      if (code.includes(`${table}[`)) unused.delete(sheet);
    }
  }
  const left = [...unused].flatMap(([sheet, rest]) =>
    [...rest].filter((name) => !isAnimation(name, sheet)).map((name) => `${sheet}: ${name}`),
  );
  expect(missing).toEqual([]);
  expect(left).toEqual([]);
});

it('has at most 75 style sheets with 6,800 lines: what two of them say belongs to a shared part', () => {
  const all = globSync(join(storefront, '**/*.css'));
  expect(all.length).toBeLessThanOrEqual(75);
  const lines = all.flatMap((sheet) => readFileSync(sheet, 'utf8').trimEnd().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(6800);
});
