// Stores the cart in local storage, shared by all tabs, or in this tab's memory if the browser refuses storage.
import { useSyncExternalStore } from 'react';
import { addToCart, CART_KEY, cartEntries } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart.ts';

const listeners = new Set<() => void>();

let text: string | null = null;
let isRead = false;
/** False once storage failed: from then on the cart is in this tab's memory. */
let kept = true;

function announce(): void {
  for (const listener of listeners) listener();
}

/** Reads storage again: another tab may have changed it. */
function refresh(): void {
  if (isRead && !kept) return;
  isRead = true;
  try {
    text = localStorage.getItem(CART_KEY);
  } catch {
    kept = false;
  }
}

function reload(): void {
  refresh();
  announce();
}

function onStorage(event: StorageEvent): void {
  if (event.key === CART_KEY || event.key === null) reload();
}

/** Returns the stored cart as text, the same string until it changes. */
export function storedCart(): string | null {
  if (!isRead) refresh();
  return text;
}

/** Replaces the cart with the result of `next`, which receives the current cart. */
export function changeStoredCart(next: (stored: string | null) => string): void {
  refresh();
  text = next(text);
  try {
    localStorage.setItem(CART_KEY, text);
    kept = true;
  } catch {
    kept = false;
  }
  announce();
}

/** Calls `listener` after every change, in this tab or another. Returns a function that unsubscribes. */
export function subscribeToCart(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage);
    // A page restored from the back-forward cache has missed events.
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

// Adds an item to the stored cart without parsing the others, so that a product page does not load the catalogue.

/** Appends the item; duplicates are not merged (specification, section 4). */
export function addItem(item: CartItem): void {
  changeStoredCart((stored) => {
    const entries = cartEntries(stored).map(({ entry }) => entry);
    return JSON.stringify(addToCart(entries, item));
  });
}

// Counts the cart's lines for the bar of every page, without loading the catalogue.

const count = () => cartEntries(storedCart()).length;

/** Returns the number of cart lines; 0 in prerendered pages and while hydrating. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribeToCart, count, () => 0);
}
