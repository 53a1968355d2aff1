// What the visitor has chosen on a product page, what it costs and what Buy Now asks for.
import type { Product, VersionKey } from '../../../shop/catalogue/product.ts';
import { findVersion } from '../../../shop/catalogue/versions.ts';
import { discountPercent, LARGEST_AMOUNT } from '../../../shop/money.ts';
import type { Paise } from '../../../shop/money.ts';
import type { LineRequest } from '../../../shop/price.ts';

export interface Choice {
  /** Only where the product comes in versions. */
  readonly version?: VersionKey;
  /** Whole, at least 1. */
  readonly quantity: number;
  /** A value of the product's options; only where there is chocolate to choose or to record. */
  readonly chocolate?: string;
}

/** All in paise; totals are price times quantity. */
export interface Amounts {
  readonly total: Paise;
  readonly originalTotal: Paise;
  /** What the total is below the original, never negative. */
  readonly saving: Paise;
  /** Whole percent; 0 where nothing is saved. */
  readonly percent: number;
}

/** What is chosen before anyone chooses: adult, one piece, the page's own chocolate. */
export function firstChoice(product: Product): Choice {
  return {
    quantity: 1,
    ...(product.versions && { version: 'adult' }),
    ...(product.defaultChocolate !== undefined && { chocolate: product.defaultChocolate }),
  };
}

function unitPrices(product: Product, choice: Choice): Pick<Product, 'price' | 'originalPrice'> {
  return findVersion(product, choice.version) ?? product;
}

/** The choice with another quantity: a whole number, at least 1, and no more than can be counted in paise. */
export function withQuantity(product: Product, choice: Choice, quantity: number): Choice {
  const { price, originalPrice } = unitPrices(product, choice);
  const most = Math.floor(LARGEST_AMOUNT / Math.max(price, originalPrice));
  return { ...choice, quantity: Math.min(Math.max(Math.trunc(quantity) || 1, 1), most) };
}

/** What the choice costs. Only shown: the server prices every order itself. */
export function amountsOf(product: Product, choice: Choice): Amounts {
  const { price, originalPrice } = unitPrices(product, choice);
  return {
    total: price * choice.quantity,
    originalTotal: originalPrice * choice.quantity,
    saving: Math.max(originalPrice - price, 0) * choice.quantity,
    percent: discountPercent(price, originalPrice),
  };
}

/** Whether the chosen chocolate cannot be ordered but has to be talked about. */
export function needsContact(product: Product, choice: Choice): boolean {
  const option = product.chocolates?.find(({ value }) => value === choice.chocolate);
  return option?.contact === true;
}

/** The line that Buy Now hands over: never a price, the catalogue has it. */
export function lineOf(product: Product, choice: Choice): LineRequest {
  return {
    productId: product.id,
    quantity: choice.quantity,
    ...(choice.version && { selectedVersion: choice.version }),
    ...(choice.chocolate !== undefined && { chocolate: choice.chocolate }),
  };
}

/** Which picture shows a version: the kids' own where there is one, otherwise the first. */
export function pictureOf(product: Product, version: VersionKey): number {
  const kids = product.pictures.findIndex(({ name }) => name.endsWith('-kids'));
  return version === 'kids' && kids > 0 ? kids : 0;
}
