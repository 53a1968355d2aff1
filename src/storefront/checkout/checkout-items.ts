// The items to order: the one product of Buy Now, or the cart as a checklist.
import { lineRequestOf } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart-item.ts';
import { itemOf } from './checkout-item.ts';
import type { CheckoutItem } from './checkout-item.ts';
import type { Handover } from '../cart/start-checkout.ts';

export interface CheckoutItems {
  mode: Handover['mode'];
  items: readonly CheckoutItem[];
  /** Titles of the cart's items that can no longer be ordered. */
  leftOut: readonly string[];
}

/** Returns the items of a handover. Falls back to the cart if the product is no longer sold. */
export function checkoutItems(handover: Handover, cart: readonly CartItem[]): CheckoutItems {
  if (handover.mode === 'product') {
    const item = itemOf(handover.line);
    if (item) return { mode: 'product', items: [item], leftOut: [] };
  }
  const items: CheckoutItem[] = [];
  const leftOut: string[] = [];
  const seen = new Map<string, number>();
  for (const entry of cart) {
    const item = itemOf(lineRequestOf(entry), entry);
    if (!item) {
      leftOut.push(entry.title || 'One item');
      continue;
    }
    const count = seen.get(item.key) ?? 0;
    seen.set(item.key, count + 1);
    items.push({ ...item, key: `${item.key}#${count}` });
  }
  return { mode: 'cart', items, leftOut };
}
