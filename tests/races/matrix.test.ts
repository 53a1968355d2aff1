// The fault matrix (docs/fault-matrix.md), row by row, on both databases and on two processes that share
// one: real processes, a real provider's wire format, real kills.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import { isLetterToCome } from './ledger.ts';
import { CONVERGES_WITHIN_MS } from './play.ts';
import { audit, compareAll } from './race.ts';
import { beginRows } from './rows/begin.ts';
import { confirmRows } from './rows/confirm.ts';
import { reconcileRows } from './rows/reconcile.ts';
import { stageOf } from './rows/row.ts';
import type { Stage } from './rows/row.ts';
import { troubleRows } from './rows/trouble.ts';
import { webhookRows } from './rows/webhook.ts';
import { signUp } from './shopper.ts';
import { startWorld } from './world.ts';

const told = [...beginRows, ...confirmRows, ...webhookRows, ...troubleRows];
const kinds = [
  { name: 'SQLite', kind: 'sqlite', shops: 1 },
  { name: 'PostgreSQL with two shops behind a proxy', kind: 'postgres', shops: 2 },
] as const;
const patiently = { timeout: CONVERGES_WITHIN_MS };
/** In the first the shop is told, in the second it has to ask. */
const parts = [
  { part: 'S1 to S6', rows: told },
  { part: 'S7', rows: reconcileRows, reconcileAfter: 200 },
];
const worlds = kinds.flatMap((kind) => parts.map((part) => ({ ...kind, ...part })));

describe.each(worlds)('the fault matrix, $part, on $name', ({ kind, shops, rows, ...more }) => {
  let stage: Stage;
  const running = new AsyncDisposableStack();
  beforeAll(async () => {
    const cluster = kind === 'postgres' ? await startPostgres() : undefined;
    if (cluster) running.defer(() => cluster.stop());
    const world = await startWorld({ cluster, shops, ...more });
    running.defer(() => world.close());
    stage = stageOf(world, await signUp(world.origin, 6));
  });
  afterEach(() => stage.world.heal());
  afterAll(() => running.disposeAsync());

  const here = rows.filter(({ on }) => on?.({ kind, shops }) ?? true);
  it.each(here)('$name', { timeout: 120_000 }, async (row) => {
    await row.run(stage);
    const found = async () =>
      (await compareAll(stage.world)).filter((each) => !isLetterToCome(each));
    await expect.poll(found, patiently).toEqual([]);
  });

  it(
    'and after all of it the whole ledger agrees with the books',
    { timeout: 150_000 },
    async () => {
      const { world, accounts } = stage;
      await expect.poll(() => compareAll(world), patiently).toEqual([]);
      const { ledger, violations } = await audit(world, accounts, []);
      expect(violations).toEqual([]);
      expect(ledger.payments.length).toBeGreaterThan(rows.length);
    },
  );
});
