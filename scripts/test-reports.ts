// Reads the JSON reports of Vitest and Playwright into one list of results.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export const REPORTS = join(import.meta.dirname, '../.cache/reports');

export interface TestResult {
  /** The file's name, without its folder. */
  file: string;
  /** The test's title after those of its blocks. */
  title: string;
  outcome: 'passed' | 'failed' | 'skipped';
  milliseconds: number;
  /** Why it failed: the first lines of the error, with the browser's window if it has one. */
  reason?: string;
  /** The ids of tests/demands.json that the test's `covers` names. */
  demands: string[];
}

interface VitestReport {
  testResults: {
    name: string;
    /** The error of a file that failed to load. */
    message: string;
    status: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      duration?: number;
      failureMessages: string[];
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
      projectName: string;
      annotations: { type: string; description?: string }[];
      results: { duration: number; errors: { message?: string }[] }[];
    }[];
  }[];
}

/** Returns the results of a part of the run; undefined if it has no report. */
export function readReport(part: string): TestResult[] | undefined {
  const file = join(REPORTS, `${part}.json`);
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8')) as
    VitestReport | { suites: PlaywrightSuite[] };
  return 'suites' in report ? report.suites.flatMap((suite) => ofSuite(suite)) : ofVitest(report);
}

function ofVitest({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = basename(name);
    if (assertionResults.length === 0 && status === 'failed') {
      const reason = firstLines(message);
      const title = '(the file itself)';
      return [{ file, title, outcome: 'failed', milliseconds: 0, reason, demands: [] }];
    }
    return assertionResults.map((each) => ({
      file,
      title: [...each.ancestorTitles, each.title].join(' › '),
      outcome: each.status === 'passed' || each.status === 'failed' ? each.status : 'skipped',
      milliseconds: each.duration ?? 0,
      ...(each.failureMessages[0] && { reason: firstLines(each.failureMessages[0]) }),
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
    tests.map(({ status, projectName, annotations, results }) => ({
      file: basename(file),
      title,
      outcome: OUTCOMES[status],
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      ...(status === 'unexpected' && {
        reason: `${projectName}: ${firstLines(messages(results[0]?.errors))}`,
      }),
      demands: annotations.flatMap(({ type, description }) =>
        type === 'demand' && description !== undefined ? [description] : [],
      ),
    })),
  );
  return [...own, ...suites.flatMap(ofSuite)];
}

/** Returns the errors of a journey. Of a timeout, the first says that it was one, the second what was waited for. */
function messages(errors: readonly { message?: string }[] = []): string {
  return errors.map(({ message }) => message).join('\n') || 'no error is recorded';
}

/** Returns the first lines of an error without colours and empty lines. */
function firstLines(error: string): string {
  const lines = stripVTControlCharacters(error).split('\n');
  return lines
    .filter((line) => line.trim())
    .slice(0, 8)
    .map((line) => line.slice(0, 300))
    .join('\n');
}
