// docs/coverage.md names files and tests: they exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');

const tests = ['src', 'emulators', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:test|journey)\.tsx?$/.test(file))
    .map((file) => ({
      name: basename(file),
      text: readFileSync(join(root, folder, file), 'utf8').replaceAll("\\'", "'"),
    })),
);

it('names tests that exist', () => {
  const named = [...page.matchAll(/`([\w.-]+) › ([^`]+)`/g)];
  expect(named.length).toBeGreaterThan(100);
  const gone = named.filter(
    ([, file, title]) => !tests.some(({ name, text }) => name === file && text.includes(title!)),
  );
  expect(gone.map(([whole]) => whole)).toEqual([]);
});

it('names files that exist', () => {
  const named = [...page.matchAll(/`((?:shop|server|storefront)\/[^`]+)`/g)];
  expect(named.length).toBeGreaterThan(100);
  const gone = named.filter(([, file]) => !existsSync(join(root, 'src', file!)));
  expect(gone.map(([whole]) => whole)).toEqual([]);
});
