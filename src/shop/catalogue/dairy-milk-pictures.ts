// The pictures of the Dairy Milk Garland. A module of its own, because /prod shows them too and needs nothing else of the
// catalogue.
import type { Product } from './product.ts';

export const dairyMilkPictures: Product['pictures'] = [
  {
    name: 'dairymilk-1-hero',
    alt: 'Adult chocolate garland of about fifty purple and gold wrapped bars with a gold bow and a purple heart rosette, beside a snapped milk chocolate bar and a halved truffle',
    focus: [0.5, 0.62],
  },
  {
    name: 'dairymilk-2-detail',
    alt: 'Close-up of the pleated gold and purple rosette with its foil heart, the wrapped bars beside it and a few squares of milk chocolate',
    focus: [0.55, 0.6],
  },
  {
    name: 'dairymilk-3-kids',
    alt: 'Small kids’ chocolate garland with purple bars, bright beads and a pink foil heart',
    focus: [0.5, 0.6],
  },
];
