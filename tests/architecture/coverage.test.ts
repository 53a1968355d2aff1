// docs/coverage.md and docs/fault-matrix.md name files and tests: they exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');
const matrix = readFileSync(join(root, 'docs/fault-matrix.md'), 'utf8');

const tests = ['src', 'emulators', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:test|journey)\.tsx?$|^races\/rows\//.test(file))
    .map((file) => ({
      name: basename(file),
      text: readFileSync(join(root, folder, file), 'utf8').replaceAll("\\'", "'"),
    })),
);

it.each([
  ['the coverage', page, 100],
  ['the fault matrix', matrix, 30],
])('%s names tests that exist', (_, text, atLeast) => {
  const named = [...text.matchAll(/`([\w.-]+) › ([^`]+)`/g)];
  expect(named.length).toBeGreaterThan(atLeast);
  const gone = named.filter(
    ([, file, title]) => !tests.some((each) => each.name === file && each.text.includes(title!)),
  );
  expect(gone.map(([whole]) => whole)).toEqual([]);
});

it('the coverage says of every demand which test shows it', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!demand|---)/.test(line));
  expect(rows.length).toBeGreaterThan(400);
  expect(rows.filter((row) => !row.includes(' › ') || row.includes('**open**'))).toEqual([]);
});

it('names files that exist', () => {
  const named = [...page.matchAll(/`((?:shop|server|storefront)\/[^`]+)`/g)];
  expect(named.length).toBeGreaterThan(100);
  const gone = named.filter(([, file]) => !existsSync(join(root, 'src', file!)));
  expect(gone.map(([whole]) => whole)).toEqual([]);
});
