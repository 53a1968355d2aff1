import { catalogue } from '../../src/shop/catalogue/catalogue.ts';
import type { LineRequest } from '../../src/shop/price.ts';

/** One piece of everything that the catalogue offers: each product in each version, with each chocolate of its list. */
export const everyLine: readonly LineRequest[] = catalogue.flatMap(
  ({ id: productId, versions, chocolates = [] }) => {
    const line = { productId, quantity: 1 };
    if (versions) return versions.map(({ key }) => ({ ...line, selectedVersion: key }));
    const listed = chocolates.filter(({ contact }) => !contact);
    return [line, ...listed.map(({ value }) => ({ ...line, chocolate: value }))];
  },
);
