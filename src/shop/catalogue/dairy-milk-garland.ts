// Dairy Milk Garland: the shop's first and best known piece.
import { DAIRY_MILK } from './chocolates.ts';
import { dairyMilkPictures } from './dairy-milk-pictures.ts';
import type { Product } from './product.ts';
import { adultVersion, kidsVersion } from './versions.ts';

const adult = adultVersion(999, 1299);

export const dairyMilkGarland: Product = {
  id: '3',
  slug: 'dairy-milk-garland',
  name: 'Dairy Milk Garland',
  link: '/dairymilkgarland',
  kind: 'garland',
  category: 'chocolate',
  tagline: 'About 50 chocolates, 3.5 feet long',
  summary: 'About 50 Dairy Milk bars with beads and a pleated rosette.',
  price: adult.price,
  originalPrice: adult.originalPrice,
  versions: [adult, kidsVersion],
  defaultChocolate: DAIRY_MILK,
  pictures: dairyMilkPictures,
  rating: 4.8,
};
