// Birthday Combo Pack, shown as 'Birthday Bliss' on the combo listing.
import { rupees } from '../../money.ts';
import { deliverySteps } from '../delivery.ts';
import { chocolateOptions, DAIRY_MILK } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: 'COMBO_003',
  slug: 'birthday-combo-pack',
  name: 'Birthday Combo Pack',
  cardTitle: 'Birthday Bliss',
  link: '/birthdaycombo',
  kind: 'combo',
  category: 'chocolate',
  tagline: 'Crown, garland and truffles in a box',
  summary: 'A small garland, a chocolate crown and truffles in a bright box.',
  occasions: 'party surprise hamper',
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

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'birthday-3-worn',
    alt: 'Pink and teal chocolate crown on a side table beside the small garland on a child’s dress form, with balloons behind them',
    focus: [0.5, 0.5],
  },
  size: 'Box about 35 cm wide',
  packed: 'Its gift box, inside a rigid one',
  searchDescription: 'A birthday box with a chocolate garland, a crown and truffles.',
  description:
    'A small chocolate garland, a chocolate crown and foil truffles in a pink and teal box. All it needs is the birthday star.',
  features: [
    'A chocolate garland and a chocolate crown',
    'Foil truffles in a pink and teal gift box',
    'Your choice of chocolate',
    'Colours to match the party, on request',
  ],
  deliveryInfo: [...deliverySteps('combo'), 'Best enjoyed within 3-5 days'],
  // The shop's own words; not reviews.
  testimonials: [
    {
      words: 'We opened the box, and it was all gone before the cake was cut.',
      name: 'Meera',
      occasion: 'Ninth birthday, Madurai',
    },
    {
      words: 'She wore the crown through two classes, and nobody minded.',
      name: 'Farhan',
      occasion: 'School party, Hyderabad',
    },
    {
      words: 'I ordered from far away, and it reached her door on time.',
      name: 'Lakshmi',
      occasion: 'Birthday, Kochi',
    },
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya, with wafers also wheat. May contain nuts.',
    netQuantity: 'A garland, a crown and truffles, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
};
