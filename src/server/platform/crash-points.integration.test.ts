// Crash points end the process at the requested pass, and never by mistake.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { crashPoints } from './crash-points.ts';
import type * as CrashPoints from './crash-points.ts';

let loads = 0;

/** Passes a point three times with code that was loaded anew, in this environment. Returns the passes, and the kills. */
async function passThrice(env: Record<string, string>) {
  for (const name of ['NODE_ENV', 'CRASH_AT']) vi.stubEnv(name, env[name]);
  const killed: unknown[][] = [];
  const kill = vi.spyOn(process, 'kill').mockImplementation((...args) => {
    killed.push(args);
    throw new Error('killed');
  });
  onTestFinished(() => {
    kill.mockRestore();
    vi.unstubAllEnvs();
  });
  const code = `${import.meta.resolve('./crash-points.ts')}?${(loads += 1)}`;
  const { crashAt } = (await import(code)) as typeof CrashPoints;
  let passed = 0;
  try {
    for (; passed < 3; passed += 1) crashAt('settle:in-transaction');
  } catch (error) {
    if (killed.length === 0) throw error;
  }
  return { passed, killed };
}

it.each([
  ['settle:in-transaction', 0],
  ['settle:in-transaction:3', 2],
])('CRASH_AT=%s ends the process at once', async (CRASH_AT, passed) => {
  const killed = [[process.pid, 'SIGKILL']];
  expect(await passThrice({ NODE_ENV: 'test', CRASH_AT })).toEqual({ passed, killed });
});

it.each([
  { NODE_ENV: 'production', CRASH_AT: 'settle:in-transaction' },
  { CRASH_AT: 'settle:in-transaction' },
  { NODE_ENV: 'test', CRASH_AT: 'settle:after-commit' },
  { NODE_ENV: 'test', CRASH_AT: 'settle:in-transaction:4' },
  { NODE_ENV: 'test' },
])('%o does not end the process', async (env) => {
  expect(await passThrice(env)).toEqual({ passed: 3, killed: [] });
});

it('an unknown crash point is an error', async () => {
  const passing = passThrice({ NODE_ENV: 'test', CRASH_AT: 'settle:nowhere:2' });
  await expect(passing).rejects.toThrow('CRASH_AT names no crash point: settle:nowhere');
});

it('is nothing but a signal that no process survives', () => {
  const program = `
    import { crashAt } from ${JSON.stringify(join(import.meta.dirname, 'crash-points.ts'))};
    crashAt('settle:in-transaction');
    process.stdout.write('alive');
  `;
  const env = { NODE_ENV: 'test', CRASH_AT: 'settle:in-transaction' };
  const args = ['--input-type=module', '--eval', program];
  const { signal, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect({ signal, stdout }).toEqual({ signal: 'SIGKILL', stdout: '' });
});

it('each crash point is in exactly one place of the code', () => {
  const server = join(import.meta.dirname, '..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const passed = files
    .map((file) => readFileSync(join(server, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/crashAt\(['`]([^'`]+)['`]\)/g)])
    .flatMap(([, point = '']) =>
      // One line of check-attempt.ts is a point of each of its two callers.
      point.startsWith('${source}:')
        ? ['status', 'reconcile'].map((source) => point.replace('${source}', source))
        : point,
    );
  expect(passed.toSorted()).toEqual([...crashPoints].toSorted());
});
