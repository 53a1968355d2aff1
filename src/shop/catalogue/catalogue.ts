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

/** Everything that is sold, as the listings have it in order. */
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

/** The products page. */
export const listedProducts = catalogue.filter(({ kind }) => kind !== 'combo' && kind !== 'prod');

/** The combo listing. */
export const comboProducts = catalogue.filter(({ kind }) => kind === 'combo');

/** What screens show where the cart or the orders would be: none of the gifts that they suggest below, whole if cropped. */
export const emptyCartPicture = shownWorn('fivestar-4-scale');
export const noOrdersPicture = shownWorn('kitkat-4-scale');

/** Returns a picture that stands beside words which say enough; the one with a text is in the details of the product. */
function shownWorn(name: string): Picture {
  return { name, alt: '', focus: [0.45, 0.5] };
}

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
