// Random schedules of shoppers, faults, kills and restarts, of fixed seeds. `npm run races` runs any number of others.
import { describe, expect, it } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import { ACCOUNTS, race } from './race.ts';
import { scheduleOf } from './schedule.ts';
import { count } from './tally.ts';

const patiently = { timeout: 3_600_000 };
const first = (length: number) => Array.from({ length }, (_, i) => i + 1);
const worlds = [
  { kind: 'sqlite', shops: 1, seeds: first(200) },
  { kind: 'postgres', shops: 1, seeds: first(100) },
  { kind: 'postgres', shops: 2, seeds: first(100) },
] as const;
const [onSqlite, ...onPostgres] = worlds;

describe.concurrent('random races end without violations', () => {
  it('on SQLite', patiently, async () => {
    const { seeds, shops } = onSqlite;
    expect(await race({ seeds, shops })).toBe(seeds.length);
  });

  it.each(onPostgres)('on PostgreSQL, $shops shop(s)', patiently, async ({ shops, seeds }) => {
    await using running = new AsyncDisposableStack();
    const cluster = await startPostgres({ isDurable: true });
    running.defer(() => cluster.stop());
    expect(await race({ seeds, shops, cluster })).toBe(seeds.length);
  });
});

/**
 * How often each must be drawn at least. What comes of it depends on the machine: on a slow one a moment may not come, and
 * a fault may never apply.
 */
const least = {
  'kill the shop': 50,
  'deploy the shop': 5,
  'kill the provider': 10,
  'cut a proxy': 20,
  'lose the database': 5,
  'call: drop': 20,
  'call: error': 20,
  'webhook: drop': 20,
  'webhook: duplicate': 20,
  'refund a part': 30,
  'refund all': 30,
  'mark as sent': 50,
  undo: 30,
  'correct the address': 50,
  'mark as being made': 50,
  'write a note': 50,
  'send the receipt again': 50,
  closed: 20,
  late: 10,
};

it('random races have enough disturbances and faults of each kind', () => {
  const drawn: Record<string, number> = {};
  for (const { seeds, ...setting } of worlds) {
    for (const seed of seeds) {
      const schedule = scheduleOf(seed, { ...setting, accounts: ACCOUNTS });
      for (const { kind } of schedule.disturbances) count(drawn, kind);
      for (const { on, action } of schedule.faults)
        count(drawn, `${on === 'http' ? 'call' : on}: ${action}`);
      for (const act of schedule.plans.flatMap(({ acts }) => acts)) count(drawn, act);
      if (schedule.halt) count(drawn, schedule.halt.set.mode);
    }
  }
  const tooSeldom = Object.entries(least).filter(([kind, n]) => (drawn[kind] ?? 0) < n);
  expect({ drawn, tooSeldom }).toEqual({ drawn, tooSeldom: [] });
});
