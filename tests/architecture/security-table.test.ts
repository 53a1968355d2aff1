// docs/security.md lists the status of each requirement of OWASP ASVS 5.0. These tests find errors that such a page
// collects silently: a renamed file or test, a lost row, a wrong count, a claim that no test shows.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
/** The ASVS level of each requirement, by its number. */
const levels: Record<string, number> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'asvs-5.0-numbers.json'), 'utf8'),
);

/** Raise it when an open item is closed. Lower it only when a requirement is decided otherwise. */
const LEAST_MET = 168;

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());

const rows = page
  .split('\n')
  .filter((line) => /^\| *\d+\.\d+\.\d+ *\|/.test(line))
  .map((line) => {
    const [, number = '', requirement = '', status = '', where = ''] = cellsOf(line);
    return { number, requirement, status, where };
  });

const statuses = ['not applicable', 'met', 'decided otherwise', 'open'];

/** Returns the paths of the project's files that a text mentions. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) =>
      /^(?:src|tests|docs|scripts|emulators|deploy)\b|\.(?:json|md|ts)$/.test(name),
    );

/** Returns the sections of the page that a row points to. */
const sectionsIn = (text: string) => [...text.matchAll(/'([^']+)' above/g)].map(([, name]) => name);

it('has each requirement of levels 1 and 2 once, in order, with one of four statuses', () => {
  expect(rows.map(({ number }) => number)).toEqual(Object.keys(levels));
  expect(Object.values(levels).every((level) => level === 1 || level === 2)).toBe(true);
  expect(rows.filter(({ status }) => !statuses.includes(status))).toEqual([]);
  expect(rows.filter(({ requirement, where }) => !requirement || !where)).toEqual([]);
});

/** Returns the tests that a text names, such as `src/x.test.ts` 'words of a title', 'of another'; without words: ''. */
const testsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+\.(?:test|journey)\.tsx?)`((?:,? '[^']+')*)/g)].flatMap(
    ([, file = '', list = '']) => {
      const titles = [...list.matchAll(/'([^']+)'/g)].map(([, words = '']) => words);
      return (titles.length > 0 ? titles : ['']).map((words) => ({ file, words }));
    },
  );

const titlesIn = (file: string) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /\b(?:it|test|describe\w*)(?:\.(?!each|for)\w+)*(?:\.(?:each|for)(?:<[^(]*>)?\([\s\S]*?\)(?=\())?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g,
    ),
  ].map(([, , title = '']) => title);

/** Requirements that ask for a text of this page. */
const asksForText = /are documented$|are classified$|is documented$|inventory/;

it('names a test for each requirement that is met, or the section of the page that it asks for', () => {
  const unshown = rows.filter(
    ({ requirement, status, where }) =>
      status === 'met' &&
      testsIn(where).length === 0 &&
      !(asksForText.test(requirement) && sectionsIn(where).length > 0),
  );
  expect(unshown.map(({ number, requirement }) => `${number} ${requirement}`)).toEqual([]);
});

it('names tests that exist, each by words of its title', () => {
  const met = rows.filter(({ status }) => status === 'met').map(({ where }) => where);
  const named = [...met.flatMap(testsIn), ...testsIn(page).filter(({ words }) => words)];
  expect(named.length).toBeGreaterThan(150);
  const lost = named.filter(
    ({ file, words }) => !words || !titlesIn(file).some((title) => title.includes(words)),
  );
  expect(lost).toEqual([]);
});

it('names files and sections that exist', () => {
  const named = [
    ...rows.flatMap(({ where }) => filesIn(where)),
    ...filesIn(page).filter((name) => name.includes('/')),
  ];
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  const sections = rows.flatMap(({ where }) => sectionsIn(where));
  expect(sections.filter((name) => !page.includes(`\n## ${name}\n`))).toEqual([]);
});

it('lists an open item for each open requirement', () => {
  const items = new Map(
    [...page.matchAll(/^(\d+)\. \*\*[^*]+\*\* \(([^)]+)\)/gm)].map(([, item, closes]) => [
      item,
      closes?.match(/\d+\.\d+\.\d+/g),
    ]),
  );
  const unlisted = rows.filter(({ number, status, where }) => {
    const [, item] = /open item (\d+)/.exec(where) ?? [];
    return (status === 'open' || item) && !items.get(item)?.includes(number);
  });
  expect(unlisted).toEqual([]);
});

it('has the correct counts by chapter', () => {
  const tables = page.split('\n').filter((line) => /^\| *(?:\d+ [A-Z]|all )/.test(line));
  const counted = tables.map((line) => cellsOf(line).slice(1, -1));
  const count = (name: string, own: typeof rows) => {
    const [none, met, otherwise, open] = statuses.map(
      (status) => own.filter((row) => row.status === status).length,
    );
    return [name, own.length, own.length - none!, met, otherwise, open].map(String);
  };
  const chapters = [...page.matchAll(/^### (\d+)\. (.+)$/gm)].map(([, chapter, name]) =>
    count(
      `${chapter} ${name}`,
      rows.filter(({ number }) => number.startsWith(`${chapter}.`)),
    ),
  );
  expect(counted).toEqual([...chapters, count('all', rows)]);
});

it(`has at least ${LEAST_MET} requirements met`, () => {
  expect(rows.filter(({ status }) => status === 'met').length).toBeGreaterThanOrEqual(LEAST_MET);
});
