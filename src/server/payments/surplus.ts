// The book of money that came in and became no order: flagged when it is noticed, refunded when it went
// back. Money for an order that this database does not know has no attempt.
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Schema, SurplusPaymentTable } from '../database/schema.ts';
import type { Attempt } from './attempts.ts';
import type { PaymentFact } from './payment-fact.ts';

export type SurplusPayment = Selectable<SurplusPaymentTable>;

/** What is known of the payment as surplus, if it is. */
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

/** Keeps a payment as flagged, unless it is in the book already. `attempt`: undefined if no attempt has its order. */
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

/** What went back, as the book keeps it. */
export interface ReturnedPayment {
  paymentId: string;
  amount: number;
  currency: string;
  /** The provider's id of the refund, where it is known. */
  refundId: string | undefined;
}

/** Marks a payment as refunded, also one that was never in the book. False if it was marked before. */
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

/** The same for a payment that has no attempt: only what the book knows is marked. */
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

/** Whether money of this attempt still waits to go back. */
export async function hasFlagged(trx: Transaction<Schema>, attemptId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('surplus_payment')
    .select('payment_id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'flagged')
    .executeTakeFirst();
  return row !== undefined;
}
