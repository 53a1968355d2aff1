// The two versions of garlands, and how to find a version and its picture.
import { rupees } from '../money.ts';
import type { Picture, Product, Version, VersionKey } from './product.ts';

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

/** Returns the version of the product with this key; undefined if there is none. */
export function findVersion(product: Product, key: VersionKey | undefined): Version | undefined {
  return product.versions?.find((version) => version.key === key);
}

/**
 * Returns the picture that shows the versions of a garland beside each other, true to scale. By its name, because only
 * the product's own page has the details with its text.
 */
export function scalePictureOf({ pictures: [hero] }: Product): Picture {
  return { name: hero.name.replace('1-hero', '4-scale'), alt: '', focus: [0.45, 0.5] };
}

/**
 * Returns the picture that shows the product in this version: the version's own where there is one ('kitkat-3-kids'),
 * otherwise the first. The only place that decides it, for gallery, cart, checkout, orders and e-mails.
 */
export function pictureOf(product: Product, key: VersionKey | undefined): Picture {
  return product.pictures.find(({ name }) => name.endsWith(`-${key}`)) ?? product.pictures[0];
}
