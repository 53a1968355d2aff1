// What one line costs: product page, cart, checkout and server all ask here. Knows one product, no catalogue.
import type { Product, Version, VersionKey } from './catalogue/product.ts';
import { findVersion } from './catalogue/versions.ts';
import { discountPercent, LARGEST_AMOUNT } from './money.ts';
import type { Paise } from './money.ts';

/** What decides the price of a line, once the product is known. */
export interface LineChoice {
  selectedVersion?: VersionKey | undefined;
  quantity: number;
}

/** All in paise. */
export interface LinePrice {
  /** The chosen version, where there are versions. */
  version?: Version;
  unit: Paise;
  originalUnit: Paise;
  /** Price times quantity. */
  total: Paise;
  originalTotal: Paise;
  /** What the total is below the original, never negative. */
  saving: Paise;
  /** Whole percent; 0 where nothing is saved. */
  percent: number;
}

/** Prices a line. Exact up to `largestQuantity`. */
export function priceLine(product: Product, { selectedVersion, quantity }: LineChoice): LinePrice {
  const version = findVersion(product, selectedVersion);
  const { price: unit, originalPrice: originalUnit } = version ?? product;
  const [total, originalTotal] = [unit * quantity, originalUnit * quantity];
  return {
    ...(version && { version }),
    unit,
    originalUnit,
    total,
    originalTotal,
    saving: Math.max(originalTotal - total, 0),
    percent: discountPercent(unit, originalUnit),
  };
}

/** Up to here every amount of a line is exact. The specification knows no maximum (section 6). */
export function largestQuantity(product: Product, selectedVersion?: VersionKey): number {
  const { unit, originalUnit } = priceLine(product, { selectedVersion, quantity: 1 });
  return Math.floor(LARGEST_AMOUNT / Math.max(unit, originalUnit));
}
