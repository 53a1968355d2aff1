// What a page loses without anybody seeing it: its size, and the files, tests and commands that it names.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const inGit = ['ls-files', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', inGit, { cwd: root, encoding: 'utf8' }).split('\n');
const pages = files.filter((file) => /^(?:README|CONTRIBUTING|docs\/.*)\.md$/.test(file));

/** The most KB of the pages whose path begins so. */
const limits = { 'README.md': 8, 'CONTRIBUTING.md': 8, 'docs/': 119, 'docs/security.md': 30 };

it.each(Object.entries(limits))('%s has at most %d KB', (start, most) => {
  const sizes = pages.filter((page) => page.startsWith(start)).map((page) => read(page));
  expect(Buffer.byteLength(sizes.join(''))).toBeLessThanOrEqual(most * 1000);
});

/** What looks like a file or folder of the project, but for examples and what programs write. */
const NAME =
  /^(?!.*wishlist|dist\/|DATA_DIR)\w[\w./-]*\.(?:cfg|css|json|m?[jt]sx?|md|service|sh|sql)$|^(?:src|tests|docs|scripts|deploy|emulators|bench|art)\/[\w./-]*$/;

it.each(pages)('%s names and links to what exists', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/(?:\]\(|src=")(?!\w+:|#)([^)#"\s]+)/g)];
  const names = [...text.matchAll(/`([^`\s]+)`/g)].filter(([, name = '']) => NAME.test(name));
  const paths = [
    ...links.map(([, path = '']) => join(dirname(page), path)),
    // A page may leave out the folders in front.
    ...names.map(([, name = '']) => name.replace(/\/$/, '')),
  ];
  const lost = paths.filter((path) => !files.some((file) => `/${file}/`.includes(`/${path}/`)));
  expect(lost).toEqual([]);
});

it('the page on security has each requirement of ASVS 5.0 once, and a test behind each defence', () => {
  const page = read('docs/security.md').replaceAll('\n  ', ' ');
  const listed = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));
  const ids = listed(page).flatMap(
    (line) => /^- (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)/.exec(line)?.[1]?.split(', ') ?? [],
  );
  expect(ids).toHaveLength(new Set(ids).size);
  const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
  const ofChapter = (at: number) => ids.filter((id) => id.startsWith(`${at + 1}.`)).length;
  expect(chapters.map((_, at) => ofChapter(at))).toEqual(chapters);

  const [, boundaries = '', rest = ''] = /\n## Boundaries\n(.*?)\n## (.*)/s.exec(page) ?? [];
  // What asks for a text ends with the name of a part of the page.
  const met = listed(rest).filter((line) => / met: .*[^']$/.test(line));
  const unshown = [...listed(boundaries), ...met].filter((line) => {
    const [, names] = /\. ([\w/-]+(?:, [\w/-]+)*)$/.exec(line) ?? [];
    return !names?.split(', ').every(isTest);
  });
  expect(unshown).toEqual([]);
});

const isTest = (name: string) =>
  ['src/server/', 'src/', 'tests/', ''].some((start) =>
    files.some((file) => file.startsWith(`${start}${name}.`) && file.includes('.test.ts')),
  );

it('each test that the fault matrix quotes exists', () => {
  const races = files.filter((file) => file.startsWith('tests/races/')).map(read);
  const quoted = [...read('docs/fault-matrix.md').matchAll(/`([\w.-]+\.ts) › ([^`]+)`/g)];
  const lost = quoted.filter(([, file, title = '']) => {
    const own = files.filter((path) => basename(path) === file);
    const isRace = own.some((path) => path.startsWith('tests/races/'));
    const code = (isRace ? races : own.map(read)).join('\n');
    // Such as 'at %s', or the end of '…, of: $name'.
    const rows = [...code.matchAll(/'(?:[^'\n]*, )?([^'\n]+)(?:%s|\$name)'/g)];
    const isRow = rows.some(([, start = '']) => title.startsWith(start));
    return own.length === 0 || !(code.includes(title) || isRow);
  });
  expect([quoted.length > 50, lost.map(([text]) => text)]).toEqual([true, []]);
});

it('README lists the commands of package.json', () => {
  const [, list = ''] = /all commands\n(.*?)\n## /s.exec(read('README.md')) ?? [];
  const named = [...list.matchAll(/^- ((?:`[\w:-]+`(?:, )?)+):/gm)].flatMap(
    ([, names = '']) => names.match(/[\w:-]+/g) ?? [],
  );
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
});
