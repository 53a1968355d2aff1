// Writes down that the money of a payment went back to the shopper, whoever sent it there: the shop's
// own command, or a person in the provider's dashboard. Told any number of times, it is recorded once.
import type { Kysely, Transaction } from 'kysely';
import { crashAt } from '../crash-points.ts';
import type { Schema } from '../database/schema.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { readSnapshot } from '../orders/snapshot.ts';
import { findOrder, lockAttempt } from './attempts.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import { moveAttempt } from './move-attempt.ts';
import { hasFlagged, markRefunded } from './surplus.ts';
import type { ReturnedPayment } from './surplus.ts';

/** A payment all of whose money went back. */
export interface RefundFact extends ReturnedPayment {
  providerOrderId: string;
}

export type RefundRecord =
  /** `fresh`: this very call recorded it. */
  | { outcome: 'refunded'; fresh: boolean }
  /** No attempt of ours has this order. */
  | { outcome: 'unknown' };

/** Records a refund in one transaction: the payment, the state of its attempt, the shopper's letter. */
export async function recordRefund(
  db: Kysely<Schema>,
  clock: () => Date,
  fact: RefundFact,
): Promise<RefundRecord> {
  const record = await db.transaction().execute(async (trx): Promise<RefundRecord> => {
    const attempt = await lockAttempt(trx, fact.providerOrderId);
    if (attempt === undefined) return { outcome: 'unknown' };
    const order = await findOrder(trx, attempt.id);
    const fresh = await takeBack(trx, clock(), attempt, order, fact);
    if (fresh) await tellShopper(trx, clock(), attempt, order, fact);
    crashAt('refund:before-commit');
    return { outcome: 'refunded', fresh };
  });
  crashAt('refund:after-commit');
  return record;
}

/** False when it was recorded before. */
async function takeBack(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  order: ShopOrder | undefined,
  fact: RefundFact,
): Promise<boolean> {
  if (order?.provider_payment_id === fact.paymentId) {
    return (await moveAttempt(trx, attempt.id, 'refunded', now)) !== undefined;
  }
  const fresh = await markRefunded(trx, now, attempt, fact);
  const isSettled = order === undefined && !(await hasFlagged(trx, attempt.id));
  if (attempt.state === 'needs_attention' && isSettled) {
    await moveAttempt(trx, attempt.id, 'refunded', now);
  }
  return fresh;
}

async function tellShopper(
  trx: Transaction<Schema>,
  now: Date,
  { email, snapshot }: Attempt,
  order: ShopOrder | undefined,
  { paymentId, amount, currency, refundId }: RefundFact,
): Promise<void> {
  const facts = {
    paymentId,
    ...(refundId !== undefined && { refundId }),
    refundedAt: now.toISOString(),
    amount,
    currency,
    email,
    ...(order && { orderId: order.id, isOrderRefunded: order.provider_payment_id === paymentId }),
    snapshot: readSnapshot(snapshot),
  };
  const dedupeKey = `payment:${paymentId}:refund`;
  await enqueueMail(trx, now, [{ kind: 'payment-refund', dedupeKey, recipient: email, facts }]);
}
