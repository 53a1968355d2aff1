// The stored cart as text, without the catalogue: what every page reads and changes of it. Stored in local storage,
// shared by all tabs, or in this tab's memory if the browser refuses storage.
import { useSyncExternalStore } from 'react';
import { addToCart, CART_KEY, cartEntries } from '../../shop/cart.ts';
import type { CartItem } from '../../shop/cart.ts';
import { storeText } from '../platform/storage.ts';

const listeners = new Set<() => void>();

let text: string | null = null;
let isRead = false;
/** False once storage failed: from then on the cart is in this tab's memory. */
let isStored = true;

/** Returns the number of cart lines; 0 in prerendered pages and while hydrating. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribeToCart, countLines, () => 0);
}

const countLines = () => cartEntries(storedCart()).length;

/**
 * Appends the item, without parsing the others; duplicates are not merged (specification, section 4). Returns false if
 * the browser does not store it: then it is lost with the page.
 */
export function addItem(item: CartItem): boolean {
  return changeStoredCart((stored) => {
    const entries = cartEntries(stored).map(({ entry }) => entry);
    return JSON.stringify(addToCart(entries, item));
  });
}

/** Returns the stored cart as text, the same string until it changes. */
export function storedCart(): string | null {
  if (!isRead) refresh();
  return text;
}

/**
 * Replaces the cart with the result of `next`, which receives the current cart. Returns false if the browser does not
 * store it.
 */
export function changeStoredCart(next: (stored: string | null) => string): boolean {
  refresh();
  text = next(text);
  storeCart();
  notify();
  return isStored;
}

/** Stores the cart that the page shows, also if something has deleted it. Returns false if the browser does not. */
export function storeCart(): boolean {
  isStored = storeText(() => localStorage, CART_KEY, storedCart() ?? '[]');
  return isStored;
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

function onStorage(event: StorageEvent): void {
  if (event.key === CART_KEY || event.key === null) reload();
}

function reload(): void {
  refresh();
  notify();
}

/** Reads storage again: another tab may have changed it. */
function refresh(): void {
  if (isRead && !isStored) return;
  isRead = true;
  try {
    text = localStorage.getItem(CART_KEY);
  } catch {
    isStored = false;
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}
