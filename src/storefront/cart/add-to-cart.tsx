// Adds to the cart and keeps the last addition for the toast.
import { useCallback, useState } from 'react';
import { cartItemOf } from '../../shop/cart-item.ts';
import type { CartChoice, CartItem } from '../../shop/cart-item.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { addItem } from './add-item.ts';

export interface Added {
  readonly product: Product;
  readonly item: CartItem;
  /** Counts the additions on this page, so that adding the same product twice shows two toasts. */
  readonly count: number;
}

export function useAddToCart(): {
  added: Added | undefined;
  /** Stays the same function. */
  add: (product: Product, choice?: CartChoice) => void;
} {
  const [added, setAdded] = useState<Added>();

  const add = useCallback((product: Product, choice?: CartChoice): void => {
    const item = cartItemOf(product, choice);
    addItem(item);
    setAdded((before) => ({ product, item, count: (before?.count ?? 0) + 1 }));
  }, []);

  return { added, add };
}
