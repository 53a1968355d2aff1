// The cart's items and actions as a React store, on top of cart-storage.ts.
import { useSyncExternalStore } from 'react';
import { parseCart, removeFromCart } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart-item.ts';
import type { LineRequest } from '../../shop/price.ts';
import { changeStoredCart, storedCart, subscribeToCart } from './cart-storage.ts';
import { withoutPaidLines } from './paid-lines.ts';

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
