// Selects the attempts to check. A lease keeps processes that share a database from asking about the
// same attempt; the lease of a process that died runs out.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../platform/database/open.ts';
import type { AttemptState, Schema } from '../platform/database/schema.ts';
import type { Attempt } from './attempts.ts';
import type { ReconcileTimes } from './reconcile-times.ts';

interface Database {
  db: Kysely<Schema>;
  kind: DatabaseKind;
}

/**
 * Leases up to `count` attempts that are due, the longest due first. Unpaid ones with a payment that was heard
 * of come before all others: no number of attempts that nobody begins to pay delays money.
 */
export async function leaseDue(
  database: Database,
  now: Date,
  times: ReconcileTimes,
  count: number,
): Promise<Attempt[]> {
  const seen = await leaseSome(database, now, times, count, true);
  if (seen.length === count) return seen;
  return [...seen, ...(await leaseSome(database, now, times, count - seen.length, false))];
}

function leaseSome(
  { db, kind }: Database,
  now: Date,
  { after, lease }: ReconcileTimes,
  count: number,
  isSeen: boolean,
): Promise<Attempt[]> {
  const at = now.toISOString();
  const due = db
    .selectFrom('payment_attempt')
    .select('id')
    .$if(isSeen, (query) =>
      query
        .where('state', '=', sql.lit<AttemptState>('paying'))
        .where('payment_seen_at', 'is not', null),
    )
    .where('next_check_at', '<=', at)
    .where('created_at', '<=', new Date(now.getTime() - after).toISOString())
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .orderBy('next_check_at')
    .limit(count)
    // Rows that a settlement or another process has locked can wait for the next round.
    .$if(kind === 'postgres', (query) => query.forUpdate().skipLocked());
  return (
    db
      // As a subquery of the update it could be evaluated more than once, and return other rows each time.
      .with(
        (cte) => cte('due').materialized(),
        () => due,
      )
      .updateTable('payment_attempt')
      .set({ leased_until: new Date(now.getTime() + lease).toISOString() })
      .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
      .returningAll()
      .execute()
  );
}

/** Ends the lease of an attempt, which is checked again at `next.at`, or never. */
export async function endLease(
  db: Kysely<Schema>,
  { id, leased_until, next_check_at }: Attempt,
  next: { at: Date | undefined; checks: number },
): Promise<void> {
  const ended = await db
    .updateTable('payment_attempt')
    .set({
      leased_until: null,
      next_check_at: next.at?.toISOString() ?? null,
      checks: next.checks,
    })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until)
    .where('next_check_at', '=', next_check_at)
    .returning('id')
    .executeTakeFirst();
  if (ended !== undefined) return;
  // If the next check was brought forward while the provider was being asked, that time stands.
  await db
    .updateTable('payment_attempt')
    .set({ leased_until: null })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until)
    .execute();
}

/** For a process that is alone on its database: leases that exist when it starts are those of one that died. */
export async function endAllLeases(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ leased_until: null, opening_until: null })
    .where((eb) => eb.or([eb('leased_until', 'is not', null), eb('opening_until', 'is not', null)]))
    .execute();
}
