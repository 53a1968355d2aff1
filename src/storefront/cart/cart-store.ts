// The cart's items and actions as a React store, on top of cart-storage.ts.
import { useSyncExternalStore } from 'react';
import { parseCart, removeFromCart } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart.ts';
import type { LineRequest } from '../../shop/price.ts';
import { toLineRequest } from '../../shop/price.ts';
import { changeStoredCart, storedCart, subscribeToCart } from './cart-storage.ts';

export interface Cart {
  readonly items: readonly CartItem[];
  /** False until storage has been read. Until then `items` is empty. */
  readonly ready: boolean;
}

export interface CartActions {
  /** Removes every item with this id. */
  remove(id: string): void;
  /** Removes one item for each line of a paid order. */
  removePaid(lines: readonly LineRequest[]): void;
}

const unread: Cart = { items: [], ready: false };

let cart: Cart = unread;
let parsed: string | null = null;

function snapshot(): Cart {
  const stored = storedCart();
  if (!cart.ready || stored !== parsed) {
    cart = { items: parseCart(stored), ready: true };
    parsed = stored;
  }
  return cart;
}

function change(next: (items: CartItem[]) => CartItem[]): void {
  changeStoredCart((stored) => JSON.stringify(next(parseCart(stored))));
}

export const cartActions: CartActions = {
  remove: (id) => change((items) => removeFromCart(items, id)),
  removePaid: (lines) => change((items) => withoutPaidLines(items, lines)),
};

/** The store, for code outside of components. */
export const cartStore = { subscribe: subscribeToCart, snapshot } as const;

/** Returns the cart and its actions. Empty and not `ready` in prerendered pages and while hydrating. */
export function useCart(): Cart & CartActions {
  const current = useSyncExternalStore(subscribeToCart, snapshot, () => unread);
  return { ...current, ...cartActions };
}

// Removes paid lines from the cart.

function key(line: LineRequest): string {
  return [line.productId, line.selectedVersion ?? '', line.chocolate ?? '', line.quantity].join(
    '|',
  );
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
    const left = due.get(key(toLineRequest(item))) ?? 0;
    if (left > 0) due.set(key(toLineRequest(item)), left - 1);
    return left === 0;
  });
}
