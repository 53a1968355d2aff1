// Adds an item to the stored cart without parsing the others, so that a product page does not load the catalogue.
import { cartEntries } from '../../shop/cart-entries.ts';
import { addToCart } from '../../shop/cart-item.ts';
import type { CartItem } from '../../shop/cart-item.ts';
import { changeStoredCart } from './cart-storage.ts';

/** Appends the item; duplicates are not merged (specification, section 4). */
export function addItem(item: CartItem): void {
  changeStoredCart((stored) => {
    const entries = cartEntries(stored).map(({ entry }) => entry);
    return JSON.stringify(addToCart(entries, item));
  });
}
