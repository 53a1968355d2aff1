// What /deliveryform passes to /success, in the URL and the history entry, so that a reload still knows the order.
import { isDay } from '../../shop/dates.ts';
import type { Paise } from '../../shop/money.ts';
import { orderDates } from '../../shop/order.ts';
import type { LineRequest } from '../../shop/price.ts';
import { asRecord, clearCheckoutStart, parseLine } from '../cart/start-checkout.ts';
import { typedInTab } from '../platform/storage.ts';

/** The content of an order, and what was paid for it. */
export interface Basket {
  lines: readonly LineRequest[];
  amount: Paise;
}

/** The content of a paid order. */
export interface Purchase extends Basket {
  orderedAt: Date;
  /** ISO date, once the shop promised one. */
  promisedBy?: string | undefined;
  /** Once it was sent. */
  sentAt?: Date | undefined;
}

/**
 * The order is placed. `cartLines` are to be removed from the cart. `basket` is the content of the order, unless it was
 * placed before this page was loaded.
 */
export type OnPaid = (
  orderId: string,
  cartLines: readonly LineRequest[],
  basket: Basket | undefined,
) => void;

/** The key of what was typed into the delivery form. */
export const DELIVERY_DRAFT = 'maalai.delivery';

/** Deletes what this tab stores of an order that is not paid: it is paid. */
export function clearCheckout(userId: string | undefined): void {
  clearCheckoutStart();
  typedInTab(DELIVERY_DRAFT, userId).remove();
}

/** Returns `/success?order=…`. */
export function successPath(orderId: string): string {
  return `/success?order=${encodeURIComponent(orderId)}`;
}

/**
 * Returns the history state with which /success is opened.
 * @param shipsFrom the day before which a shop that is late sends nothing
 */
export function paidState(
  orderId: string,
  basket: Basket | undefined,
  now: Date,
  shipsFrom?: string,
): object {
  if (basket === undefined) return { orderId };
  const promisedBy = shipsFrom && orderDates(basket.lines, now, shipsFrom).sentBy;
  return { orderId, ...basket, orderedAt: now.toISOString(), promisedBy };
}

/** Returns the order that this browser has just paid. Only the shop's pages write the history entry; a reload keeps it. */
export function orderIdInHistory({ state }: { state: unknown }): string | undefined {
  return parseOrderId(asRecord(state)['orderId']);
}

/** Returns the order id in the URL. Anyone can write a URL: it may be nobody's order, or somebody else's. */
export function orderIdInUrl({ search }: { search: string }): string | undefined {
  return parseOrderId(new URLSearchParams(search).get('order'));
}

function parseOrderId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined;
}

/** Returns the content of the paid order; undefined if this browser does not know it any more. */
export function readPurchase({ state }: { state: unknown }): Purchase | undefined {
  const { lines, amount, orderedAt, promisedBy } = asRecord(state);
  const at = new Date(typeof orderedAt === 'string' ? orderedAt : '');
  if (!Array.isArray(lines) || !Number.isSafeInteger(amount) || Number.isNaN(at.getTime())) {
    return undefined;
  }
  const known = lines.map(parseLine).filter((line) => line !== undefined);
  return known.length > 0 && known.length === lines.length
    ? {
        lines: known,
        amount: Number(amount),
        orderedAt: at,
        ...(typeof promisedBy === 'string' && isDay(promisedBy) && { promisedBy }),
      }
    : undefined;
}
