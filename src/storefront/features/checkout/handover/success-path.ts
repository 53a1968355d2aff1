// How /success is opened once an order stands. read-paid.ts reads what it is given.
import type { LineRequest } from '../../../../shop/price.ts';

/** Returns `/success?order=…`. */
export function successPath(orderId: string): string {
  return `/success?order=${encodeURIComponent(orderId)}`;
}

/** Returns the history state with which /success is opened. */
export function paidState(
  orderId: string,
  lines: readonly LineRequest[] | undefined,
  now: Date,
): object {
  return { orderId, ...(lines && { lines, orderedAt: now.toISOString() }) };
}
