// The cart: kept in the browser's local storage, the same in every tab, usable even where storage is not.
import { useSyncExternalStore } from 'react';
import { addToCart, CART_KEY, parseCart, removeFromCart } from '../../../shop/cart.ts';
import type { CartItem } from '../../../shop/cart.ts';
import type { LineRequest } from '../../../shop/price.ts';
import { withoutPaidLines } from './paid-lines.ts';

export interface Cart {
  readonly items: readonly CartItem[];
  /** False until the browser's storage was read: before that, an empty list says nothing. */
  readonly ready: boolean;
}

export interface CartActions {
  /** Appends the item; duplicates are not merged (specification, section 4). */
  add(item: CartItem): void;
  /** Removes every item with this id. */
  remove(id: string): void;
  /** Takes the lines of a paid order out, one item for each line; others stay. */
  removePaid(lines: readonly LineRequest[]): void;
}

const unread: Cart = { items: [], ready: false };
const listeners = new Set<() => void>();

let cart: Cart = unread;
let stored: string | null = null;
/** False once storage refused a write: from then on this tab's memory is the cart. */
let kept = true;

function readStorage(): string | null {
  try {
    return localStorage.getItem(CART_KEY);
  } catch {
    kept = false;
    return null;
  }
}

function load(): void {
  if (!kept && cart.ready) return;
  const found = readStorage();
  if (cart.ready && found === stored) return;
  stored = found;
  cart = { items: parseCart(found), ready: true };
}

function change(next: (items: CartItem[]) => CartItem[]): void {
  // Another tab may have written since this one last read.
  load();
  const items = next([...cart.items]);
  cart = { items, ready: true };
  try {
    stored = JSON.stringify(items);
    localStorage.setItem(CART_KEY, stored);
    kept = true;
  } catch {
    kept = false;
  }
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

function reload(): void {
  load();
  announce();
}

function onStorage(event: StorageEvent): void {
  if (event.key === CART_KEY || event.key === null) reload();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage);
    // A page that comes back from the back-forward cache has missed the events meanwhile.
    addEventListener('pageshow', reload);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', reload);
  };
}

function snapshot(): Cart {
  if (!cart.ready) load();
  return cart;
}

export const cartActions: CartActions = {
  add: (item) => change((items) => addToCart(items, item)),
  remove: (id) => change((items) => removeFromCart(items, id)),
  removePaid: (lines) => change((items) => withoutPaidLines(items, lines)),
};

/** The store itself, for what is not a component. */
export const cartStore = { subscribe, snapshot } as const;

/** The cart and what can be done to it. Empty and not `ready` in prerendered pages and while hydrating. */
export function useCart(): Cart & CartActions {
  const current = useSyncExternalStore(subscribe, snapshot, () => unread);
  return { ...current, ...cartActions };
}
