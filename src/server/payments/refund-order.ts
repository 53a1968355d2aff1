// Gives the money of an order back, all that is left or a part. The command may be repeated after any crash: the key
// for the provider counts refunds of this amount, so the same command is the same refund, and one more of the same
// amount has to be asked for as such.
import { formatRupeesExact } from '../../shop/money.ts';
import type { AppParts } from '../app-parts.ts';
import { eventsOf, refundedIn } from '../orders/order-events.ts';
import { CommandError } from '../runtime/command-error.ts';
import { askForRefund } from './ask-for-refund.ts';
import { askSoon } from './ask-soon.ts';
import type { ShopOrder } from './attempts.ts';
import { recordPartialRefund, recordRefund } from './record-refund.ts';
import type { Refund } from './refund-payment.ts';

export interface RefundWish {
  /** Paise; by default all that is left. */
  amount?: number | undefined;
  /** How often this amount is to go back in all; by default once. */
  times?: number | undefined;
}

export interface OrderRefund extends Refund {
  /** What is left with the shop, in paise. */
  left: number;
  /** Whether there is somebody to write to. */
  isTold: boolean;
}

/**
 * Refunds an order. Throws CommandError for more than is left, for an unknown order, and if the provider says no;
 * ProviderUnavailable if it cannot be asked: then the same again goes on.
 */
export async function refundOrder(
  { db, clock, provider }: Pick<AppParts, 'db' | 'clock' | 'provider'>,
  orderId: string,
  wish: RefundWish = {},
): Promise<OrderRefund> {
  const order = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (order === undefined) throw new CommandError(`There is no order ${orderId}.`);
  const refunds = (await eventsOf(db, orderId)).filter(({ type }) => type === 'refunded');
  const left = order.amount - refundedIn(refunds);
  const { currency, provider_payment_id: paymentId } = order;
  const common = { currency, isTold: order.email !== '' };

  const amount = wish.amount ?? left;
  const alike = refunds.filter((refund) => refund.amount === amount);
  const times = wish.amount === undefined ? alike.length + 1 : (wish.times ?? 1);
  if (amount === 0 || alike.length >= times) {
    const refundId = alike.at(-1)?.refund_id ?? undefined;
    const before = { outcome: 'refunded before', refundId, left } as const;
    return { ...common, ...before, amount: amount || order.amount };
  }
  expectPossible(order, { amount, times, left, already: alike.length });

  const idempotencyKey = `refund-${orderId}-${amount}-${times}`;
  const refund = await askForRefund(provider, paymentId, { amount, idempotencyKey });
  if (refund?.status === 'pending') {
    await askSoon(db, order.attempt_id, clock());
    return { ...common, outcome: 'pending', amount, refundId: refund.id, left };
  }
  if (refund !== undefined && amount < left) {
    const payment = { id: paymentId, orderId: order.provider_order_id, currency };
    await recordPartialRefund(db, clock, { id: refund.id, amount }, payment);
  } else {
    const whole = { providerOrderId: order.provider_order_id, amount: order.amount, currency };
    await recordRefund(db, clock, { ...whole, paymentId, refundId: refund?.id });
  }
  if (refund === undefined) {
    const before = { outcome: 'refunded before', refundId: undefined } as const;
    return { ...common, ...before, amount: order.amount, left: 0 };
  }
  return { ...common, outcome: 'refunded', amount, refundId: refund.id, left: left - amount };
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
