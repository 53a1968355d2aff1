// The fault matrix (docs/fault-matrix.md), row by row, with real processes, the provider's real payloads and real kills.
// The same rows run on SQLite, and on PostgreSQL with two shops that share the database.
import { describe, expect, it } from 'vitest';
import { isAll } from '#support/tier.ts';
import { isEmailToCome } from './ledger.ts';
import { COMPARE_EVERY_MS, CONVERGES_WITHIN_MS } from './play.ts';
import { compareAll } from './race.ts';
import { beginRows } from './rows/begin.ts';
import { confirmRows } from './rows/confirm.ts';
import { reconcileRows } from './rows/reconcile.ts';
import { expectAudit, openStage, stageOfBlock } from './rows/row.ts';
import type { Row } from './rows/row.ts';
import { killRows, troubleRows } from './rows/trouble.ts';

interface Part {
  rows: Row[];
  /** The number of shops on PostgreSQL. */
  shops: 1 | 2;
  reconcileAfter?: number;
}

/** Each part has its own world. */
const parts = {
  'S1 to S6': { rows: [...beginRows, ...confirmRows, ...troubleRows], shops: 2 },
  /** The reconciler runs only here. */
  S7: { rows: reconcileRows, shops: 2, reconcileAfter: 200 },
  /** These rows kill every shop, so a second shop would test nothing more. */
  kills: { rows: killRows, shops: 1 },
} satisfies Record<string, Part>;
const patiently = { timeout: CONVERGES_WITHIN_MS, interval: COMPARE_EVERY_MS };

/** Describes a part of the matrix on one of the databases, if this tier has any row of it there. */
export function matrixOn(kind: 'sqlite' | 'postgres', part: keyof typeof parts): void {
  const { rows, ...more }: Part = parts[part];
  const shops = kind === 'sqlite' ? 1 : more.shops;
  const here = rows.filter(
    ({ on, always }) => (on?.({ kind, shops }) ?? true) && (isAll || always?.includes(kind)),
  );
  if (here.length === 0) return;

  describe(`the fault matrix, ${part}, on ${kind} with ${shops} shop(s)`, () => {
    const stage = stageOfBlock((defer) => openStage(defer, kind, { ...more, shops, accounts: 6 }));

    // '%s', because '$name' truncates long titles, and docs/fault-matrix.md quotes them in full.
    const named = here.map((row) => [row.name, row] as const);
    it.each(named)('%s', { timeout: 120_000 }, async (_name, row) => {
      await row.run(stage());
      const found = async () =>
        (await compareAll(stage().world)).filter((each) => !isEmailToCome(each));
      await expect.poll(found, patiently).toEqual([]);
    });

    it('ends with a ledger that agrees with the books', { timeout: 150_000 }, async () => {
      const { payments } = await expectAudit(stage());
      expect(payments.length).toBeGreaterThan(here.length);
    });
  });
}
