// Runs crash points in separate processes: they end the process at the requested pass, and never by mistake.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crashPoints } from './crash-points.ts';

/** Passes a point three times, and prints the number each time. */
function passThrice(env: Record<string, string>) {
  const program = `
    import { crashAt } from ${JSON.stringify(join(import.meta.dirname, 'crash-points.ts'))};
    for (const time of [1, 2, 3]) {
      crashAt('settle:in-transaction');
      process.stdout.write(String(time));
    }
  `;
  const args = ['--input-type=module', '--eval', program];
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, args, {
    env,
    encoding: 'utf8',
  });
  return { signal, status, stdout, stderr };
}

it.each([
  ['settle:in-transaction', ''],
  ['settle:in-transaction:3', '12'],
])('CRASH_AT=%s ends the process at once', (CRASH_AT, passed) => {
  const { signal, stdout } = passThrice({ NODE_ENV: 'test', CRASH_AT });
  expect({ signal, stdout }).toEqual({ signal: 'SIGKILL', stdout: passed });
});

it.each([
  { NODE_ENV: 'production', CRASH_AT: 'settle:in-transaction' },
  { CRASH_AT: 'settle:in-transaction' },
  { NODE_ENV: 'test', CRASH_AT: 'settle:after-commit' },
  { NODE_ENV: 'test', CRASH_AT: 'settle:in-transaction:4' },
  { NODE_ENV: 'test' },
])('%o does not end the process', (env) => {
  expect(passThrice(env)).toMatchObject({ signal: null, status: 0, stdout: '123' });
});

it('an unknown crash point is an error', () => {
  const { status, stderr } = passThrice({ NODE_ENV: 'test', CRASH_AT: 'settle:nowhere:2' });
  expect(status).toBe(1);
  expect(stderr).toContain('CRASH_AT names no crash point: settle:nowhere');
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
