// How /success is opened once an order is placed. read-paid.ts reads what is passed here.
import type { Basket } from './place-order.ts';

/** Returns `/success?order=…`. */
export function successPath(orderId: string): string {
  return `/success?order=${encodeURIComponent(orderId)}`;
}

/** Returns the history state with which /success is opened. */
export function paidState(orderId: string, basket: Basket | undefined, now: Date): object {
  return { orderId, ...(basket && { ...basket, orderedAt: now.toISOString() }) };
}
