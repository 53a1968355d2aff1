// The fault matrix (docs/fault-matrix.md), row by row: real processes, a real provider's wire format, real kills. The
// same rows run on SQLite and on PostgreSQL, there with two shops that share the database.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import { isLetterToCome } from './ledger.ts';
import { COMPARE_EVERY_MS, CONVERGES_WITHIN_MS } from './play.ts';
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

/** Parts of the matrix, each in a world of its own. Only in S7 does the shop ask by itself. */
const parts = {
  'S1 to S6': { rows: [...beginRows, ...confirmRows, ...webhookRows] },
  S7: { rows: reconcileRows, reconcileAfter: 200 },
  processes: { rows: troubleRows },
};
const shopsOn = { sqlite: 1, postgres: 2 } as const;
const patiently = { timeout: CONVERGES_WITHIN_MS, interval: COMPARE_EVERY_MS };

/** Describes a part of the matrix on one of the databases. */
export function matrixOn(kind: 'sqlite' | 'postgres', part: keyof typeof parts): void {
  const shops = shopsOn[kind];
  const { rows, ...more } = parts[part];

  describe(`the fault matrix, ${part}, on ${kind} with ${shops} shop(s)`, () => {
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
    // By '%s', because '$name' cuts long titles short, and docs/fault-matrix.md names them whole.
    const named = here.map((row) => [row.name, row] as const);
    it.each(named)('%s', { timeout: 120_000 }, async (_name, row) => {
      await row.run(stage);
      const found = async () =>
        (await compareAll(stage.world)).filter((each) => !isLetterToCome(each));
      await expect.poll(found, patiently).toEqual([]);
    });

    it('and after all of it the ledger agrees with the books', { timeout: 150_000 }, async () => {
      const { world, accounts } = stage;
      await expect.poll(() => compareAll(world), patiently).toEqual([]);
      const { ledger, violations } = await audit(world, accounts, []);
      expect(violations).toEqual([]);
      expect(ledger.payments.length).toBeGreaterThan(here.length);
    });
  });
}
