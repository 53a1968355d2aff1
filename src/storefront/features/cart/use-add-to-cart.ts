// Adding to the cart, and what was added last for the toast to tell.
import { useState } from 'react';
import { cartItemOf } from '../../../shop/cart-item.ts';
import type { CartChoice } from '../../../shop/cart-item.ts';
import type { Product } from '../../../shop/catalogue/product.ts';
import { addItem } from './add-item.ts';

export interface Added {
  /** With its version: 'Dairy Milk Garland, Kids'. */
  readonly name: string;
  /** Which addition it was on this page: two of the same are two pieces of news. */
  readonly count: number;
}

export function useAddToCart(): {
  added: Added | undefined;
  add: (product: Product, choice?: CartChoice) => void;
} {
  const [added, setAdded] = useState<Added>();

  function add(product: Product, choice?: CartChoice): void {
    const item = cartItemOf(product, choice);
    const name = item.versionName ? `${item.title}, ${item.versionName}` : item.title;
    addItem(item);
    setAdded((before) => ({ name, count: (before?.count ?? 0) + 1 }));
  }

  return { added, add };
}
