// Crash points end the process at the requested pass, and never by mistake.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { crashPoints } from './crash-points.ts';
import type * as CrashPoints from './crash-points.ts';

let loads = 0;

/** Loads the code anew in this environment, and passes a point three times. Resolves to the passes that end the process. */
async function passThrice(env: Record<string, string>): Promise<number[]> {
  for (const name of ['NODE_ENV', 'CRASH_AT']) vi.stubEnv(name, env[name]);
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  onTestFinished(() => {
    kill.mockRestore();
    vi.unstubAllEnvs();
  });
  const code = `${import.meta.resolve('./crash-points.ts')}?${(loads += 1)}`;
  const { crashAt } = (await import(code)) as typeof CrashPoints;
  return [1, 2, 3].filter(() => {
    crashAt('settle:in-transaction');
    return kill.mock.calls
      .splice(0)
      .some(([id, signal]) => id === process.pid && signal === 'SIGKILL');
  });
}

const TEST = { NODE_ENV: 'test' };
const CRASH_AT = 'settle:in-transaction';

it.each<[Record<string, string>, number[]]>([
  [{ ...TEST, CRASH_AT }, [1]],
  [{ ...TEST, CRASH_AT: `${CRASH_AT}:3` }, [3]],
  [{ ...TEST, CRASH_AT: `${CRASH_AT}:4` }, []],
  [{ ...TEST, CRASH_AT: 'settle:after-commit' }, []],
  [TEST, []],
  [{ CRASH_AT }, []],
  [{ NODE_ENV: 'production', CRASH_AT }, []],
])('with %o, of three passes %o end the process', async (env, ends) => {
  expect(await passThrice(env)).toEqual(ends);
});

it('an unknown crash point is an error', async () => {
  const passing = passThrice({ ...TEST, CRASH_AT: 'settle:nowhere:2' });
  await expect(passing).rejects.toThrow('CRASH_AT names no crash point: settle:nowhere');
});

it('each crash point is in exactly one place of the code', () => {
  const server = join(import.meta.dirname, '..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' });
  const code = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const passed = code
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
