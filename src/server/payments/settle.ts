// The only place where a payment becomes an order. The browser's verify, the webhook, the status request and
// the reconciler all end here, at the same time or days apart, and record one order.
import type { Kysely, Transaction } from 'kysely';
import { crashAt } from '../platform/crash-points.ts';
import type { Schema } from '../platform/database/schema.ts';
import { askSoon } from './ask-soon.ts';
import { findAttemptByProviderOrder, findOrder, lockAttempt } from './attempts.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import { flagPayment, flagUnknownPayment } from './flag-payment.ts';
import { moveAttempt } from './move-attempt.ts';
import { misfitOf } from './payment-fact.ts';
import type { PaymentFact } from './payment-fact.ts';
import { recordOrder } from './record-order.ts';
import { findSurplus } from './surplus.ts';

export type Settlement =
  /** `fresh`: this call recorded the order. */
  | { outcome: 'paid'; orderId: string; fresh: boolean }
  /** No money has come in yet; it may still come. */
  | { outcome: 'pending' }
  /** Money came in that does not fit; the shop has been notified. */
  | { outcome: 'attention'; reason: string }
  /** No attempt of ours has this order. Money that came in for it was flagged. */
  | { outcome: 'unknown' };

const SURPLUS = 'Money was captured for a payment order that is settled already.';

/**
 * Settles a payment in one transaction: checks it against the attempt, records the order, enqueues the
 * e-mails. Any number of calls, in any order and at the same time, record one order and one e-mail to each side.
 */
export async function settlePayment(
  db: Kysely<Schema>,
  clock: () => Date,
  newOrderId: () => string,
  fact: PaymentFact,
): Promise<Settlement> {
  const known = await findOrderOfPayment(db, fact);
  if (known !== undefined) return { outcome: 'paid', orderId: known.id, fresh: false };
  // This changes only the time of the next check, so it needs no transaction.
  if (fact.status !== 'captured') return noteUncaptured(db, clock(), fact);
  const settlement = await db.transaction().execute(async (trx): Promise<Settlement> => {
    const settled = await settleCaptured(trx, clock(), newOrderId, fact);
    crashAt('settle:before-commit');
    return settled;
  });
  crashAt('settle:after-commit');
  return settlement;
}

/** Most payments are reported two or three times: one that is recorded already needs no lock and no write. */
function findOrderOfPayment(db: Kysely<Schema>, fact: PaymentFact) {
  return db
    .selectFrom('shop_order')
    .select('id')
    .where('provider_payment_id', '=', fact.providerPaymentId)
    .where('provider_order_id', '=', fact.providerOrderId)
    .executeTakeFirst();
}

async function settleCaptured(
  trx: Transaction<Schema>,
  now: Date,
  newOrderId: () => string,
  fact: PaymentFact,
): Promise<Settlement> {
  const attempt = await lockAttempt(trx, fact.providerOrderId);
  if (attempt === undefined) {
    await flagUnknownPayment(trx, now, fact);
    return { outcome: 'unknown' };
  }
  const order = await findOrder(trx, attempt.id);
  if (order?.provider_payment_id === fact.providerPaymentId) return standing(attempt, order);
  // The event of a capture may be days old, and the money refunded since.
  const known = await findSurplus(trx, fact.providerPaymentId);
  if (known?.state === 'refunded') return standing(attempt, order);

  const misfit = misfitOf(attempt, fact);
  if (misfit === undefined && (await moveAttempt(trx, attempt.id, 'paid', now, { reason: null }))) {
    crashAt('settle:in-transaction');
    const orderId = newOrderId();
    await recordOrder(trx, now, attempt, fact, orderId);
    return { outcome: 'paid', orderId, fresh: true };
  }
  const reason = misfit ?? SURPLUS;
  await flagPayment(trx, now, attempt, fact, { reason, order });
  return order ? standing(attempt, order) : { outcome: 'attention', reason };
}

/** Resolves to the state of the payment of a provider's order, as far as the shop knows. */
export async function findSettlement(
  db: Kysely<Schema>,
  providerOrderId: string,
): Promise<Settlement> {
  const attempt = await findAttemptByProviderOrder(db, providerOrderId);
  if (attempt === undefined) return { outcome: 'unknown' };
  return standing(attempt, await findOrder(db, attempt.id));
}

async function noteUncaptured(
  db: Kysely<Schema>,
  now: Date,
  fact: PaymentFact,
): Promise<Settlement> {
  const attempt = await findAttemptByProviderOrder(db, fact.providerOrderId);
  if (attempt === undefined) return { outcome: 'unknown' };
  const order = await findOrder(db, attempt.id);
  const isUnderWay = fact.status === 'authorized' || fact.status === 'created';
  if (isUnderWay && order === undefined) await askSoon(db, attempt.id, now);
  return standing(attempt, order);
}

function standing(attempt: Attempt, order: ShopOrder | undefined): Settlement {
  if (order !== undefined) return { outcome: 'paid', orderId: order.id, fresh: false };
  if (attempt.state === 'needs_attention' || attempt.state === 'refunded') {
    return { outcome: 'attention', reason: attempt.reason ?? '' };
  }
  return { outcome: 'pending' };
}
