// Counts the cart's lines for the bar of every page, without loading the catalogue.
import { useSyncExternalStore } from 'react';
import { cartEntries } from '../../shop/cart-entries.ts';
import { storedCart, subscribeToCart } from './cart-storage.ts';

const count = () => cartEntries(storedCart()).length;

/** Returns the number of cart lines; 0 in prerendered pages and while hydrating. */
export function useCartCount(): number {
  return useSyncExternalStore(subscribeToCart, count, () => 0);
}
