// Chocolate Bouquet.
import { rupees } from '../money.ts';
import { chocolateOptions, DAIRY_MILK } from './chocolates.ts';
import type { Product } from './product.ts';

export const chocolateBouquet: Product = {
  id: '1',
  slug: 'chocolate-bouquet',
  name: 'Chocolate Bouquet',
  link: '/chocolatebouquet',
  kind: 'bouquet',
  category: 'chocolate',
  tagline: 'Outlasts flowers, tastes better too',
  summary: 'A hand-tied bouquet that stays good for 1-2 months.',
  price: rupees(699),
  originalPrice: rupees(899),
  chocolates: chocolateOptions,
  defaultChocolate: DAIRY_MILK,
  pictures: [
    {
      name: 'bouquet-1-hero',
      alt: 'Chocolate bouquet of gold truffles, wrapped bars and red foil hearts in blush tissue and kraft paper, tied with a red bow',
      focus: [0.5, 0.42],
    },
    {
      name: 'bouquet-2-detail',
      alt: 'Close-up of the bouquet: gold foil truffles, red hearts, pearls and wrapped bars in tissue',
      focus: [0.5, 0.5],
    },
  ],
  rating: 4.8,
};
