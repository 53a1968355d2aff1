// Records that money of a payment was refunded, by the shop's own command or in the provider's dashboard.
// A refund that is reported several times is recorded once.
import type { Kysely, Transaction } from 'kysely';
import { crashAt } from '../platform/crash-points.ts';
import type { Schema } from '../platform/database/schema.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { closeOrder, listEvents, recordEvent, sumRefunds } from '../orders/order-events.ts';
import { readSnapshot } from '../../shop/order.ts';
import { findOrder, lockAttempt, moveAttempt } from './attempts.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import type { ProviderPayment, ProviderRefund } from './provider.ts';
import { findSurplus, hasFlagged, markRefunded, markUnknownRefunded } from './surplus.ts';
import type { ReturnedPayment } from './surplus.ts';

/** A payment that was refunded in full. */
export interface RefundFact extends ReturnedPayment {
  providerOrderId: string;
}

export type RefundRecord =
  /** `fresh`: this call recorded it. */
  | { outcome: 'refunded'; fresh: boolean }
  /** No attempt of ours has this order. */
  | { outcome: 'unknown' };

/** Records a refund in one transaction: the payment, the state of its attempt, the order's event, the e-mail. */
export async function recordRefund(
  db: Kysely<Schema>,
  clock: () => Date,
  fact: RefundFact,
): Promise<RefundRecord> {
  return inTransaction(db, async (trx): Promise<RefundRecord> => {
    const attempt = await lockAttempt(trx, fact.providerOrderId);
    if (attempt === undefined) {
      await markUnknownRefunded(trx, clock(), fact);
      return { outcome: 'unknown' };
    }
    const order = await findOrder(trx, attempt.id);
    const fresh = await markPaymentRefunded(trx, clock(), attempt, order, fact);
    if (fresh) await notifyOfRemainder(trx, clock(), attempt, order, fact);
    return { outcome: 'refunded', fresh };
  });
}

/**
 * Records a partial refund and notifies the shopper. The attempt stays as it is, unless this was the last part of
 * an order's money. Resolves to false if this part or the refund of the whole is recorded already, and for an
 * unknown payment.
 */
export async function recordPartialRefund(
  db: Kysely<Schema>,
  clock: () => Date,
  refund: Pick<ProviderRefund, 'id' | 'amount'>,
  payment: Pick<ProviderPayment, 'id' | 'orderId' | 'currency'>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const attempt = await lockAttempt(trx, payment.orderId);
    if (attempt === undefined) return false;
    const order = await findOrder(trx, attempt.id);
    const isOrders = order?.provider_payment_id === payment.id;
    const surplus = await findSurplus(trx, payment.id);
    // The event of the part may come after that of the whole.
    if ((isOrders && attempt.state === 'refunded') || surplus?.state === 'refunded') return false;
    const kept = await trx
      .insertInto('partial_refund')
      .values({
        refund_id: refund.id,
        payment_id: payment.id,
        amount: refund.amount,
        recorded_at: clock().toISOString(),
      })
      .onConflict((conflict) => conflict.column('refund_id').doNothing())
      .returning('refund_id')
      .executeTakeFirst();
    if (kept === undefined) return false;
    const { currency } = payment;
    const part = { paymentId: payment.id, amount: refund.amount, currency, refundId: refund.id };
    const how = { dedupeKey: `refund:${refund.id}:part`, isPartial: true };
    await notifyShopper(trx, clock(), attempt, order, part, how);
    if (isOrders && sumRefunds(await listEvents(trx, order.id)) >= order.amount) {
      await endOrder(trx, clock(), order);
    }
    return true;
  });
}

/** Whole and partial refunds are recorded alike, and crash alike in tests. */
async function inTransaction<T>(
  db: Kysely<Schema>,
  record: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const recorded = await db.transaction().execute(async (trx) => {
    const result = await record(trx);
    crashAt('refund:before-commit');
    return result;
  });
  crashAt('refund:after-commit');
  return recorded;
}

/** All of an order's money was refunded: there is nothing left to send. Resolves to false if recorded before. */
async function endOrder(
  trx: Transaction<Schema>,
  now: Date,
  { id, attempt_id }: ShopOrder,
): Promise<boolean> {
  await closeOrder(trx, id);
  return (await moveAttempt(trx, attempt_id, 'refunded', now)) !== undefined;
}

/** Resolves to false if it was recorded before. */
async function markPaymentRefunded(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  order: ShopOrder | undefined,
  fact: RefundFact,
): Promise<boolean> {
  if (order?.provider_payment_id === fact.paymentId) return endOrder(trx, now, order);
  const fresh = await markRefunded(trx, now, attempt, fact);
  const isSettled = order === undefined && !(await hasFlagged(trx, attempt.id));
  if (attempt.state === 'needs_attention' && isSettled) {
    await moveAttempt(trx, attempt.id, 'refunded', now);
  }
  return fresh;
}

/** Notifies the shopper of what is left of the money: each part that was refunded before had its own e-mail. */
async function notifyOfRemainder(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  order: ShopOrder | undefined,
  fact: RefundFact,
): Promise<void> {
  const { parts } = await trx
    .selectFrom('partial_refund')
    .select((eb) => eb.fn.sum<number | string | null>('amount').as('parts'))
    .where('payment_id', '=', fact.paymentId)
    .executeTakeFirstOrThrow();
  const rest = { ...fact, amount: fact.amount - Number(parts ?? 0) };
  if (rest.amount <= 0) return;
  const dedupeKey = `payment:${fact.paymentId}:refund`;
  await notifyShopper(trx, now, attempt, order, rest, { dedupeKey });
}

/** Enqueues the e-mail to the shopper and, for an order's own payment, records the event that the order shows. */
async function notifyShopper(
  trx: Transaction<Schema>,
  now: Date,
  { email, snapshot }: Attempt,
  order: ShopOrder | undefined,
  { paymentId, amount, currency, refundId }: ReturnedPayment,
  { dedupeKey, isPartial = false }: { dedupeKey: string; isPartial?: boolean },
): Promise<void> {
  const isOrderRefunded = order?.provider_payment_id === paymentId;
  if (isOrderRefunded) {
    const event = { key: dedupeKey, type: 'refunded', at: now.toISOString(), amount } as const;
    await recordEvent(trx, { ...event, order_id: order.id, refund_id: refundId ?? null });
  }
  const facts = {
    paymentId,
    ...(refundId !== undefined && { refundId }),
    refundedAt: now.toISOString(),
    amount,
    currency,
    email,
    ...(order && { orderId: order.id, isOrderRefunded }),
    ...(isPartial && { isPartial }),
    snapshot: readSnapshot(snapshot),
  };
  await enqueueMail(trx, now, [{ kind: 'payment-refund', dedupeKey, recipient: email, facts }]);
}
