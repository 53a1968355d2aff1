// The owner refunds an order, all that is left or a part, or a payment that was flagged. Both may be repeated after any
// crash: the same request has the same key for the provider, so it is the same refund, and is recorded once.
import { crashAt } from '../platform/crash-points.ts';
import type { Database } from '../platform/database/schema.ts';
import { listEvents, sumRefunds } from '../orders/order-events.ts';
import { scheduleCheck } from './attempts.ts';
import { ProviderRefused } from './provider.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';
import { recordPartialRefund, recordRefund } from './record-refund.ts';
import { findSurplus } from './surplus.ts';

interface Parts {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
}

export interface RefundRequest {
  /** Paise; by default all that is left. */
  amount?: number | undefined;
  /** How often this amount is refunded in all; by default once. */
  times?: number | undefined;
}

/** Amounts are in paise. */
export interface Refund {
  /** pending: accepted by the provider, and recorded once it is processed. */
  outcome: 'refunded' | 'refunded before' | 'pending';
  amount: number;
  currency: string;
  refundId: string | undefined;
}

export interface OrderRefund extends Refund {
  /** What is left with the shop. */
  left: number;
  /** How often this amount was refunded, this time included. */
  times: number;
  /** Whether the order has an e-mail address to write to. */
  isNotified: boolean;
}

/** Why nothing was refunded. Amounts are in paise. */
export type RefundRefusal = { outcome: 'refused' } & (
  | { because: 'unknown order' }
  /** `orderId`: the order that the payment paid for, if any. */
  | { because: 'not flagged'; orderId: string | undefined }
  /** `already`: how often this amount was refunded. */
  | { because: 'not the next time'; amount: number; already: number }
  | { because: 'more than is left'; amount: number; left: number; paid: number }
  /** `description`: the provider's own words. */
  | { because: 'provider refused'; paymentId: string; status: string; description: string }
  | { because: 'failed at provider'; paymentId: string; refundId: string }
);

/**
 * Refunds an order. The key for the provider counts refunds of this amount, so one more refund of the same amount must
 * be requested with `times`. Throws ProviderUnavailable if the provider cannot be asked: a repeat then continues.
 */
export async function refundOrder(
  parts: Parts,
  orderId: string,
  request: RefundRequest = {},
): Promise<OrderRefund | RefundRefusal> {
  const { db, clock } = parts;
  const order = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order === undefined) return { outcome: 'refused', because: 'unknown order' };
  const { amount: paid, currency, attempt_id } = order;
  const events = await listEvents(db, orderId);
  const left = paid - sumRefunds(events);
  const amount = request.amount ?? left;
  const alike = events.filter((event) => event.amount === amount);
  const already = alike.length;
  const times = request.amount === undefined ? already + 1 : (request.times ?? 1);
  const common = { amount, currency, left, times, isNotified: order.email !== '' };
  const whole = { ...common, amount: paid, left: 0, times: 1, refundId: undefined };

  if (left === 0 && request.amount === undefined) return { ...whole, outcome: 'refunded before' };
  if (already >= times) {
    const refundId = alike.at(-1)?.refund_id ?? undefined;
    return { ...common, outcome: 'refunded before', refundId, times: already };
  }
  if (times > already + 1) {
    return { outcome: 'refused', because: 'not the next time', amount, already };
  }
  if (amount > left) {
    return { outcome: 'refused', because: 'more than is left', amount, left, paid };
  }
  const payment = { id: order.provider_payment_id, orderId: order.provider_order_id, currency };
  const key = `refund-${orderId}-${amount}-${times}`;
  const requested = await requestRefund(parts.provider, payment.id, amount, key);
  if (requested.outcome === 'refused') {
    // It may have a refund from its dashboard that the shop does not know yet.
    if (requested.because === 'provider refused') await scheduleCheck(db, attempt_id, clock());
    return requested;
  }
  const { refund } = requested;
  if (refund?.status === 'pending') {
    await scheduleCheck(db, attempt_id, clock());
    return { ...common, outcome: 'pending', refundId: refund.id };
  }
  if (refund === undefined || refund.amount >= left) {
    await recordRefund(db, clock, { ...payment, amount: paid, refundId: refund?.id });
  } else {
    await recordPartialRefund(db, clock, refund, payment);
  }
  if (refund === undefined) return { ...whole, outcome: 'refunded before' };
  return { ...common, outcome: 'refunded', refundId: refund.id, left: left - amount };
}

/**
 * Refunds a payment that was flagged as surplus, in full. Throws ProviderUnavailable if the provider cannot be asked: a
 * repeat then continues.
 */
export async function refundPayment(
  { db, clock, provider }: Parts,
  paymentId: string,
): Promise<Refund | RefundRefusal> {
  const surplus = await findSurplus(db, paymentId);
  if (surplus === undefined) {
    const orderId = await findOrderPaidBy(db, paymentId);
    return { outcome: 'refused', because: 'not flagged', orderId };
  }
  const { amount, currency, attempt_id } = surplus;
  if (surplus.state === 'refunded') {
    const refundId = surplus.refund_id ?? undefined;
    return { outcome: 'refunded before', amount, currency, refundId };
  }
  const requested = await requestRefund(provider, paymentId, amount, `refund-${paymentId}`);
  if (requested.outcome === 'refused') return requested;
  const { refund } = requested;
  const refundId = refund?.id;
  if (refund?.status === 'pending') {
    // For a payment without an attempt, only the webhook reports that the refund was processed.
    if (attempt_id !== null) await scheduleCheck(db, attempt_id, clock());
    return { outcome: 'pending', amount, currency, refundId };
  }
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('provider_order_id')
    .where('id', '=', attempt_id)
    .executeTakeFirst();
  const orderId = attempt?.provider_order_id ?? '';
  await recordRefund(db, clock, { id: paymentId, orderId, amount, currency, refundId });
  return { outcome: 'refunded', amount, currency, refundId };
}

async function findOrderPaidBy(db: Database, paymentId: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('shop_order')
    .select('id')
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
  return order?.id;
}

/**
 * Requests the refund from the provider. `refund` is processed or pending; undefined if the whole payment was refunded
 * already in another way.
 */
async function requestRefund(
  provider: PaymentProvider,
  paymentId: string,
  amount: number,
  idempotencyKey: string,
): Promise<{ outcome: 'accepted'; refund: ProviderRefund | undefined } | RefundRefusal> {
  let refund: ProviderRefund | undefined;
  try {
    refund = await provider.refundPayment(paymentId, { amount, idempotencyKey });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const { status } = await provider.fetchPayment(paymentId);
    if (status !== 'refunded') {
      const { description } = error;
      return { outcome: 'refused', because: 'provider refused', paymentId, status, description };
    }
  }
  crashAt('refund:after-provider');
  if (refund?.status === 'failed') {
    return { outcome: 'refused', because: 'failed at provider', paymentId, refundId: refund.id };
  }
  return { outcome: 'accepted', refund };
}
