// The one place where money becomes an order. The browser's verify, the webhook, the status call and
// whoever reconciles all end here, at once or days apart, and one order comes out of it.
import type { Kysely, Transaction } from 'kysely';
import { formatRupeesExact } from '../../shop/money.ts';
import type { AttemptState, Schema } from '../database/schema.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { SHOP } from '../mail/mail.ts';
import { readSnapshot } from '../orders/snapshot.ts';
import { findAttemptByProviderOrder, findOrder } from './attempts.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import type { PaymentStatus, ProviderPayment } from './provider.ts';

/** What the provider says of a payment; its word, never the browser's. */
export interface PaymentFact {
  providerOrderId: string;
  providerPaymentId: string;
  /** Paise. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  source: 'verify' | 'webhook' | 'status' | 'reconcile';
}

export type Settlement =
  /** `fresh`: this very call recorded the order. */
  | { outcome: 'paid'; orderId: string; fresh: boolean }
  /** No money is in yet; it may still come. */
  | { outcome: 'pending' }
  /** Money is in, but it does not fit; the shop has been told. */
  | { outcome: 'attention'; reason: string }
  /** No attempt of ours has this order. */
  | { outcome: 'unknown' };

/** What may still become paid. Everything only ever moves forward. */
const OPEN: readonly AttemptState[] = ['created', 'paying', 'expired', 'needs_attention'];

const SURPLUS = 'Money was captured for a payment order that is settled already.';

/** The provider's payment as a fact to settle. */
export function factOf(payment: ProviderPayment, source: PaymentFact['source']): PaymentFact {
  const { id, orderId, amount, currency, status } = payment;
  return { providerOrderId: orderId, providerPaymentId: id, amount, currency, status, source };
}

/**
 * Settles a payment in one transaction: checks it against the attempt, records the order, enqueues the
 * mails. Any number of calls, in any order and at the same time, record one order and one mail each side.
 */
export function settlePayment(
  db: Kysely<Schema>,
  clock: () => Date,
  newOrderId: () => string,
  fact: PaymentFact,
): Promise<Settlement> {
  return db.transaction().execute(async (trx): Promise<Settlement> => {
    const attempt = await findAttemptByProviderOrder(trx, fact.providerOrderId);
    if (attempt === undefined) return { outcome: 'unknown' };
    if (fact.status !== 'captured') return standing(attempt, await findOrder(trx, attempt.id));

    const misfit = misfitOf(attempt, fact);
    if (misfit !== undefined) return flag(trx, clock(), attempt, fact, misfit);
    if (await winPaid(trx, attempt, clock())) {
      return recordOrder(trx, clock(), attempt, fact, newOrderId());
    }
    const order = await findOrder(trx, attempt.id);
    if (order?.provider_payment_id === fact.providerPaymentId) return standing(attempt, order);
    return flag(trx, clock(), attempt, fact, SURPLUS);
  });
}

function standing(attempt: Attempt, order: ShopOrder | undefined): Settlement {
  if (order !== undefined) return { outcome: 'paid', orderId: order.id, fresh: false };
  if (attempt.state === 'needs_attention') {
    return { outcome: 'attention', reason: attempt.reason ?? '' };
  }
  return { outcome: 'pending' };
}

function misfitOf(attempt: Attempt, fact: PaymentFact): string | undefined {
  if (fact.currency !== attempt.currency) {
    return `The payment was captured in ${fact.currency}, but ${attempt.currency} was asked for.`;
  }
  if (fact.amount !== attempt.amount) {
    const [paid, asked] = [fact.amount, attempt.amount].map(formatRupeesExact);
    return `${paid} was captured, but ${asked} was asked for.`;
  }
  return undefined;
}

/** The lock: of all that settle at the same time, on either database, one changes the row. */
async function winPaid(trx: Transaction<Schema>, attempt: Attempt, now: Date): Promise<boolean> {
  const won = await trx
    .updateTable('payment_attempt')
    .set({ state: 'paid', reason: null, updated_at: now.toISOString() })
    .where('id', '=', attempt.id)
    .where('state', 'in', OPEN)
    .returning('id')
    .executeTakeFirst();
  return won !== undefined;
}

async function recordOrder(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  fact: PaymentFact,
  orderId: string,
): Promise<Settlement> {
  const { user_id, email, amount, currency, snapshot } = attempt;
  const placedAt = now.toISOString();
  const paymentId = fact.providerPaymentId;
  await trx
    .insertInto('shop_order')
    .values({
      id: orderId,
      attempt_id: attempt.id,
      provider_order_id: fact.providerOrderId,
      provider_payment_id: paymentId,
      user_id,
      email,
      amount,
      currency,
      snapshot,
      placed_at: placedAt,
    })
    .execute();
  const facts = { orderId, placedAt, amount, email, paymentId, snapshot: readSnapshot(snapshot) };
  await enqueueMail(trx, now, [
    { kind: 'order-receipt', dedupeKey: `order:${orderId}:receipt`, recipient: email, facts },
    { kind: 'order-notice', dedupeKey: `order:${orderId}:notice`, recipient: SHOP, facts },
  ]);
  return { outcome: 'paid', orderId, fresh: true };
}

/** Money that does not fit: the shop is told once a payment; an order that exists stays as it is. */
async function flag(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  fact: PaymentFact,
  reason: string,
): Promise<Settlement> {
  await trx
    .updateTable('payment_attempt')
    .set({ state: 'needs_attention', reason, updated_at: now.toISOString() })
    .where('id', '=', attempt.id)
    .where('state', 'in', OPEN)
    .execute();
  const order = await findOrder(trx, attempt.id);
  const facts = {
    reason,
    noticedAt: now.toISOString(),
    paymentId: fact.providerPaymentId,
    providerOrderId: fact.providerOrderId,
    paid: fact.amount,
    paidCurrency: fact.currency,
    expected: attempt.amount,
    email: attempt.email,
    ...(order && { orderId: order.id }),
    snapshot: readSnapshot(attempt.snapshot),
  };
  const dedupeKey = `payment:${fact.providerPaymentId}:attention`;
  await enqueueMail(trx, now, [{ kind: 'payment-attention', dedupeKey, recipient: SHOP, facts }]);
  return order ? standing(attempt, order) : { outcome: 'attention', reason };
}
