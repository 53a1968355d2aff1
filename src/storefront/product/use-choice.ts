// The choice on a product page, with the ways to change it.
import { useState } from 'react';
import type { Product, Version, VersionKey } from '../../shop/catalogue/product.ts';
import { priceLine } from '../../shop/catalogue/price-line.ts';
import type { LinePrice } from '../../shop/catalogue/price-line.ts';
import { firstChoice, lineOf, withQuantity } from './choice.ts';
import type { Choice } from './choice.ts';

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
    amounts: priceLine(product, lineOf(product, choice)),
    chooseVersion: (version) =>
      setChoice((before) => withQuantity(product, { ...before, version }, before.quantity)),
    chooseQuantity: (quantity) => setChoice((before) => withQuantity(product, before, quantity)),
    chooseChocolate: (chocolate) => setChoice((before) => ({ ...before, chocolate })),
  };
}
