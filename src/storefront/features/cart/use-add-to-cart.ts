// Adds to the cart and keeps the last addition for the toast.
import { useCallback, useState } from 'react';
import { cartItemOf } from '../../../shop/cart-item.ts';
import type { CartChoice } from '../../../shop/cart-item.ts';
import type { Picture, Product } from '../../../shop/catalogue/product.ts';
import { pictureOf } from '../../../shop/catalogue/versions.ts';
import { addItem } from './add-item.ts';

export interface Added {
  /** With its version: 'Dairy Milk Garland, Kids'. */
  readonly name: string;
  readonly picture: Picture;
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
    const name = item.versionName ? `${item.title}, ${item.versionName}` : item.title;
    const picture = pictureOf(product, item.selectedVersion);
    addItem(item);
    setAdded((before) => ({ name, picture, count: (before?.count ?? 0) + 1 }));
  }, []);

  return { added, add };
}
