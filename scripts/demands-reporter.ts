// Records the results of a run, as a reporter of Vitest and of Playwright alike, and compares them with the demands of
// tests/demands.json: each needs a test that passed, named by its `covers`, and no test may be skipped.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase as Journey, TestResult as JourneyRun } from '@playwright/test/reporter';
import type { TestCase } from 'vitest/node';

const root = join(import.meta.dirname, '..');
export const REPORTS = join(root, '.cache/reports');
const PAGE = join(root, '.cache/coverage.md');
/** The parts of the run that show demands. */
const PARTS = ['unit', 'integration', 'races', 'journeys'];

interface Result {
  part: string;
  /** The file's name without its folder, and the test's title after those of its blocks. */
  test: string;
  outcome: 'passed' | 'failed' | 'skipped';
  milliseconds: number;
  demands: readonly string[];
  /** The first lines of the error of its last attempt that failed. */
  error?: string;
}

const errorBeginning = (error: { message?: string } | undefined) =>
  error && { error: stripVTControlCharacters(error.message ?? '').slice(0, 600) };

export default class DemandsReporter {
  /** By test: the result of its last attempt. */
  readonly #results = new Map<string, Result>();

  /** Vitest: a test has ended. */
  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    this.#results.set(test.id, {
      part: test.project.name,
      test: `${basename(test.module.moduleId)} › ${test.fullName.replaceAll(' > ', ' › ')}`,
      outcome: state === 'pending' ? 'failed' : state,
      milliseconds: test.diagnostic()?.duration ?? 0,
      demands: test.meta().demands ?? [],
      ...errorBeginning(errors?.[0]),
    });
  }

  onTestRunEnd(): void {
    this.#save();
  }

  /** Playwright: an attempt at a test has ended. */
  onTestEnd(test: Journey, { status, duration, error }: JourneyRun): void {
    const demands = test.annotations.filter(({ type }) => type === 'demand');
    this.#results.set(test.id, {
      // The error of an attempt that failed stays beside the one that passed
      ...this.#results.get(test.id),
      part: 'journeys',
      test: `${basename(test.location.file)} › ${test.title}`,
      outcome: status === 'passed' || status === 'skipped' ? status : 'failed',
      milliseconds: duration,
      demands: demands.map(({ description = '' }) => description),
      ...errorBeginning(error),
    });
  }

  onEnd(): void {
    this.#save();
  }

  #save(): void {
    mkdirSync(REPORTS, { recursive: true });
    for (const [part, results] of Map.groupBy(this.#results.values(), (result) => result.part)) {
      writeFileSync(join(REPORTS, `${part}.json`), JSON.stringify(results));
    }
  }
}

/** Returns the results of a part of the run; none if it has not run. */
export function readResults(part: string): Result[] {
  const file = join(REPORTS, `${part}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

interface Section {
  section: string;
  level: number;
  demands: { id: string; demand: string; built: string[] }[];
}

/** Writes the page of demands and their tests. Returns a complaint for all that the run does not show. */
export function checkDemands(): string[] {
  const sections: Section[] = JSON.parse(readFileSync(join(root, 'tests/demands.json'), 'utf8'));
  const results = PARTS.flatMap(readResults);
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const complaints = PARTS.filter((part) => readResults(part).length === 0).map(
    (part) => `the part '${part}' has left no results`,
  );
  for (const { test, outcome } of results) {
    if (outcome === 'skipped') complaints.push(`${test} was skipped`);
  }

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
      if (tests.length === 0) complaints.push(`no test that passed shows ${id}: ${demand}`);
      const lost = built.filter((file) => !existsSync(join(root, 'src', file)));
      complaints.push(...lost.map((file) => `${id} is built in ${file}: no such file`));
    }
    lines.push('');
  }
  writeFileSync(PAGE, lines.join('\n'));

  const matrix = readFileSync(join(root, 'docs/fault-matrix.md'), 'utf8');
  for (const [, file = '', title = ''] of matrix.matchAll(/`([\w.-]+) › ([^`]+)`/g)) {
    if (!passed.some(({ test }) => test.startsWith(`${file} › `) && test.includes(title)))
      complaints.push(`docs/fault-matrix.md: ${file} › ${title} has not passed`);
  }
  return complaints;
}
