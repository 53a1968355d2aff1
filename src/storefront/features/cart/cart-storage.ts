// Where the cart is kept: local storage, the same in every tab; this tab's memory where the browser refuses it.
import { CART_KEY } from '../../../shop/cart-entries.ts';

const listeners = new Set<() => void>();

let text: string | null = null;
let isRead = false;
/** False once storage refused: from then on this tab's memory is the cart. */
let kept = true;

function announce(): void {
  for (const listener of listeners) listener();
}

/** Reads again: another tab may have written since. */
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

/** The cart as text, the same string until it changes. */
export function storedCart(): string | null {
  if (!isRead) refresh();
  return text;
}

/** Replaces the cart by what `next` makes of the cart as it is now. */
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

/** Calls back after every change, in this tab or another. Gives the way to stop it. */
export function subscribeToCart(listener: () => void): () => void {
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
