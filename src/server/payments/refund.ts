// Refunds the money of an order, all that is left or a part. The command may be repeated after any crash: the key
// for the provider counts refunds of this amount, so the same command is the same refund, and one more refund of
// the same amount must be requested with `times`.
import type { Database } from '../platform/database/schema.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { listEvents, sumRefunds } from '../orders/order-events.ts';
import { CommandError } from '../platform/failures.ts';
import { crashAt } from '../platform/crash-points.ts';
import { scheduleCheck } from './attempts.ts';
import type { ShopOrder } from './attempts.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';
import { recordPartialRefund, recordRefund } from './record-refund.ts';
import { ProviderRefused } from './provider.ts';
import { findSurplus } from './surplus.ts';

type OrderRefundParts = { db: Database; clock: () => Date; provider: PaymentProvider };

export interface RefundRequest {
  /** Paise; by default all that is left. */
  amount?: number | undefined;
  /** How often this amount is refunded in all; by default once. */
  times?: number | undefined;
}

export interface OrderRefund extends Refund {
  /** What is left with the shop, in paise. */
  left: number;
  /** How often this amount was refunded, this time included. */
  times: number;
  /** Whether the order has an e-mail address to write to. */
  isNotified: boolean;
}

/**
 * Refunds an order. Throws CommandError for more than is left, for an unknown order, and if the provider refuses;
 * ProviderUnavailable if it cannot be asked: a repeat then continues.
 */
export async function refundOrder(
  parts: OrderRefundParts,
  orderId: string,
  wish: RefundRequest = {},
): Promise<OrderRefund> {
  const { db, clock, provider } = parts;
  const order = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order === undefined) throw new CommandError(`There is no order ${orderId}.`);
  const events = await listEvents(db, orderId);
  const left = order.amount - sumRefunds(events);
  const amount = wish.amount ?? left;
  const alike = events.filter((event) => event.amount === amount);
  const times = wish.amount === undefined ? alike.length + 1 : (wish.times ?? 1);
  const common = { amount, currency: order.currency, left, times, isNotified: order.email !== '' };
  const whole = { ...common, amount: order.amount, left: 0, times: 1, refundId: undefined };

  if (left === 0 && wish.amount === undefined) return { ...whole, outcome: 'refunded before' };
  if (alike.length >= times) {
    const refundId = alike.at(-1)?.refund_id ?? undefined;
    return { ...common, outcome: 'refunded before', refundId, times: alike.length };
  }
  expectPossible(order, { amount, times, left, already: alike.length });
  const idempotencyKey = `refund-${orderId}-${amount}-${times}`;
  const refund = await requestRefund(provider, order.provider_payment_id, {
    amount,
    idempotencyKey,
  });
  if (refund?.status === 'pending') {
    await scheduleCheck(db, order.attempt_id, clock());
    return { ...common, outcome: 'pending', refundId: refund.id };
  }
  await record(parts, order, refund, left);
  if (refund === undefined) return { ...whole, outcome: 'refunded before' };
  return { ...common, outcome: 'refunded', refundId: refund.id, left: left - amount };
}

/** Records what the provider has done. `refund`: undefined if all of it was refunded in another way. */
async function record(
  { db, clock }: OrderRefundParts,
  order: ShopOrder,
  refund: ProviderRefund | undefined,
  left: number,
): Promise<void> {
  const { provider_payment_id: paymentId, provider_order_id: providerOrderId } = order;
  const { amount, currency } = order;
  if (refund === undefined || refund.amount >= left) {
    const refundId = refund?.id;
    await recordRefund(db, clock, { providerOrderId, paymentId, amount, currency, refundId });
  } else {
    const payment = { id: paymentId, orderId: providerOrderId, currency };
    await recordPartialRefund(db, clock, refund, payment);
  }
}

function expectPossible(
  { id, amount: paid }: ShopOrder,
  { amount, times, left, already }: Record<'amount' | 'times' | 'left' | 'already', number>,
): void {
  const [asked, rest, all] = [amount, left, paid].map(formatRupeesExact);
  if (times > already + 1) {
    const so = already === 0 ? 'has not gone back yet' : `went back ${timesText(already)}`;
    throw new CommandError(`${asked} of ${id} ${so}: the next is --times ${already + 1}.`);
  }
  if (amount > left) {
    throw new CommandError(`Only ${rest} of ${id} is left of ${all}: ${asked} cannot go back.`);
  }
}

function timesText(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

// Asks the provider to refund money of a payment.

/**
 * Resolves to the refund, processed or pending; to undefined if the whole payment was refunded already in another way.
 * Throws CommandError if the provider refuses or the refund failed there, ProviderUnavailable if it cannot be
 * asked: a repeat with the same key and amount then continues.
 */
async function requestRefund(
  provider: PaymentProvider,
  paymentId: string,
  wish: { amount: number; idempotencyKey: string },
): Promise<ProviderRefund | undefined> {
  const refund = await ask(provider, paymentId, wish);
  crashAt('refund:after-provider');
  if (refund?.status === 'failed') {
    throw new CommandError(`The refund ${refund.id} of ${paymentId} failed at the provider.`);
  }
  return refund;
}

async function ask(
  provider: PaymentProvider,
  paymentId: string,
  wish: { amount: number; idempotencyKey: string },
): Promise<ProviderRefund | undefined> {
  try {
    return await provider.refundPayment(paymentId, wish);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const { status } = await provider.fetchPayment(paymentId);
    if (status === 'refunded') return undefined;
    throw new CommandError(
      `The provider does not refund ${paymentId}, which is ${status}: ${error.description}`,
    );
  }
}

// Refunds a flagged payment: asks the provider under a key that is always the same for this payment, so any
// number of attempts is one refund, and records it once.

type PaymentRefundParts = { db: Database; clock: () => Date; provider: PaymentProvider };

export interface Refund {
  /** pending: accepted by the provider, and recorded once it is processed. */
  outcome: 'refunded' | 'refunded before' | 'pending';
  amount: number;
  currency: string;
  refundId: string | undefined;
}

/**
 * Refunds a payment that was flagged as surplus, in full. Throws CommandError when it was not flagged or
 * the provider refuses, ProviderUnavailable when it cannot be asked; a repeat then continues.
 */
export async function refundPayment(parts: PaymentRefundParts, paymentId: string): Promise<Refund> {
  const { db, clock } = parts;
  const surplus = await findSurplus(db, paymentId);
  if (surplus === undefined) throw await notFlagged(parts, paymentId);
  const { amount, currency, attempt_id } = surplus;
  if (surplus.state === 'refunded') {
    const refundId = surplus.refund_id ?? undefined;
    return { outcome: 'refunded before', amount, currency, refundId };
  }
  const wish = { amount, idempotencyKey: `refund-${paymentId}` };
  const refund = await requestRefund(parts.provider, paymentId, wish);
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
  const providerOrderId = attempt?.provider_order_id ?? '';
  await recordRefund(db, clock, { providerOrderId, paymentId, amount, currency, refundId });
  return { outcome: 'refunded', amount, currency, refundId };
}

async function notFlagged({ db }: PaymentRefundParts, paymentId: string): Promise<CommandError> {
  const order = await db
    .selectFrom('shop_order')
    .select('id')
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
  const why = order
    ? `it paid for the order ${order.id}. To give the order's money back: npm run refund -- ${order.id}`
    : 'the shop has no such payment, or has not flagged it';
  return new CommandError(`${paymentId} is not refunded: ${why}.`);
}
