// What is checked, and deleted by another transaction before it is used.
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { expect } from 'vitest';
import type { DatabaseKind } from '../../../src/server/platform/database/open.ts';
import type { Database, Schema } from '../../../src/server/platform/database/schema.ts';

/** Resolves once a transaction waits for the lock of another one; at once where only one can write. */
export async function untilOneWaits(db: Database, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') return;
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const count = async () => (await waiting.execute(db)).rows.length;
  await expect.poll(count, { timeout: 8_000 }).toBeGreaterThan(0);
}

/** Makes a change, and commits it once what was sent waits for it. Resolves to the response. */
export async function whileWaiting<T>(
  { db, kind }: { db: Database; kind: DatabaseKind },
  change: (trx: Transaction<Schema>) => Promise<unknown>,
  send: () => Promise<T>,
): Promise<T> {
  const { response } = await db.transaction().execute(async (trx) => {
    await change(trx);
    const sent = send();
    await untilOneWaits(db, kind);
    return { response: sent };
  });
  return response;
}
