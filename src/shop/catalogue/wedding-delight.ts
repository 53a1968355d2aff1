// Wedding Delight, the combo for the couple.
import { rupees } from '../money.ts';
import { chocolateOptions, DAIRY_MILK } from './chocolates.ts';
import type { Product } from './product.ts';

export const weddingDelight: Product = {
  id: 'COMBO_001',
  slug: 'wedding-delight',
  name: 'Wedding Delight',
  link: '/weddingcombo',
  kind: 'combo',
  category: 'chocolate',
  tagline: 'Two garlands in one festive box',
  summary: 'Two chocolate garlands and foil truffles in a red and gold box.',
  price: rupees(2499),
  originalPrice: rupees(3299),
  chocolates: chocolateOptions,
  defaultChocolate: DAIRY_MILK,
  pictures: [
    {
      name: 'wedding-1-hero',
      alt: 'Open red and gold wedding gift box with two chocolate garlands, foil truffles and a gold bow',
      focus: [0.5, 0.6],
    },
    {
      name: 'wedding-2-detail',
      alt: 'Close-up of a red and gold chocolate garland lying in the wedding box among truffles',
      focus: [0.45, 0.55],
    },
  ],
  rating: 4.8,
  forConfirmation:
    'Price: the specification has none. ₹2,499 (was ₹3,299) is a proposal. The contents follow the picture.',
};
