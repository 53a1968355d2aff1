// The cart lines that /cart shows. Prices come from the catalogue, never from the stored cart.
import { findProduct } from './catalogue/catalogue.ts';
import type { Picture, Product } from './catalogue/product.ts';
import { pictureOf } from './catalogue/versions.ts';
import type { CartItem } from './cart-item.ts';
import { lineRequestOf } from './cart.ts';
import type { Paise } from './money.ts';
import { priceLine } from './catalogue/price-line.ts';

export interface CartLine {
  item: CartItem;
  /** Absent if the shop no longer sells it: the line then costs nothing and cannot be ordered. */
  product?: Product;
  /** The picture of the version; absent if the product is. */
  picture?: Picture;
  unit: Paise;
  originalUnit: Paise;
  total: Paise;
  versionName?: string;
}

/** Returns the lines of a cart at the catalogue's prices. */
export function cartLines(cart: readonly CartItem[]): CartLine[] {
  return cart.map((item) => {
    const product = findProduct(item.id);
    if (!product) return { item, unit: 0, originalUnit: 0, total: 0 };
    const { version, ...price } = priceLine(product, lineRequestOf(item));
    const picture = pictureOf(product, version?.key);
    return { item, product, picture, ...price, ...(version && { versionName: version.name }) };
  });
}

/** Returns what the line costs less than its original price, in paise. */
export function lineSaving({ item, total, originalUnit }: CartLine): Paise {
  return Math.max(0, originalUnit * item.quantity - total);
}

/** Returns the sum of the lines, in paise. */
export function cartTotal(lines: readonly CartLine[]): Paise {
  return lines.reduce((sum, line) => sum + line.total, 0);
}
