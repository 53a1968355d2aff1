// The two versions that garlands come in, and how one is found.
import { rupees } from '../money.ts';
import type { Product, Version, VersionKey } from './product.ts';

/** The adult version of a garland. Prices in rupees, as the price list has them. */
export function adultVersion(price: number, originalPrice: number): Version {
  return {
    key: 'adult',
    name: 'Adult',
    price: rupees(price),
    originalPrice: rupees(originalPrice),
    size: '3.5 feet',
  };
}

/** Every garland's kids version costs the same (section 9 of the specification). */
export const kidsVersion: Version = {
  key: 'kids',
  name: 'Kids',
  price: rupees(799),
  originalPrice: rupees(999),
  size: '1.5 feet',
};

/** The version of the product with this key, if it has versions. */
export function findVersion(product: Product, key: VersionKey | undefined): Version | undefined {
  return product.versions?.find((version) => version.key === key);
}
