// What is checked, and deleted by another transaction before it is used.
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { expect } from 'vitest';
import type { DatabaseKind } from '../../../src/server/platform/database/open.ts';
import type { Database, Schema } from '../../../src/server/platform/database/schema.ts';

/** Resolves to whether a transaction of this PostgreSQL database waits for the lock of another one. */
export async function hasWaiting(db: Database): Promise<boolean> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(db)).rows.length > 0;
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
    // What waits may have decoded a picture before, which takes long on a busy machine. SQLite lets nobody else write.
    if (kind === 'postgres')
      await expect.poll(() => hasWaiting(db), { timeout: 45_000 }).toBe(true);
    return { response: sent };
  });
  return response;
}
