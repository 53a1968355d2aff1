// Runs the parts of `npm test`, cheapest first, even if one fails. The build runs in parallel with the checks, because
// only the later parts need it. Prints a table of durations at the end.
// `--all` adds the slow parts of `npm run test:all`; `--check` is `npm run check`: only the parts that need just Node.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';
import { readReport, REPORTS } from './test-reports.ts';

const root = join(import.meta.dirname, '..');
const isAll = process.argv.includes('--all');
const isCheck = process.argv.includes('--check');
const bin = (name: string) => join('node_modules/.bin', name);
const environment: NodeJS.ProcessEnv = { ...process.env, ...(isAll && { MAALAI_TESTS: 'all' }) };

interface Part {
  name: string;
  seconds: number;
  isOk: boolean;
  /** The number of tests, for parts that are tests. */
  tests?: number;
}

const parts: Part[] = [];

async function part(name: string, run: () => Promise<boolean>): Promise<boolean> {
  const began = performance.now();
  const isOk = await run();
  const tests = readReport(name)?.length;
  parts.push({
    name,
    seconds: (performance.now() - began) / 1000,
    isOk,
    ...(tests !== undefined && { tests }),
  });
  return isOk;
}

/**
 * Runs a program of the project and resolves to whether it succeeded. Shows its output if it failed, or live if
 * `isLive`.
 */
function node(args: readonly string[], isLive = false): Promise<boolean> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

/** Runs one or several projects of vitest.config.ts. */
const vitest = (...projects: string[]) =>
  node(
    [
      bin('vitest'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(REPORTS, `${projects[0]}.json`)}`,
    ],
    true,
  );

async function setUp(): Promise<boolean> {
  try {
    // Many tests start the shop, so it is built once and its programs are found once.
    const [programs] = await Promise.all([
      systemPrograms({ withEngines: isAll }),
      prepare({ withBuild: true }),
    ]);
    Object.assign(environment, programs);
    return true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return false;
  }
}

const checks = async () => {
  await Promise.all([
    part('format', () => node([bin('prettier'), '--check', '.', '--log-level', 'warn'])),
    part('lint', () => node([bin('oxlint'), '--deny-warnings'])),
    part('types', () => node(['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'])),
  ]);
  await part('unit', () => vitest('unit'));
};

const began = performance.now();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

if (isCheck) await checks();
else {
  const [isReady] = await Promise.all([part('browser, PostgreSQL, build', setUp), checks()]);
  if (isReady) {
    await part('integration', () => vitest('integration'));
    await part('races', () => vitest('races'));
    await part('journeys', () => node([bin('playwright'), 'test'], true));
    if (isAll) {
      await part('engines', () => vitest('engines'));
      await part('random schedules', () =>
        node(['tests/races/run.ts', '--schedules', '300'], true),
      );
      await part('mutation', () => node(['tests/mutation/run.ts'], true));
    }
    await part('coverage', () => node(['scripts/coverage.ts', ...(isAll ? ['--no-page'] : [])]));
  }
}
summarise();

function summarise(): void {
  const write = (text: string) => process.stdout.write(`${text}\n`);
  const results = parts.flatMap(({ name }) => readReport(name) ?? []);
  write(`\n${'part'.padEnd(28)}${'seconds'.padStart(8)}${'tests'.padStart(7)}`);
  for (const { name, seconds, tests, isOk } of parts) {
    const count = String(tests ?? '').padStart(7);
    write(`${name.padEnd(28)}${seconds.toFixed(1).padStart(8)}${count}${isOk ? '' : '  FAILED'}`);
  }
  const limit = isCheck ? 45 : 600;
  const all = ((performance.now() - began) / 1000).toFixed(1).padStart(8);
  write(`${'all'.padEnd(28)}${all}${isAll ? '' : `  (is to stay below ${limit})`}`);
  write('\nThe slowest ten:');
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
  for (const { file, title, milliseconds } of slowest) {
    write(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file} › ${title}`);
  }
  for (const { file, title, reason = '' } of results.filter(
    ({ outcome }) => outcome === 'failed',
  )) {
    write(`FAILED  ${file} › ${title}\n${reason.replaceAll(/^/gm, '        ')}`);
  }
  const count = (outcome: string) => results.filter((each) => each.outcome === outcome).length;
  write(`\n${count('passed')} passed, ${count('failed')} failed`);
  const isWhole = isCheck || existsSync(join(REPORTS, 'journeys.json'));
  process.exitCode = isWhole && parts.every(({ isOk }) => isOk) ? 0 : 1;
}
