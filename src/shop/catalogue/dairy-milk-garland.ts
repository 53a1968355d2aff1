// Dairy Milk Garland: the shop's first and best known piece.
import { DAIRY_MILK } from './chocolates.ts';
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
  pictures: [
    {
      name: 'dairymilk-1-hero',
      alt: 'Adult chocolate garland of about fifty purple and gold wrapped bars with pearls, a gold bow and a purple heart rosette',
      focus: [0.5, 0.62],
    },
    {
      name: 'dairymilk-2-detail',
      alt: 'Close-up of the pleated gold and purple rosette with its foil heart and the wrapped bars beside it',
      focus: [0.55, 0.6],
    },
    {
      name: 'dairymilk-3-kids',
      alt: 'Small kids chocolate garland with purple bars, bright beads and a pink foil heart',
      focus: [0.5, 0.6],
    },
    {
      name: 'dairymilk-4-scale',
      alt: 'Adult 3.5 foot and kids 1.5 foot purple chocolate garlands side by side, true to scale',
      focus: [0.45, 0.5],
    },
  ],
  rating: 4.8,
};
