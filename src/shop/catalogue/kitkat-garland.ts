// KitKat Garland: bars and folded currency notes. The catalogue's prices hold, as with Fivestar.
import type { Product } from './product.ts';
import { adultVersion, kidsVersion } from './versions.ts';

const adult = adultVersion(1199, 1399);

export const kitkatGarland: Product = {
  id: '5',
  slug: 'kitkat-garland',
  name: 'KitKat Garland',
  link: '/kitkatgarland',
  kind: 'garland',
  category: 'currency',
  tagline: 'KitKat with folded currency notes',
  summary: 'KitKat bars with rosettes of folded currency notes.',
  price: adult.price,
  originalPrice: adult.originalPrice,
  versions: [adult, kidsVersion],
  defaultChocolate: 'Kitkat Milk',
  pictures: [
    {
      name: 'kitkat-1-hero',
      alt: 'Adult chocolate garland of red and white wrapped bars with folded currency-note rosettes and a red bow',
      focus: [0.5, 0.62],
    },
    {
      name: 'kitkat-2-detail',
      alt: 'Close-up of a folded note rosette and red and white wrapped bars beside the pleated pendant',
      focus: [0.5, 0.55],
    },
    {
      name: 'kitkat-3-kids',
      alt: 'Small kids garland of red and white bars with little note rosettes and a red foil heart',
      focus: [0.5, 0.6],
    },
    {
      name: 'notes-1-hero',
      alt: 'Garland of pastel currency-note rosettes with gold beads, a red satin bow and a three-tier note pendant',
      focus: [0.5, 0.6],
    },
  ],
  rating: 4.8,
};
