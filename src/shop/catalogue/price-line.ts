// Prices one line, for the product page, the cart, the checkout and the server. Does not import the catalogue.
import type { Product, Version, VersionKey } from './product.ts';
import { findVersion } from './versions.ts';
import { discountPercent, LARGEST_AMOUNT } from '../money.ts';
import type { Paise } from '../money.ts';

/** The choices that determine the price of a product's line. */
export interface LineChoice {
  selectedVersion?: VersionKey | undefined;
  quantity: number;
}

/** All in paise. */
export interface LinePrice {
  /** The chosen version; absent if the product has none. */
  version?: Version;
  unit: Paise;
  originalUnit: Paise;
  /** Price times quantity. */
  total: Paise;
  originalTotal: Paise;
  /** Original total minus total, never negative. */
  saving: Paise;
  /** Whole percent; 0 without a saving. */
  percent: number;
}

/** Returns the price of a line. Exact up to `largestQuantity`. */
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

/** Returns the largest quantity with exact amounts. The specification has no maximum (section 6). */
export function largestQuantity(product: Product, selectedVersion?: VersionKey): number {
  const { unit, originalUnit } = priceLine(product, { selectedVersion, quantity: 1 });
  return Math.floor(LARGEST_AMOUNT / Math.max(unit, originalUnit));
}
