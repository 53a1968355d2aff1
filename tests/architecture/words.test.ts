// The words of the code (CONTRIBUTING.md, 'Words'): the field's terms instead of our own ones, in everything that is
// declared, and commit subjects that a list can show.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { all, boundNames, get, parse } from './syntax.ts';

const root = join(import.meta.dirname, '../..');

/** The forms of each word, with what to write instead. */
const banned = Object.entries({
  'ask asks asked asking': 'request, load or check',
  'keep keeps kept keeping': 'store',
  'take takes took taken taking': 'consume, open or read',
  'wish wishes wished': 'request or intent',
  news: 'status or result',
  standing: 'status',
  'say says said saying': 'message or announce',
  'tell tells told telling': 'notify',
  'answer answers answered answering': 'response',
  wire: 'payload',
  'reply replies replied': 'response',
  'call calls called calling': 'request',
});
const instead = new Map(
  banned.flatMap(([forms, rather]) => forms.split(' ').map((form) => [form, rather] as const)),
);

/** Pure projections: a percentage of an amount, the parts of a function. */
const allowed = ['percentOf', 'PartsOf'];

const DECLARATION = /^(?:Function|Class|VariableDeclarator)|^TS(?:Interface|TypeAlias)Declaration$/;

/** Returns every name that the code of a file declares: functions, variables, parameters, classes and types. */
const declaredNames = (file: string): string[] =>
  all(parse(file, readFileSync(file, 'utf8'))).flatMap((node) =>
    boundNames(
      get(node, ...(DECLARATION.test(node.type) ? ['id'] : []), 'params'),
      // A member that is only read out of an object has the name that its owner gave it.
      ({ shorthand }) => shorthand !== true,
    ),
  );

const wordsIn = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_]+/);

it('declares names in the words of the field', () => {
  const files = globSync('{src,emulators,scripts,bench}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(200);
  const wrong = files.flatMap((file) =>
    declaredNames(join(root, file)).flatMap((name) => {
      const [rather] = wordsIn(name).flatMap((word) => instead.get(word) ?? []);
      if (rather) return [`${file}: ${name} (rather ${rather})`];
      const isOf = /[a-z]Of$/.test(name) && !allowed.includes(name);
      return isOf ? [`${file}: ${name} (name the result instead of 'Of')`] : [];
    }),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

it('has subjects of commits that a list can show: a capital letter, no full stop, at most 72 characters', () => {
  const log = ['log', '--no-merges', '-50', '--format=%s'];
  const subjects = execFileSync('git', log, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  expect(subjects.filter((subject) => !/^[A-Z].{0,70}[^.\s]$/.test(subject))).toEqual([]);
});
