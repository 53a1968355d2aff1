// Fivestar Garland. The specification's detail page asks more than its struck-through price; the catalogue's prices hold.
import type { Product } from './product.ts';
import { adultVersion, kidsVersion } from './versions.ts';

const adult = adultVersion(999, 1199);

export const fivestarGarland: Product = {
  id: '4',
  slug: 'fivestar-garland',
  name: 'Fivestar Garland',
  link: '/fivestargarland',
  kind: 'garland',
  category: 'chocolate',
  tagline: 'Golden bars and a star rosette',
  summary: 'About 50 Fivestar bars with a crimson bow and a gold star.',
  price: adult.price,
  originalPrice: adult.originalPrice,
  versions: [adult, kidsVersion],
  defaultChocolate: 'Fivestar',
  pictures: [
    {
      name: 'fivestar-1-hero',
      alt: 'Adult chocolate garland of golden yellow and crimson wrapped bars with a crimson bow and a gold star rosette',
      focus: [0.5, 0.62],
    },
    {
      name: 'fivestar-2-detail',
      alt: 'Close-up of the crimson and gold pleated rosette with a gold foil star and yellow wrapped bars',
      focus: [0.55, 0.6],
    },
    {
      name: 'fivestar-3-kids',
      alt: 'Small kids chocolate garland with golden yellow bars, bright beads and a big gold star',
      focus: [0.5, 0.6],
    },
    // The sizes are the same for every garland.
    {
      name: 'dairymilk-4-scale',
      alt: 'Adult 3.5 foot and kids 1.5 foot purple chocolate garlands side by side, true to scale',
      focus: [0.45, 0.5],
    },
  ],
  rating: 4.8,
};
