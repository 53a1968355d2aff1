// Reads what /success receives in its history entry and its URL, so that a reload still knows the order.
import type { Basket } from './place-order.ts';
import { lineOf, recordOf } from '../cart/read-handover.ts';

const ORDER_ID = /^[\w-]{1,64}$/;

const idOf = (value: unknown) =>
  typeof value === 'string' && ORDER_ID.test(value) ? value : undefined;

/** Returns the order that this browser has just paid. Only the shop's pages write the history entry; a reload keeps it. */
export function paidOrderOf({ state }: { state: unknown }): string | undefined {
  return idOf(recordOf(state)['orderId']);
}

/** The content of a paid order. */
export interface Bought extends Basket {
  orderedAt: Date;
  /** Once it was sent. */
  sentAt?: Date | undefined;
}

/** Returns the content of the paid order; undefined if this browser does not know it any more. */
export function boughtOf({ state }: { state: unknown }): Bought | undefined {
  const { lines, amount, orderedAt } = recordOf(state);
  const at = new Date(typeof orderedAt === 'string' ? orderedAt : '');
  if (!Array.isArray(lines) || !Number.isSafeInteger(amount) || Number.isNaN(at.getTime())) {
    return undefined;
  }
  const read = lines.map(lineOf);
  const known = read.filter((line) => line !== undefined);
  return known.length > 0 && known.length === read.length
    ? { lines: known, amount: Number(amount), orderedAt: at }
    : undefined;
}

/** Returns the order id in the URL. Anyone can write a URL: it may be nobody's order, or somebody else's. */
export function namedOrderOf({ search }: { search: string }): string | undefined {
  return idOf(new URLSearchParams(search).get('order'));
}
