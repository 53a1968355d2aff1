// The choices of 'Choose Chocolate Type'.
import type { ChocolateOption, Product } from './product.ts';

const byName = (name: string): ChocolateOption => ({ value: name, label: name });

export const DAIRY_MILK = 'Dairy Milk';

/** Section 9 of the specification, in its order. The last one cannot be ordered: it leads to the contact page. */
export const chocolateOptions: readonly ChocolateOption[] = [
  byName(DAIRY_MILK),
  byName('5 Star'),
  byName('Munch'),
  byName('Milkybar'),
  byName('KitKat'),
  { value: 'Contact', label: 'Any kind of chocolate contact us for it', contact: true },
];

/** Returns whether the product can be ordered with this chocolate: an option of its list, or its default. */
export function mayOrderChocolate(product: Product, chocolate: string): boolean {
  return (
    chocolate === product.defaultChocolate ||
    (product.chocolates ?? []).some((option) => option.value === chocolate && !option.contact)
  );
}
