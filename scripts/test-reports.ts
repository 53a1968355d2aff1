// What the parts of a test run have written down: Vitest's and Playwright's own JSON reports, read into one list.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const REPORTS = join(import.meta.dirname, '../.cache/reports');

export interface TestResult {
  /** The file's name, without its folder. */
  file: string;
  /** The titles of the blocks around it and its own. */
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  milliseconds: number;
  /** Ids of tests/demands.json, as the test's `covers` names them. */
  demands: string[];
}

interface VitestReport {
  testResults: {
    name: string;
    /** Of a file that could not even be loaded. */
    message: string;
    status: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      duration?: number;
      meta: { demands?: string[] };
    }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      annotations: { type: string; description?: string }[];
      results: { duration: number }[];
    }[];
  }[];
}

/** The results of a part of the run; undefined if it has left no report. */
export function readReport(part: string): TestResult[] | undefined {
  const file = join(REPORTS, `${part}.json`);
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8')) as
    VitestReport | { suites: PlaywrightSuite[] };
  return 'suites' in report ? report.suites.flatMap((suite) => ofSuite(suite)) : ofVitest(report);
}

function ofVitest({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = basename(name);
    if (assertionResults.length === 0 && status === 'failed') {
      return [
        { file, title: '(the file itself)', outcome: 'failed', milliseconds: 0, demands: [] },
      ];
    }
    return assertionResults.map((each) => ({
      file,
      title: [...each.ancestorTitles, each.title].join(' › '),
      outcome: each.status === 'passed' || each.status === 'failed' ? each.status : 'skipped',
      milliseconds: each.duration ?? 0,
      demands: each.meta.demands ?? [],
    }));
  });
}

const OUTCOMES = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
  skipped: 'skipped',
} as const;

function ofSuite({ file, specs, suites = [] }: PlaywrightSuite): TestResult[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, annotations, results }) => ({
      file: basename(file),
      title,
      outcome: OUTCOMES[status],
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      demands: annotations.flatMap(({ type, description }) =>
        type === 'demand' && description !== undefined ? [description] : [],
      ),
    })),
  );
  return [...own, ...suites.flatMap(ofSuite)];
}
