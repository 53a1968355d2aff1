// Rules about the tests themselves: what makes them unsteady or lets them show less than they claim.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = globSync('{src,emulators,scripts,deploy,tests}/**/*.{ts,tsx}', { cwd: root })
  .filter(
    (file) => /^tests\/|\.test\.tsx?$/.test(file) && file !== 'tests/architecture/tests.test.ts',
  )
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

it.each([
  ['sleeps', /waitForTimeout|networkidle/],
  ['is skipped, or the only one', /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|fixme|todo)\b/],
  ['has a second attempt', /\bretr(?:y|ies): [1-3]\b/],
])('no test %s', (_what, form) => {
  expect(sources.filter(({ text }) => form.test(text)).map(({ file }) => file)).toEqual([]);
});

it('`npm test` has at most fifty journeys besides the sweep', () => {
  const titles = sources
    .filter(({ file }) => file.endsWith('.journey.ts') && !file.endsWith('sweep.journey.ts'))
    .flatMap(({ text }) => [
      ...text.matchAll(/^ *(?:\w*[tT]est\w*)\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gm),
    ])
    .map(([, , title = '']) => title);
  expect(titles.length).toBeGreaterThan(100);
  expect(titles.filter((title) => !title.includes('@all')).length).toBeLessThanOrEqual(50);
});

it('each requirement is named by the title of a test, and each name is one', () => {
  const list = readFileSync(join(root, 'tests/requirements.txt'), 'utf8');
  const ids = [...list.matchAll(/^([\w-]+):(.*(?:\n  .*)*)/gm)].flatMap(([, topic, rest = '']) =>
    [...rest.matchAll(/\[(\d+)\]/g)].map(([, number]) => `${topic}-${number}`),
  );
  // [cart-1,2 rule-9..12]
  const tag = /\[((?:[a-z]+-)+[\d.,]+(?: (?:[a-z]+-)+[\d.,]+)*)\]['"`]/g;
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(tag)].flatMap(([, names = '']) => names.split(' ').flatMap(spelledOut)),
  );
  expect(ids.length).toBeGreaterThan(500);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !named.includes(id))).toEqual([]);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

/** Returns the ids of a name such as `rule-1,9..12`. */
function spelledOut(name: string): string[] {
  const [, topic, numbers = ''] = /^(.+)-([\d.,]+)$/.exec(name)!;
  return numbers.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('..').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => `${topic}-${first + index}`);
  });
}
