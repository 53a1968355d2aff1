// Random schedules of shoppers, faults, kills and restarts: a few fixed seeds in `npm test`, hundreds in
// `npm run test:all`. `npm run races` runs any number of other seeds.
import { describe, expect, it } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import { isAll } from '#support/tier.ts';
import { race } from './race.ts';
import { addPlayed, newTally } from './tally.ts';

const patiently = { timeout: isAll ? 3_600_000 : 300_000 };
const first = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
/**
 * The seeds of `npm test` have a disturbance at a message that is certain to come; in 204 the webhooks of a refund in the
 * provider's dashboard are lost. Half of all schedules have no faults except those of the provider.
 */
const seeds = isAll
  ? { sqlite: first(200), oneShop: first(100), twoShops: first(100) }
  : {
      sqlite: [7, 14, 23, 28, 31, 110, 119, 204, 210],
      oneShop: [14, 31, 73, 123, 204],
      twoShops: [5, 7, 23, 188],
    };

const tally = newTally();
const onPlayed = (...played: [Parameters<typeof addPlayed>[1], number]) =>
  addPlayed(tally, ...played);

describe.concurrent('random races end without violations', () => {
  it('on SQLite', patiently, async () => {
    expect(await race({ seeds: seeds.sqlite, shops: 1, onPlayed })).toBe(seeds.sqlite.length);
  });

  it.each([
    { shops: 1, drawn: seeds.oneShop },
    { shops: 2, drawn: seeds.twoShops },
  ] as const)('on PostgreSQL, $shops shop(s)', patiently, async ({ shops, drawn }) => {
    await using running = new AsyncDisposableStack();
    const cluster = await startPostgres({ isDurable: true });
    running.defer(() => cluster.stop());
    expect(await race({ seeds: drawn, shops, cluster, onPlayed })).toBe(drawn.length);
  });
});

/**
 * How often each must happen at least: about half of what these seeds draw. On a slow machine a moment may not come, and a
 * fault may never apply.
 */
const least = {
  disturbances: 10,
  'kill the shop': 4,
  'lose the database': 2,
  'call:': 2,
  'webhook:': 6,
  parcels: 3,
  refunds: 4,
  undo: 1,
  'correct address': 2,
  making: 1,
  note: 2,
  resend: 4,
  availability: 2,
  refused: 2,
};

it('random races have enough disturbances and faults of each kind', () => {
  const sum = (counts: Record<string, number>, kind = '') =>
    Object.entries(counts).reduce((all, [name, n]) => all + (name.startsWith(kind) ? n : 0), 0);
  const { disturbances, faults } = tally;
  const happened: Record<string, number> = {
    disturbances: sum(disturbances),
    'kill the shop': sum(disturbances, 'kill the shop'),
    'lose the database': sum(disturbances, 'lose the database'),
    'call:': sum(faults, 'call:'),
    'webhook:': sum(faults, 'webhook:'),
    parcels: tally.parcels,
    refunds: tally.refunds,
    refused: tally.refused,
    ...tally.acts,
  };
  const tooSeldom = Object.entries(least).filter(([kind, count]) => (happened[kind] ?? 0) < count);
  expect({ happened, tooSeldom }).toEqual({ happened, tooSeldom: [] });
});
