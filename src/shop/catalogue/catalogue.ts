// The list of what is sold. Routes, pages, prices and listings all follow from it.
import type { Picture, Product } from './product.ts';
import birthdayComboPack from './products/birthday-combo-pack.ts';
import chocolateBouquet from './products/chocolate-bouquet.ts';
import chocolateCrown from './products/chocolate-crown.ts';
import dairyMilkGarland from './products/dairy-milk-garland.ts';
import fivestarGarland from './products/fivestar-garland.ts';
import kitkatGarland from './products/kitkat-garland.ts';
import prodGarland from './products/prod-garland.ts';
import sandalGarland from './products/sandal-garland.ts';
import weddingDelight from './products/wedding-delight.ts';

/** All products, in the order of the listings. */
export const catalogue: readonly Product[] = [
  dairyMilkGarland,
  fivestarGarland,
  kitkatGarland,
  chocolateBouquet,
  chocolateCrown,
  sandalGarland,
  weddingDelight,
  birthdayComboPack,
  prodGarland,
];

/** The products of the products page. */
export const listedProducts = catalogue.filter(({ kind }) => kind !== 'combo' && kind !== 'prod');

/** The products of the combo listing. */
export const comboProducts = catalogue.filter(({ kind }) => kind === 'combo');

/**
 * Shown for an empty cart or no orders: none of the gifts that these screens suggest below, and whole if cropped.
 * Without an alt text, because the text beside it says enough.
 */
export const emptyCartPicture: Picture = { name: 'fivestar-4-scale', alt: '', focus: [0.45, 0.5] };
export const noOrdersPicture: Picture = { name: 'kitkat-4-scale', alt: '', focus: [0.45, 0.5] };

const byId = new Map(catalogue.map((product) => [product.id, product]));

/** Returns the product with this id; undefined if the shop does not sell it. */
export function findProduct(id: string): Product | undefined {
  return byId.get(id);
}
