// What the visitor has chosen on a product page, with the ways to change it, its price, and what Buy Now passes on.
import { useState } from 'react';
import {
  largestQuantity,
  priceLine,
  versionOrFirst,
  versionPicture,
} from '../../shop/catalogue/product.ts';
import type { LinePrice, Product, Version, VersionKey } from '../../shop/catalogue/product.ts';
import type { LineRequest } from '../../shop/price.ts';

export interface Choice {
  /** Only where the product comes in versions. */
  readonly version?: VersionKey;
  /** Whole, at least 1. */
  readonly quantity: number;
  /** A value of the product's options; only where there is chocolate to choose or to record. */
  readonly chocolate?: string;
}

export interface ChoiceControl {
  readonly choice: Choice;
  /** The versions to choose from, at the prices to show. */
  readonly versions: readonly Version[] | undefined;
  /** Only shown: the server prices every order itself. */
  readonly amounts: LinePrice;
  chooseVersion(version: VersionKey): void;
  chooseQuantity(quantity: number): void;
  chooseChocolate(chocolate: string): void;
}

export function useChoice(product: Product): ChoiceControl {
  const [choice, setChoice] = useState(() => firstChoice(product));
  return {
    choice,
    versions: product.versions,
    amounts: priceLine(product, chosenLine(product, choice)),
    chooseVersion: (version) =>
      setChoice((before) => withQuantity(product, { ...before, version }, before.quantity)),
    chooseQuantity: (quantity) => setChoice((before) => withQuantity(product, before, quantity)),
    chooseChocolate: (chocolate) => setChoice((before) => ({ ...before, chocolate })),
  };
}

/** Returns the initial choice: the first version, one piece, the page's own chocolate. */
export function firstChoice(product: Product): Choice {
  const version = versionOrFirst(product)?.key;
  return {
    quantity: 1,
    ...(version && { version }),
    ...(product.defaultChocolate !== undefined && { chocolate: product.defaultChocolate }),
  };
}

/** Returns the choice with another quantity: a whole number, at least 1, and no more than can be counted in paise. */
export function withQuantity(product: Product, choice: Choice, quantity: number): Choice {
  const most = largestQuantity(product, choice.version);
  return { ...choice, quantity: Math.min(Math.max(Math.trunc(quantity) || 1, 1), most) };
}

/** Returns whether the chosen chocolate cannot be ordered before the shopper has contacted the shop. */
export function needsContact(product: Product, choice: Choice): boolean {
  const option = product.chocolates?.find(({ value }) => value === choice.chocolate);
  return option?.contact === true;
}

/** Returns the line that Buy Now hands over. It has no price, because the catalogue has it. */
export function chosenLine(product: Product, choice: Choice): LineRequest {
  return {
    productId: product.id,
    quantity: choice.quantity,
    ...(choice.version && { selectedVersion: choice.version }),
    ...(choice.chocolate !== undefined && { chocolate: choice.chocolate }),
  };
}

/** Returns the index of the picture that shows a version. */
export function pictureIndex(product: Product, version: VersionKey): number {
  return product.pictures.indexOf(versionPicture(product, version));
}
