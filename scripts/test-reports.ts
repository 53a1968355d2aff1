// Reads the JSON reports of Vitest and of Playwright, and compares them with the demands of tests/demands.json. A test
// names those that it shows (`covers`).
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

const root = join(import.meta.dirname, '..');
export const REPORTS = join(root, '.cache/reports');
const PAGE = join(root, '.cache/coverage.md');

export interface Result {
  /** The file's name without its folder, and the test's title after those of its blocks. */
  test: string;
  outcome: 'passed' | 'failed' | 'skipped';
  milliseconds: number;
  demands: readonly string[];
  /** The first lines of the error of a test that failed. */
  error: string;
}

const errorBeginning = (error = '') => stripVTControlCharacters(error).slice(0, 600);

function resultsOfVitest({ testResults }: JsonTestResults): Result[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, duration, failureMessages, meta }) => ({
      test: [basename(name), ...ancestorTitles, title].join(' › '),
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      milliseconds: duration ?? 0,
      demands: meta.demands ?? [],
      error: errorBeginning(failureMessages?.[0]),
    })),
  );
}

function resultsOfPlaywright({ suites = [], specs }: JSONReportSuite): Result[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, annotations, results }): Result => ({
      test: `${basename(file)} › ${title}`,
      outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      demands: annotations.flatMap(({ type, description = '' }) =>
        type === 'demand' ? [description] : [],
      ),
      error: errorBeginning(results.at(-1)?.error?.message),
    })),
  );
  return [...own, ...suites.flatMap(resultsOfPlaywright)];
}

/** Returns the file, from the root, of the report of a part of the run. */
export const reportPath = (part: string) => `.cache/reports/${part.replaceAll(' ', '-')}.json`;

/** Returns the results of a part of the run; none if it has not run. */
export const readResults = (part: string): Result[] => readReport(join(root, reportPath(part)));

function readReport(file: string): Result[] {
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonTestResults | JSONReport;
  return 'suites' in report ? report.suites.flatMap(resultsOfPlaywright) : resultsOfVitest(report);
}

interface Section {
  section: string;
  level: number;
  demands: { id: string; demand: string; built: string[] }[];
}

/**
 * Writes the page of demands and their tests. Returns a complaint for each test that was skipped or names no demand that
 * exists; in a run of everything also for each demand and each row of the fault matrix that no test has shown.
 */
export function checkDemands(isAll: boolean): string[] {
  const sections: Section[] = JSON.parse(readFileSync(join(root, 'tests/demands.json'), 'utf8'));
  const results = globSync(join(REPORTS, '*.json')).flatMap(readReport);
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const complaints = results.flatMap(({ test, outcome }) =>
    outcome === 'skipped' ? [`${test} was skipped`] : [],
  );
  const unshown: string[] = [];

  const shown = new Map<string, Set<string>>();
  for (const { id } of sections.flatMap(({ demands }) => demands)) {
    if (shown.has(id)) complaints.push(`two demands have the id ${id}`);
    shown.set(id, new Set());
  }
  for (const { test, demands } of passed) {
    for (const id of demands) {
      if (!shown.get(id)?.add(test)) complaints.push(`${test} names the unknown demand ${id}`);
    }
  }

  const lines = ['# Each demand, where in src it is built, and the tests of the last run\n'];
  for (const { section, level, demands } of sections) {
    lines.push(`#${'#'.repeat(level)} ${section}\n`);
    for (const { id, demand, built } of demands) {
      const tests = [...shown.get(id)!].toSorted();
      lines.push(
        `- **${id}** ${demand} (${built.join(', ')})`,
        ...tests.map((test) => `  - ${test}`),
      );
      if (tests.length === 0) unshown.push(`no test that passed shows ${id}: ${demand}`);
      const lost = built.filter((file) => !existsSync(join(root, 'src', file)));
      complaints.push(...lost.map((file) => `${id} is built in ${file}: no such file`));
    }
    lines.push('');
  }
  writeFileSync(PAGE, lines.join('\n'));

  const matrix = readFileSync(join(root, 'docs/fault-matrix.md'), 'utf8');
  for (const [, file = '', title = ''] of matrix.matchAll(/`([\w.-]+) › ([^`]+)`/g)) {
    if (!passed.some(({ test }) => test.startsWith(`${file} › `) && test.includes(title)))
      unshown.push(`docs/fault-matrix.md: ${file} › ${title} has not passed`);
  }
  return isAll ? [...complaints, ...unshown] : complaints;
}
