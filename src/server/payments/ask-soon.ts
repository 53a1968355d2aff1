// Brings forward the reconciler's next check of an attempt whose payment was heard of, and puts it
// before attempts that nobody has begun to pay.
import type { Kysely } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';

/** Makes the reconciler ask the provider about the attempt in its next round, and often from then on. */
export async function askSoon(db: Kysely<Schema>, attemptId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('payment_attempt')
    .set((eb) => ({
      next_check_at: at,
      checks: 0,
      payment_seen_at: eb.fn.coalesce('payment_seen_at', eb.val(at)),
    }))
    .where('id', '=', attemptId)
    // An attempt that is due is checked anyway. A check under way may have asked the provider too early.
    .where((eb) =>
      eb.or([
        eb('payment_seen_at', 'is', null),
        eb('next_check_at', 'is', null),
        eb('next_check_at', '>', at),
        eb('leased_until', '>', at),
      ]),
    )
    .execute();
}
