// The only function that changes the state of an attempt.
import type { Kysely, Updateable } from 'kysely';
import type { PaymentAttemptTable, Schema } from '../platform/database/schema.ts';
import { statesBefore } from './attempt-states.ts';
import type { LaterState } from './attempt-states.ts';
import type { Attempt } from './attempts.ts';

type Change = Pick<
  Updateable<PaymentAttemptTable>,
  'reason' | 'provider_order_id' | 'opening_until' | 'next_check_at' | 'checks'
>;

/**
 * Moves an attempt forward. Resolves to the changed attempt, or to undefined if its state does not allow the
 * move. Of several identical moves at the same time, on either database, one succeeds.
 */
export function moveAttempt(
  db: Kysely<Schema>,
  attemptId: string,
  to: LaterState,
  now: Date,
  change: Change = {},
): Promise<Attempt | undefined> {
  return db
    .updateTable('payment_attempt')
    .set({ ...change, state: to, updated_at: now.toISOString() })
    .where('id', '=', attemptId)
    .where('state', 'in', statesBefore(to))
    .returningAll()
    .executeTakeFirst();
}
