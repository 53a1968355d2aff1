// Crash points end the process at the requested pass, and never by mistake.
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

const TEST = { NODE_ENV: 'test' };
const CRASH_AT = 'settle:in-transaction';

it.each([
  [{ ...TEST, CRASH_AT }, 0],
  [{ ...TEST, CRASH_AT: `${CRASH_AT}:3` }, 2],
  [{ ...TEST, CRASH_AT: `${CRASH_AT}:4` }, 3],
  [{ ...TEST, CRASH_AT: 'settle:after-commit' }, 3],
  [TEST, 3],
  [{ CRASH_AT }, 3],
  [{ NODE_ENV: 'production', CRASH_AT }, 3],
])('with %o, %i of three passes go on', async (env, passed) => {
  const killed = passed < 3 ? [[process.pid, 'SIGKILL']] : [];
  expect(await passThrice(env)).toEqual({ passed, killed });
});

it('an unknown crash point is an error', async () => {
  const passing = passThrice({ NODE_ENV: 'test', CRASH_AT: 'settle:nowhere:2' });
  await expect(passing).rejects.toThrow('CRASH_AT names no crash point: settle:nowhere');
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
