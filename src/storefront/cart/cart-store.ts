// The cart as items, on top of cart-storage.ts. Needs the catalogue, which the app shell must not load.
import { useSyncExternalStore } from 'react';
import { parseCart, removeFromCart } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart.ts';
import { toLineRequest } from '../../shop/price.ts';
import type { LineRequest } from '../../shop/price.ts';
import { changeStoredCart, storedCart, subscribeToCart } from './cart-storage.ts';

export interface Cart {
  readonly items: readonly CartItem[];
  /** False until storage has been read. Until then `items` is empty. */
  readonly ready: boolean;
}

const unread: Cart = { items: [], ready: false };

let cart: Cart = unread;
let parsed: string | null = null;

/** Returns the cart. Empty and not `ready` in prerendered pages and while hydrating. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribeToCart, readCart, () => unread);
}

/** Returns the stored cart, the same object until it changes. */
export function readCart(): Cart {
  const stored = storedCart();
  if (!cart.ready || stored !== parsed) {
    cart = { items: parseCart(stored), ready: true };
    parsed = stored;
  }
  return cart;
}

/** Changes the stored cart. */
export const cartActions = {
  /** Removes every item with this id. */
  remove: (id: string) => change((items) => removeFromCart(items, id)),
  /** Removes one item for each line of a paid order. */
  removePaid: (lines: readonly LineRequest[]) => change((items) => withoutPaidLines(items, lines)),
};

function change(next: (items: CartItem[]) => CartItem[]): void {
  changeStoredCart((stored) => JSON.stringify(next(parseCart(stored))));
}

/**
 * Returns the items without one item for each paid line. The cart does not merge equal items: if two of three equal
 * ones are paid, one stays. A line that is no longer in the cart is ignored.
 */
export function withoutPaidLines(
  items: readonly CartItem[],
  paid: readonly LineRequest[],
): CartItem[] {
  const due = new Map<string, number>();
  for (const line of paid) due.set(key(line), (due.get(key(line)) ?? 0) + 1);
  return items.filter((item) => {
    const line = key(toLineRequest(item));
    const left = due.get(line) ?? 0;
    if (left > 0) due.set(line, left - 1);
    return left === 0;
  });
}

function key({ productId, selectedVersion, chocolate, quantity }: LineRequest): string {
  return [productId, selectedVersion, chocolate, quantity].join('|');
}
