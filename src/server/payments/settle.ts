// The only place where a payment becomes an order. The browser's verify, the webhook, the status request and the
// reconciler all end here, at the same time or days apart, and record one order.
import type { Transaction } from 'kysely';
import { whyNotForSale } from '../../shop/availability.ts';
import { dayInIndia, formatTime } from '../../shop/dates.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { leaveBy, orderDates, readSnapshot } from '../../shop/order.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import { createOrderId, toOrderFacts, toReceipt } from '../orders/receipt.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { readAvailability } from '../state/availability.ts';
import {
  checkForRefundsAt,
  findAttemptByProviderOrder,
  findOrder,
  lockAttempt,
  moveAttempt,
  scheduleCheck,
} from './attempts.ts';
import type { Attempt, AttemptWithOrder } from './attempts.ts';
import type { ProviderPayment } from './provider.ts';
import { findSurplus, flagPayment } from './surplus.ts';

export type Settlement =
  /** `fresh`: this settlement recorded the order. */
  | { outcome: 'paid'; orderId: string; fresh: boolean }
  /** No money has come in yet; it may still come. */
  | { outcome: 'pending' }
  /** Money came in that does not fit; the shop has been notified. */
  | { outcome: 'attention'; reason: string }
  /** No attempt of ours has this order. Money that came in for it was flagged. */
  | { outcome: 'unknown' };

/**
 * How long the price of an attempt holds, in days: as long as the reconciler checks it. The provider never
 * closes an order, so it can still be paid years later.
 */
const PRICE_HOLDS_DAYS = 5;

const ERASED =
  'The payment came so late that the shop has erased what was ordered: please refund it.';

const SURPLUS = 'Money was captured for a payment order that is settled already.';

const UNKNOWN =
  'Money came in for a payment order that the shop does not know. This happens after an older backup is restored, or when someone is charged outside the shop.';

/**
 * Settles a payment in one transaction: checks it against the attempt, records the order, enqueues the e-mails.
 * Settled any number of times, in any order and at the same time, it is one order and one e-mail to each side.
 */
export async function settlePayment(
  db: Database,
  clock: () => Date,
  payment: ProviderPayment,
  newOrderId?: () => string,
): Promise<Settlement> {
  const known = payment.status === 'captured' ? await findOrderPaidBy(db, payment) : undefined;
  if (known !== undefined) return { outcome: 'paid', orderId: known.id, fresh: false };
  return settleUnrecorded(db, clock, payment, newOrderId);
}

/** Does the same for a payment that was not recorded a moment ago. */
export async function settleUnrecorded(
  db: Database,
  clock: () => Date,
  payment: ProviderPayment,
  newOrderId: () => string = createOrderId,
): Promise<Settlement> {
  // This changes only the time of the next check, so it needs no transaction.
  if (payment.status !== 'captured') return noteUncaptured(db, clock(), payment);
  const settlement = await db.transaction().execute(async (trx): Promise<Settlement> => {
    const settled = await settleCaptured(trx, clock(), payment, newOrderId);
    crashAt('settle:before-commit');
    return settled;
  });
  crashAt('settle:after-commit');
  return settlement;
}

/** Whether there may be e-mails about it that nobody has seen. The few that this leaves out wait for the next round. */
export const mayNotify = (settlement: Settlement): boolean =>
  settlement.outcome === 'paid' ? settlement.fresh : settlement.outcome !== 'pending';

/** Resolves to the state of the payment of a provider's order, as far as the shop knows. */
export async function findSettlement(db: Database, providerOrderId: string): Promise<Settlement> {
  return toSettlement(await findAttemptByProviderOrder(db, providerOrderId));
}

/** Most payments are reported two or three times: one that is recorded already needs no lock and no write. */
function findOrderPaidBy(db: Database, payment: ProviderPayment) {
  return db
    .selectFrom('shop_order')
    .select('id')
    .where('provider_payment_id', '=', payment.id)
    .where('provider_order_id', '=', payment.orderId)
    .executeTakeFirst();
}

async function noteUncaptured(
  db: Database,
  now: Date,
  { orderId, status }: ProviderPayment,
): Promise<Settlement> {
  const attempt = await findAttemptByProviderOrder(db, orderId);
  const isUnderWay = status === 'authorized' || status === 'created';
  if (attempt?.order_id === null && isUnderWay) await scheduleCheck(db, attempt.id, now);
  return toSettlement(attempt);
}

async function settleCaptured(
  trx: Transaction<Schema>,
  now: Date,
  payment: ProviderPayment,
  newOrderId: () => string,
): Promise<Settlement> {
  const attempt = await lockAttempt(trx, payment.orderId);
  if (attempt === undefined) {
    await flagPayment(trx, now, { reason: UNKNOWN, payment, attempt, order: undefined });
    return { outcome: 'unknown' };
  }
  const order = await findOrder(trx, attempt.id);
  const settled = () => toSettlement({ ...attempt, order_id: order?.id ?? null });
  if (order?.provider_payment_id === payment.id) return settled();
  // The event of a capture may be days old, and the money refunded since.
  const known = await findSurplus(trx, payment.id);
  if (known?.state === 'refunded') return settled();

  const mismatch = findMismatch(attempt, payment);
  const change = { reason: null, next_check_at: checkForRefundsAt(attempt, now) };
  if (!mismatch && (await moveAttempt(trx, attempt.id, 'paid', now, change))) {
    crashAt('settle:in-transaction');
    const orderId = newOrderId();
    await recordOrder(trx, now, attempt, payment, orderId);
    return { outcome: 'paid', orderId, fresh: true };
  }
  const reason = mismatch ?? SURPLUS;
  await flagPayment(trx, now, { reason, payment, attempt, order });
  return order ? settled() : { outcome: 'attention', reason };
}

/** Returns in one sentence why a payment cannot pay for the attempt; undefined when it fits. */
export function findMismatch(attempt: Attempt, payment: ProviderPayment): string | undefined {
  const { amount, currency, status, begunAt } = payment;
  const done = status === 'captured' ? 'captured' : 'authorised';
  if (currency !== attempt.currency) {
    return `The payment was ${done} in ${currency}, but ${attempt.currency} was asked for.`;
  }
  if (amount !== attempt.amount) {
    const [paid, expected] = [amount, attempt.amount].map(formatRupeesExact);
    return `${paid} was ${done}, but ${expected} was asked for.`;
  }
  const holdsUntil = Date.parse(attempt.created_at) + PRICE_HOLDS_DAYS * 86_400_000;
  // The time when the shopper paid counts: a bank may send the money days later.
  if (begunAt !== undefined && begunAt.getTime() > holdsUntil) {
    const begun = formatTime(begunAt.toISOString());
    return `The customer began to pay on ${begun}, at the price of ${formatTime(attempt.created_at)}: a price holds for ${PRICE_HOLDS_DAYS} days.`;
  }
  // See privacy/sweep-expired.ts. Without its lines nobody knows what to send.
  return readSnapshot(attempt.snapshot).quote.lines.length === 0 ? ERASED : undefined;
}

/** Records the order of an attempt that has just become paid, in the same transaction as its e-mails. */
async function recordOrder(
  trx: Transaction<Schema>,
  now: Date,
  { id: attempt_id, user_id, email, amount, currency, snapshot }: Attempt,
  { id: paymentId, orderId: provider_order_id }: ProviderPayment,
  orderId: string,
): Promise<void> {
  const agreed = readSnapshot(snapshot);
  const { lines } = agreed.quote;
  const promisedBy = orderDates(lines, now, agreed.shipsFrom).sentBy;
  const { set } = await readAvailability(trx);
  const today = dayInIndia(now);
  const isPaused = lines.some(({ productId }) => whyNotForSale(set, productId, today));
  const order = await trx
    .insertInto('shop_order')
    .values({
      id: orderId,
      attempt_id,
      provider_order_id,
      provider_payment_id: paymentId,
      user_id,
      email,
      amount,
      currency,
      snapshot,
      placed_at: now.toISOString(),
      send_by: leaveBy(agreed, now, promisedBy),
      promised_by: promisedBy,
      paid_in_pause: isPaused ? 1 : 0,
      phone: agreed.delivery.phoneNumber,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  crashAt('settle:after-order');
  const notice = { kind: 'order-notice', dedupeKey: `order:${orderId}:notice` } as const;
  await enqueueMail(trx, now, [
    await toReceipt(trx, order, `order:${orderId}:receipt`),
    { ...notice, recipient: SHOP, facts: toOrderFacts(order) },
  ]);
}

function toSettlement(attempt: Omit<AttemptWithOrder, 'paid_by'> | undefined): Settlement {
  if (attempt === undefined) return { outcome: 'unknown' };
  if (attempt.order_id !== null)
    return { outcome: 'paid', orderId: attempt.order_id, fresh: false };
  if (attempt.state === 'needs_attention' || attempt.state === 'refunded') {
    return { outcome: 'attention', reason: attempt.reason ?? '' };
  }
  return { outcome: 'pending' };
}
