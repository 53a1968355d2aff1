// Brings forward the reconciler's next look at an attempt whose payment gave a sign of life, and puts it
// before those that nobody has begun to pay.
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Has the provider asked about the attempt at the reconciler's next turn, and often from then on. */
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
    // One that is due has its turn; one that is being looked at may have been asked about too early.
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
