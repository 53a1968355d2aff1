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

it('each demand is named by a test, and each name is a demand', () => {
  const sections: { demands: { id: string }[] }[] = JSON.parse(
    readFileSync(join(root, 'tests/demands.json'), 'utf8'),
  );
  const demands = sections.flatMap((section) => section.demands.map(({ id }) => id));
  const named = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bcovers\(([^)]*)\)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/'([\w-]+)'/g)].map(([, id = '']) => id),
    ),
  );
  expect(demands.filter((id) => !named.includes(id))).toEqual([]);
  expect(named.filter((id) => !demands.includes(id))).toEqual([]);
});
