// The lines of a cart as /cart shows them: always at the catalogue's prices, whatever was stored.
import { findProduct } from './catalogue/catalogue.ts';
import type { Product } from './catalogue/product.ts';
import { findVersion } from './catalogue/versions.ts';
import type { CartItem } from './cart-item.ts';
import { lineRequestOf } from './cart.ts';
import type { Paise } from './money.ts';

export interface CartLine {
  item: CartItem;
  /** Absent: the shop does not sell it any more, the line costs nothing and cannot be ordered. */
  product?: Product;
  unit: Paise;
  originalUnit: Paise;
  total: Paise;
  versionName?: string;
}

/** The lines of a cart at the catalogue's prices. */
export function cartLines(cart: readonly CartItem[]): CartLine[] {
  return cart.map((item) => {
    const product = findProduct(item.id);
    if (!product) return { item, unit: 0, originalUnit: 0, total: 0 };
    const version = findVersion(product, lineRequestOf(item).selectedVersion);
    const { price: unit, originalPrice: originalUnit } = version ?? product;
    return {
      item,
      product,
      unit,
      originalUnit,
      total: unit * item.quantity,
      ...(version && { versionName: version.name }),
    };
  });
}

/** The sum of the lines, in paise. */
export function cartTotal(lines: readonly CartLine[]): Paise {
  return lines.reduce((sum, line) => sum + line.total, 0);
}
