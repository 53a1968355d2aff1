// Reads the JSON reports of Vitest and of Playwright, and compares them with the fault matrix.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

const root = join(import.meta.dirname, '..');
export const REPORTS = join(root, '.cache/reports');

export interface Result {
  /** The file's name without its folder, and the test's title after those of its blocks. */
  test: string;
  outcome: 'passed' | 'failed' | 'skipped';
  milliseconds: number;
  /** The first lines of the error of a test that failed. */
  error: string;
}

const errorBeginning = (error = '') => stripVTControlCharacters(error).slice(0, 600);

function resultsOfVitest({ testResults }: JsonTestResults): Result[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status, duration, failureMessages }) => ({
      test: [basename(name), ...ancestorTitles, title].join(' › '),
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      milliseconds: duration ?? 0,
      error: errorBeginning(failureMessages?.[0]),
    })),
  );
}

function resultsOfPlaywright({ suites = [], specs }: JSONReportSuite): Result[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }): Result => ({
      test: `${basename(file)} › ${title}`,
      outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
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

/**
 * Returns a complaint for each test that was skipped, and in a run of everything for each test that the fault matrix names
 * and that has not passed.
 */
export function complaints(isAll: boolean): string[] {
  const results = globSync(join(REPORTS, '*.json')).flatMap(readReport);
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const skipped = results.flatMap(({ test, outcome }) =>
    outcome === 'skipped' ? [`${test} was skipped`] : [],
  );
  const matrix = isAll ? readFileSync(join(root, 'docs/fault-matrix.md'), 'utf8') : '';
  const named = [...matrix.matchAll(/`([\w.-]+) › ([^`]+)`/g)];
  const unshown = named.flatMap(([, file = '', title = '']) => {
    // As in the source, where '%s' stands for the case.
    const parts = title.split('%s');
    return passed.some(
      ({ test }) => test.startsWith(`${file} › `) && parts.every((part) => test.includes(part)),
    )
      ? []
      : [`docs/fault-matrix.md: ${file} › ${title} has not passed`];
  });
  return [...skipped, ...unshown];
}
