// The payments that came in and became no order: flagged when noticed, later marked as refunded. A payment
// for an order that this database does not know has no attempt.
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Schema, SurplusPaymentTable } from '../platform/database/schema.ts';
import type { Attempt } from './attempts.ts';
import type { PaymentFact } from './payment-fact.ts';

export type SurplusPayment = Selectable<SurplusPaymentTable>;

/** Resolves to the row of a surplus payment; undefined if it is none. */
export function findSurplus(
  db: Kysely<Schema>,
  paymentId: string,
): Promise<SurplusPayment | undefined> {
  return db
    .selectFrom('surplus_payment')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** Keeps a payment as flagged, unless it has a row already. `attempt`: undefined if no attempt has its order. */
export async function keepSurplus(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt | undefined,
  { providerPaymentId, amount, currency }: PaymentFact,
  reason: string,
): Promise<void> {
  await trx
    .insertInto('surplus_payment')
    .values({
      payment_id: providerPaymentId,
      attempt_id: attempt?.id ?? null,
      amount,
      currency,
      reason,
      state: 'flagged',
      flagged_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

/** A payment that was refunded. */
export interface ReturnedPayment {
  paymentId: string;
  amount: number;
  currency: string;
  /** The provider's id of the refund, if known. */
  refundId: string | undefined;
}

/** Marks a payment as refunded, also one without a row. Resolves to false if it was marked before. */
export async function markRefunded(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  { paymentId, amount, currency, refundId }: ReturnedPayment,
): Promise<boolean> {
  const at = now.toISOString();
  const refund = { state: 'refunded' as const, refund_id: refundId ?? null, refunded_at: at };
  const marked = await trx
    .insertInto('surplus_payment')
    .values({
      payment_id: paymentId,
      attempt_id: attempt.id,
      amount,
      currency,
      reason: 'The payment went back before it became an order.',
      flagged_at: at,
      ...refund,
    })
    .onConflict((conflict) =>
      conflict
        .column('payment_id')
        .doUpdateSet(refund)
        .where('surplus_payment.state', '=', 'flagged'),
    )
    .returning('payment_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Does the same for a payment without an attempt: only an existing row is marked. */
export async function markUnknownRefunded(
  trx: Transaction<Schema>,
  now: Date,
  { paymentId, refundId }: ReturnedPayment,
): Promise<void> {
  await trx
    .updateTable('surplus_payment')
    .set({ state: 'refunded', refund_id: refundId ?? null, refunded_at: now.toISOString() })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'flagged')
    .execute();
}

/** Resolves to whether a payment of this attempt still waits for its refund. */
export async function hasFlagged(trx: Transaction<Schema>, attemptId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('surplus_payment')
    .select('payment_id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'flagged')
    .executeTakeFirst();
  return row !== undefined;
}
