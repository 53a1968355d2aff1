// Runs the parts of `npm test`, cheapest first, even if one fails. The build runs in parallel with the checks, because
// only the later parts need it. Prints a table of durations at the end.
// `--all` adds what only `npm run test:all` has; `--check` is `npm run check`: only the parts that need just Node; `--write`
// formats instead of checking the format. Words select test files by a part of their path, and then nothing else runs.
import { spawn } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './setup/prepare.mjs';
import { systemPrograms } from './setup/system.mjs';
import { complaints, readResults, reportPath, REPORTS } from './test-reports.ts';

const { values: is, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');
const environment: NodeJS.ProcessEnv = { ...process.env, ...(is.all && { MAALAI_TESTS: 'all' }) };
const write = (text: string) => process.stdout.write(`${text}\n`);

const parts: { name: string; seconds: number; isOk: boolean }[] = [];
/** What a part wrote that failed and has no reports. */
const outputs = new Map<string, string>();

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
    if (code !== 0 && !isLive) {
      const text = Buffer.concat(lines).toString();
      process.stderr.write(text);
      outputs.set(name, text);
    }
    return code === 0;
  });
}

const bin = 'node_modules/.bin';

/** The parts that run test files, with those that the words select. The first that fits a file has it. */
const suites = {
  journeys: /\.journey\.ts$/,
  'races alone': /^tests\/races\/.*\.all\.test/,
  'integration and races': /\.integration\.|^tests\/races\//,
  'the real thing': /^tests\/(?:engines|fuzz)\//,
  unit: /\.test\.tsx?$/,
};
type Suite = keyof typeof suites;
const selected = Object.groupBy(
  globSync('{src,emulators,scripts,deploy,tests}/**/*.{test.ts,test.tsx,journey.ts}', { cwd: root })
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .filter((file) => is.all || !/\.all\.test\.tsx?$/.test(file)),
  (file) => Object.entries(suites).find(([, form]) => form.test(file))?.[0] as Suite,
);
const files = (suite: Suite) => (words.length > 0 ? ` ${selected[suite]!.join(' ')}` : '');

/** Runs projects of vitest.config.ts. */
function vitest(suite: Suite, ...projects: string[]): Promise<boolean> {
  const which = projects.map((project) => `--project ${project}`).join(' ');
  const reports = `--reporter default --reporter json --outputFile.json ${reportPath(suite)}`;
  return program(suite, `${bin}/vitest run ${which} ${reports}${files(suite)}`, true);
}

const checks = () =>
  Promise.all([
    ...(words.length > 0
      ? []
      : [
          program('format', `${bin}/oxfmt${is.write ? '' : ' --check'}`),
          program('lint', `${bin}/oxlint --deny-warnings`),
          program(
            'types',
            'node_modules/typescript/bin/tsc --noEmit -p . --incremental --tsBuildInfoFile .cache/types.json',
          ),
        ]),
    ...(selected.unit ? [vitest('unit', 'unit')] : []),
  ]);

/** Many tests start the shop, so it is built once and the system's programs are found once. */
async function setUp(): Promise<boolean> {
  try {
    const [programs] = await Promise.all([
      systemPrograms({ withDeployed: is.all, withEngines: is.all }),
      prepare({ withBuild: true }),
    ]);
    Object.assign(environment, programs);
    return true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return false;
  }
}

/** Programs of `npm run test:all` that are no suite, with their arguments. */
const proofs = {
  'random schedules': 'tests/races/run.ts --schedules 100',
  failover: 'tests/failover/run.ts --seconds 6 --rate 6',
  'version before': 'tests/previous-version.ts',
  // Hours, and it judges the tests rather than the shop, so it runs only when it is named.
  mutation: 'tests/mutation/run.ts',
};
const wantedProofs = Object.entries(proofs).filter(
  ([name, command]) =>
    is.all &&
    (words.length === 0 ? name !== 'mutation' : words.some((word) => command.includes(word))),
);

/** Prints what the run does not show. Resolves to whether it shows what it must. */
async function showsAll(): Promise<boolean> {
  const all = complaints(is.all && words.length === 0);
  all.forEach(write);
  return all.length === 0;
}

const began = performance.now();
rmSync(REPORTS, { recursive: true, force: true });

const { unit: _, ...withShop } = selected;
if (is.check) await checks();
else if (Object.keys(selected).length + wantedProofs.length === 0) {
  write(`No test file has ${words.map((word) => `'${word}'`).join(' or ')} in its path.`);
  process.exit(1);
} else {
  const needsShop = Object.keys(withShop).length + wantedProofs.length > 0;
  const [isReady] = await Promise.all([
    needsShop ? part('browser, PostgreSQL, build', setUp) : true,
    checks(),
  ]);
  if (isReady) {
    if (selected['integration and races'])
      await vitest('integration and races', 'integration', 'races');
    if (selected.journeys)
      await program('journeys', `${bin}/playwright test${files('journeys')}`, true);
    if (selected['races alone']) await vitest('races alone', 'alone');
    if (selected['the real thing']) await vitest('the real thing', 'real');
    for (const [name, command] of wantedProofs) await program(name, command, true);
    await part('nothing skipped', showsAll);
  }
}
summarise();

function summarise(): void {
  const row = (name: string, seconds: number, rest: string | number) =>
    write(`${name.padEnd(28)}${seconds.toFixed(1).padStart(8)}${String(rest).padStart(7)}`);
  const results = parts.flatMap(({ name }) => readResults(name));
  write(`\n${'part'.padEnd(28)}${'seconds'.padStart(8)}${'tests'.padStart(7)}`);
  for (const { name, seconds, isOk } of parts) {
    row(name, seconds, isOk ? readResults(name).length || '' : 'FAILED');
  }
  row('all', (performance.now() - began) / 1000, '');
  write('\nThe slowest ten:');
  const slowest = results.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
  for (const { test, milliseconds } of slowest) {
    write(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${test}`);
  }
  // Again, because the end is what people and a CI's excerpt show.
  for (const [name, output] of outputs) write(`FAILED  ${name}\n${output}`);
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  for (const { test, error } of failed)
    write(`FAILED  ${test}\n  ${error.replaceAll('\n', '\n  ')}`);
  const passed = results.filter(({ outcome }) => outcome === 'passed');
  const red = parts.filter(({ isOk }) => !isOk).map(({ name }) => name);
  const also = red.length > 0 ? `; parts that failed: ${red.join(', ')}` : '';
  write(`\n${passed.length} passed, ${failed.length} failed${also}`);
  process.exitCode = parts.every(({ isOk }) => isOk) ? 0 : 1;
}
