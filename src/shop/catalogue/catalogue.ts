// Everything that is sold. Prices and short texts only: the long texts are in the *.details.ts beside each product.
import { birthdayComboPack } from './birthday-combo-pack.ts';
import { chocolateBouquet } from './chocolate-bouquet.ts';
import { chocolateCrown } from './chocolate-crown.ts';
import { dairyMilkGarland } from './dairy-milk-garland.ts';
import { fivestarGarland } from './fivestar-garland.ts';
import { kitkatGarland } from './kitkat-garland.ts';
import { prodGarland } from './prod-garland.ts';
import type { Product } from './product.ts';
import { sandalGarland } from './sandal-garland.ts';
import { weddingDelight } from './wedding-delight.ts';

/** The products page, in its order. */
export const listedProducts: readonly Product[] = [
  dairyMilkGarland,
  fivestarGarland,
  kitkatGarland,
  chocolateBouquet,
  chocolateCrown,
  sandalGarland,
];

/** The combo listing, in its order. */
export const comboProducts: readonly Product[] = [weddingDelight, birthdayComboPack];

/** All nine products. */
export const catalogue: readonly Product[] = [...listedProducts, ...comboProducts, prodGarland];

const byId = new Map(catalogue.map((product) => [product.id, product]));
const byLink = new Map(catalogue.map((product) => [product.link, product]));

/** The product with this id, if the shop sells it. */
export function findProduct(id: string): Product | undefined {
  return byId.get(id);
}

/** The product whose page has this path. Paths are matched without regard to case. */
export function productAt(link: string): Product | undefined {
  return byLink.get(link.toLowerCase());
}
