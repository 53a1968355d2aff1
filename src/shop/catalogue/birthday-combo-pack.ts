// Birthday Combo Pack, shown as 'Birthday Bliss' on the combo listing.
import { rupees } from '../money.ts';
import { chocolateOptions, DAIRY_MILK } from './chocolates.ts';
import type { Product } from './product.ts';

export const birthdayComboPack: Product = {
  id: 'COMBO_003',
  slug: 'birthday-combo-pack',
  name: 'Birthday Combo Pack',
  cardTitle: 'Birthday Bliss',
  link: '/birthdaycombo',
  kind: 'combo',
  category: 'chocolate',
  tagline: 'Crown, garland and truffles in a box',
  summary: 'A small garland, a chocolate crown and truffles in a bright box.',
  price: rupees(1899),
  originalPrice: rupees(2499),
  chocolates: chocolateOptions,
  defaultChocolate: DAIRY_MILK,
  pictures: [
    {
      name: 'birthday-1-hero',
      alt: 'Pink and teal birthday gift box with balloons, a small chocolate garland, a chocolate crown and foil truffles',
      focus: [0.5, 0.6],
    },
    {
      name: 'birthday-2-detail',
      alt: 'Close-up of the birthday box: chocolate crown, pink and teal bars and foil truffles',
      focus: [0.5, 0.5],
    },
  ],
  rating: 4.8,
};
