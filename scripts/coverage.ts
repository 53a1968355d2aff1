// Compares the demands of tests/demands.json with the last passed tests, and generates docs/coverage.md.
// Exits with 1 if a demand has no passed test, a test names an unknown demand, a test was skipped, a demand names a
// missing file, docs/fault-matrix.md names a test that did not pass, or the generated page differs from the committed
// one. `--write` writes the page instead of comparing it. `--no-page` does neither, because `npm run test:all` runs
// more tests.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport } from './test-reports.ts';
import type { TestResult } from './test-reports.ts';

const root = join(import.meta.dirname, '..');
const PAGE = join(root, 'docs/coverage.md');
const PARTS = ['unit', 'integration', 'races', 'journeys'];

interface Section {
  section: string;
  level: number;
  demands: { id: string; demand: string; built: string[] }[];
}

const sections = JSON.parse(
  readFileSync(join(root, 'tests/demands.json'), 'utf8'),
) as readonly Section[];
const demands = sections.flatMap((each) => each.demands);
const complaints: string[] = [];

const results: TestResult[] = PARTS.flatMap((part) => {
  const report = readReport(part);
  if (!report) complaints.push(`the part '${part}' has left no report`);
  return report ?? [];
});
const passed = results.filter(({ outcome }) => outcome === 'passed');
const skipped = results.filter(({ outcome }) => outcome === 'skipped');
complaints.push(...skipped.map(({ file, title }) => `${file} › ${title} was skipped`));

const known = new Set(demands.map(({ id }) => id));
for (const { file, title, demands: named } of results) {
  for (const id of named) {
    if (!known.has(id)) complaints.push(`${file} › ${title} names the unknown demand ${id}`);
  }
}

const testsOf = Map.groupBy(
  passed.flatMap((test) => test.demands.map((id) => ({ id, test }))),
  ({ id }) => id,
);
for (const { id, demand, built } of demands) {
  if (!testsOf.has(id)) complaints.push(`no test that passed shows ${id}: ${demand}`);
  for (const file of built) {
    if (!existsSync(join(root, 'src', file)))
      complaints.push(`${id} is built in ${file}: no such file`);
  }
}
if (known.size !== demands.length) complaints.push('two demands have the same id');

const matrix = readFileSync(join(root, 'docs/fault-matrix.md'), 'utf8');
for (const [whole, file, title] of matrix.matchAll(/`([\w.-]+) › ([^`]+)`/g)) {
  const isThere = passed.some((test) => test.file === file && test.title.includes(title!));
  if (!isThere) complaints.push(`docs/fault-matrix.md: ${whole} has not passed`);
}

const page = coveragePage();
if (process.argv.includes('--write')) writeFileSync(PAGE, page);
else if (!process.argv.includes('--no-page') && page !== readFileSync(PAGE, 'utf8')) {
  complaints.push('docs/coverage.md is not what these tests show: run `npm run coverage`');
}
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.stdout.write(
  `${demands.length} demands, ${testsOf.size} of them shown by ${passed.length} tests\n`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;

/** Returns the page as Markdown, with a table per section. Lists the first test of each file and counts the others. */
function coveragePage(): string {
  const tables = sections.map(({ section, level, demands: own }) => {
    const heading = `#${'#'.repeat(level)} ${section}\n`;
    const rows = own.map(
      ({ id, demand, built }) =>
        `| ${id} | ${demand} | ${built.map(code).join(', ')} | ${shownBy(id).map(code).join(', ')} |`,
    );
    const head = '| id | demand | built in `src/` | shown by |\n| --- | --- | --- | --- |';
    return rows.length === 0 ? heading : `${heading}\n${head}\n${rows.join('\n')}\n`;
  });
  const preface = `# Coverage

Each demand of the specification and of the outside view, where it is built, and which test shows it. Made by \`npm run coverage\` from \`tests/demands.json\` and from the reports of the last \`npm test\`: a test names the demands that it shows by \`covers\`. The run fails when a demand has no test that passed, when a test was skipped, and when this page is not what the tests show.
`;
  return [preface, ...tables].join('\n');
}

function shownBy(id: string): string[] {
  const byFile = Map.groupBy(testsOf.get(id) ?? [], ({ test }) => test.file);
  return [...byFile]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, tests]) => {
      const titles = [...new Set(tests.map(({ test }) => test.title))].toSorted();
      return `${file} › ${titles[0]}${titles.length > 1 ? ` (and ${titles.length - 1} more)` : ''}`;
    });
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
