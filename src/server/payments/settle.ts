// The only place where a payment becomes an order. The browser's verify, the webhook, the status request and
// the reconciler all end here, at the same time or days apart, and record one order.
import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { crashAt } from '../platform/crash-points.ts';
import type { Schema } from '../platform/database/schema.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { formatTime } from '../../shop/dates.ts';
import { isEmailConfirmed } from '../accounts/confirm-email.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import { orderDates, readSnapshot } from '../../shop/order.ts';
import {
  scheduleCheck,
  findAttemptByProviderOrder,
  findOrder,
  lockAttempt,
  moveAttempt,
} from './attempts.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import { findSurplus, flagPayment, flagUnknownPayment } from './surplus.ts';
import type { PaymentFact } from './provider.ts';

type Settlement =
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
  if (order?.provider_payment_id === fact.providerPaymentId) return toSettlement(attempt, order);
  // The event of a capture may be days old, and the money refunded since.
  const known = await findSurplus(trx, fact.providerPaymentId);
  if (known?.state === 'refunded') return toSettlement(attempt, order);

  const misfit = findMismatch(attempt, fact);
  if (misfit === undefined && (await moveAttempt(trx, attempt.id, 'paid', now, { reason: null }))) {
    crashAt('settle:in-transaction');
    const orderId = newOrderId();
    await recordOrder(trx, now, attempt, fact, orderId);
    return { outcome: 'paid', orderId, fresh: true };
  }
  const reason = misfit ?? SURPLUS;
  await flagPayment(trx, now, attempt, fact, { reason, order });
  return order ? toSettlement(attempt, order) : { outcome: 'attention', reason };
}

/** Resolves to the state of the payment of a provider's order, as far as the shop knows. */
export async function findSettlement(
  db: Kysely<Schema>,
  providerOrderId: string,
): Promise<Settlement> {
  const attempt = await findAttemptByProviderOrder(db, providerOrderId);
  if (attempt === undefined) return { outcome: 'unknown' };
  return toSettlement(attempt, await findOrder(db, attempt.id));
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
  if (isUnderWay && order === undefined) await scheduleCheck(db, attempt.id, now);
  return toSettlement(attempt, order);
}

function toSettlement(attempt: Attempt, order: ShopOrder | undefined): Settlement {
  if (order !== undefined) return { outcome: 'paid', orderId: order.id, fresh: false };
  if (attempt.state === 'needs_attention' || attempt.state === 'refunded') {
    return { outcome: 'attention', reason: attempt.reason ?? '' };
  }
  return { outcome: 'pending' };
}

// What the provider says about a payment, and whether the payment fits its attempt.

/**
 * How long the price of an attempt holds, in days: as long as the reconciler checks it. The provider never
 * closes an order, so it can still be paid years later.
 */
const PRICE_HOLDS_DAYS = 5;

/** Returns in one sentence why a payment cannot pay for the attempt; undefined when it fits. */
export function findMismatch(attempt: Attempt, fact: PaymentFact): string | undefined {
  const done = fact.status === 'captured' ? 'captured' : 'authorised';
  if (fact.currency !== attempt.currency) {
    return `The payment was ${done} in ${fact.currency}, but ${attempt.currency} was asked for.`;
  }
  if (fact.amount !== attempt.amount) {
    const [paid, asked] = [fact.amount, attempt.amount].map(formatRupeesExact);
    return `${paid} was ${done}, but ${asked} was asked for.`;
  }
  const holdsUntil = Date.parse(attempt.created_at) + PRICE_HOLDS_DAYS * 86_400_000;
  // The time when the shopper paid counts: a bank may send the money days later.
  if (fact.begunAt !== undefined && fact.begunAt.getTime() > holdsUntil) {
    const begun = formatTime(fact.begunAt.toISOString());
    return `The customer began to pay on ${begun}, at the price of ${formatTime(attempt.created_at)}: a price holds for ${PRICE_HOLDS_DAYS} days.`;
  }
  return undefined;
}

// Records the order that a payment has become, and enqueues the e-mails about it.

/** Records the order of an attempt that has just become paid, in the same transaction. */
async function recordOrder(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  fact: PaymentFact,
  orderId: string,
): Promise<void> {
  const { user_id, email, amount, currency, snapshot } = attempt;
  const agreed = readSnapshot(snapshot);
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
      send_by: orderDates(agreed.quote.lines, now).sentBy,
    })
    .execute();
  crashAt('settle:after-order');
  const facts = { orderId, placedAt, amount, email, paymentId, snapshot: agreed };
  const isConfirmed = await isEmailConfirmed(trx, user_id);
  await enqueueMail(trx, now, [
    {
      kind: 'order-receipt',
      dedupeKey: `order:${orderId}:receipt`,
      recipient: email,
      facts: { ...facts, isEmailConfirmed: isConfirmed },
    },
    { kind: 'order-notice', dedupeKey: `order:${orderId}:notice`, recipient: SHOP, facts },
  ]);
}

// The number of an order as people see it and read it out: 'MA-' and ten characters of Crockford's
// base 32, which has no ambiguous I, L, O or U.

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a new order number: 50 random bits, so it cannot be guessed and does not reveal how much is sold. */
export function createOrderId(): string {
  // 256 is a multiple of 32: the low five bits of a random byte are evenly spread.
  return `MA-${Array.from(randomBytes(10), (byte) => ALPHABET[byte & 31]).join('')}`;
}
