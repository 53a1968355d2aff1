// The choice on a product page, with the ways to change it.
import { useState } from 'react';
import type { Product, VersionKey } from '../../../shop/catalogue/product.ts';
import { amountsOf, firstChoice, withQuantity } from './choice.ts';
import type { Amounts, Choice } from './choice.ts';

export interface ChoiceControl {
  readonly choice: Choice;
  readonly amounts: Amounts;
  chooseVersion(version: VersionKey): void;
  chooseQuantity(quantity: number): void;
  chooseChocolate(chocolate: string): void;
}

export function useChoice(product: Product): ChoiceControl {
  const [choice, setChoice] = useState(() => firstChoice(product));
  return {
    choice,
    amounts: amountsOf(product, choice),
    chooseVersion: (version) =>
      setChoice((before) => withQuantity(product, { ...before, version }, before.quantity)),
    chooseQuantity: (quantity) => setChoice((before) => withQuantity(product, before, quantity)),
    chooseChocolate: (chocolate) => setChoice((before) => ({ ...before, chocolate })),
  };
}
