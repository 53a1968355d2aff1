// Chocolate Crown.
import { rupees } from '../money.ts';
import { chocolateOptions, DAIRY_MILK } from './chocolates.ts';
import type { Product } from './product.ts';

export const chocolateCrown: Product = {
  id: '2',
  slug: 'chocolate-crown',
  name: 'Chocolate Crown',
  link: '/chocolatecrown',
  kind: 'crown',
  category: 'chocolate',
  tagline: 'For the birthday star',
  summary: 'For the birthday star. Choose the chocolate you like.',
  price: rupees(799),
  originalPrice: rupees(995),
  chocolates: chocolateOptions,
  defaultChocolate: DAIRY_MILK,
  pictures: [
    {
      name: 'crown-1-hero',
      alt: 'Chocolate crown of standing purple and gold bars topped with foil truffles, pearls and a ruby heart, on a crimson cushion',
      focus: [0.5, 0.5],
    },
    {
      name: 'crown-2-detail',
      alt: 'Close-up of the crown front with its ruby heart, pearl band and standing chocolate bars',
      focus: [0.5, 0.5],
    },
  ],
  rating: 4.8,
};
