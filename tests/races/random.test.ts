// Random schedules of shoppers, faults, kills and restarts: a fixed few of them in every run of the tests.
// `npm run races` runs others, as many as asked.
import { describe, expect, it } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import { race } from './race.ts';

/** Half a minute on a machine that has nothing else to do. */
const patiently = { timeout: 600_000 };
const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe.concurrent('random races end with zeros', () => {
  it('on SQLite', patiently, async () => {
    expect(await race({ seeds: seeds(40), shops: 1 })).toBe(40);
  });

  it.each([1, 2] as const)('on PostgreSQL, %d shop(s)', patiently, async (shops) => {
    await using running = new AsyncDisposableStack();
    const cluster = await startPostgres({ durable: true });
    running.defer(() => cluster.stop());
    expect(await race({ seeds: seeds(20), shops, cluster })).toBe(20);
  });
});
