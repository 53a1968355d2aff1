// Runs the parts of `npm test`, cheapest first, even if one fails. The build runs in parallel with the checks, because
// only the later parts need it. Prints a table of durations at the end.
// `--all` adds the slow parts of `npm run test:all`; `--check` is `npm run check`: only the parts that need just Node.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkDemands, readResults, REPORTS } from './demands-reporter.ts';
import { prepare } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';

const { values: is } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');
const environment: NodeJS.ProcessEnv = { ...process.env, ...(is.all && { MAALAI_TESTS: 'all' }) };

/** Journeys that may need a second attempt in one run (docs/decisions/tests.md). */
const MOST_UNSTEADY = 2;

const parts: { name: string; seconds: number; isOk: boolean }[] = [];

async function part(name: string, run: () => Promise<boolean>): Promise<boolean> {
  const began = performance.now();
  const isOk = await run();
  parts.push({ name, seconds: (performance.now() - began) / 1000, isOk });
  return isOk;
}

/** Runs a program of the project as a part. Shows its output if it failed, or live if `isLive`. */
function program(name: string, command: string, isLive = false): Promise<boolean> {
  const output = isLive ? 'inherit' : 'pipe';
  return part(name, async () => {
    const args = ['--disable-warning=ExperimentalWarning', ...command.split(' ')];
    const stdio = ['ignore', output, output] as const;
    const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: [...stdio] });
    const lines: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk));
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) process.stderr.write(Buffer.concat(lines));
    return code === 0;
  });
}

const bin = 'node_modules/.bin';
const recorder = './scripts/demands-reporter.ts';
const cached = '--cache --cache-strategy content --cache-location .cache/prettier';

/** Runs a project of vitest.config.ts. */
const vitest = (project: string) =>
  program(
    project,
    `${bin}/vitest run --project ${project} --reporter default --reporter ${recorder}`,
    true,
  );

const checks = () =>
  Promise.all([
    program('format', `${bin}/prettier --check . --log-level warn ${cached}`),
    program('lint', `${bin}/oxlint --deny-warnings`),
    program(
      'types',
      'node_modules/typescript/bin/tsc --noEmit -p . --incremental --tsBuildInfoFile .cache/types.json',
    ),
    vitest('unit'),
  ]);

/** Many tests start the shop, so it is built once and the system's programs are found once. */
async function setUp(): Promise<boolean> {
  try {
    const [programs] = await Promise.all([
      systemPrograms({ withEngines: is.all }),
      prepare({ withBuild: true }),
    ]);
    Object.assign(environment, programs);
    return true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return false;
  }
}

/** Prints what the run does not show. Resolves to whether it shows every demand. */
async function demandsAreShown(): Promise<boolean> {
  const complaints = checkDemands();
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
  return complaints.length === 0;
}

const began = performance.now();
rmSync(REPORTS, { recursive: true, force: true });

if (is.check) await checks();
else {
  const [isReady] = await Promise.all([part('browser, PostgreSQL, build', setUp), checks()]);
  if (isReady) {
    await vitest('integration');
    await vitest('races');
    await program('journeys', `${bin}/playwright test --reporter list,${recorder}`, true);
    if (is.all) {
      await vitest('engines');
      await program('random schedules', 'tests/races/run.ts --schedules 300', true);
      await program('failover', 'tests/failover/run.ts --seconds 6 --rate 6', true);
      await program('version before', 'tests/previous-version.ts', true);
      await program('mutation', 'tests/mutation/run.ts', true);
    }
    await part('demands', demandsAreShown);
  }
}
summarise();

function summarise(): void {
  const write = (text: string) => process.stdout.write(`${text}\n`);
  const row = (name: string, seconds: number, rest: string | number) =>
    write(`${name.padEnd(28)}${seconds.toFixed(1).padStart(8)}${String(rest).padStart(7)}`);
  const results = parts.flatMap(({ name }) => readResults(name));
  write(`\n${'part'.padEnd(28)}${'seconds'.padStart(8)}${'tests'.padStart(7)}`);
  for (const { name, seconds, isOk } of parts) {
    row(name, seconds, isOk ? readResults(name).length || '' : 'FAILED');
  }
  const limit = is.check ? 40 : 600;
  row('all', (performance.now() - began) / 1000, is.all ? '' : `  (is to stay below ${limit})`);
  write('\nThe slowest ten:');
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
  for (const { test, milliseconds } of slowest) {
    write(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${test}`);
  }
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const unsteady = passed.filter(({ error }) => error !== undefined);
  for (const [word, named] of Object.entries({ FAILED: failed, UNSTEADY: unsteady })) {
    for (const { test, error = '' } of named)
      write(`${word}  ${test}\n  ${error.replaceAll('\n', '\n  ')}`);
  }
  write(`\n${passed.length} passed, ${unsteady.length} of them unsteady, ${failed.length} failed`);
  const isOk = parts.every((each) => each.isOk) && unsteady.length <= MOST_UNSTEADY;
  process.exitCode = isOk ? 0 : 1;
}
