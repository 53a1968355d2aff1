// Wedding Delight, the combo for the couple.
import { rupees } from '../../money.ts';
import { deliverySteps } from '../delivery.ts';
import { chocolateOptions, DAIRY_MILK } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: 'COMBO_001',
  slug: 'wedding-delight',
  name: 'Wedding Delight',
  link: '/weddingcombo',
  kind: 'combo',
  category: 'chocolate',
  tagline: 'Two garlands in one festive box',
  summary: 'Two chocolate garlands and foil truffles in a red and gold box.',
  occasions: 'engagement reception anniversary combo pack varmala hamper',
  // Not in the specification: a proposal that the owner confirms. The contents follow the picture.
  price: rupees(2499),
  originalPrice: rupees(3299),
  chocolates: chocolateOptions,
  defaultChocolate: DAIRY_MILK,
  pictures: [
    {
      name: 'wedding-1-hero',
      alt: 'Open red and gold wedding gift box with two full garlands of chocolate, each laid twice round, their heart rosettes up, among foil truffles, a snapped chocolate bar and a halved truffle in front',
      focus: [0.5, 0.6],
    },
    {
      name: 'wedding-2-detail',
      alt: 'Close-up of a red and gold chocolate garland laid twice round in the wedding box, its heart rosette on top, among foil truffles',
      focus: [0.5, 0.5],
    },
  ],
  rating: 4.8,
};

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'wedding-3-worn',
    alt: 'Two red and gold garlands worn by two dress forms, for the bride and the groom',
    focus: [0.5, 0.5],
  },
  size: 'Box about 40 cm wide',
  packed: 'Its gift box, inside a rigid one',
  searchDescription:
    'Two chocolate garlands and foil truffles in a red and gold box for the couple.',
  description:
    'Two chocolate garlands, one for the bride, one for the groom, among foil truffles in a red and gold box with a golden bow. A varmala with dessert included.',
  features: [
    'Two handmade chocolate garlands',
    'Foil truffles in a red and gold gift box',
    'Your choice of chocolate',
    'Colours and currency notes to match the wedding, on request',
  ],
  deliveryInfo: [...deliverySteps('combo'), 'Best enjoyed within 3-5 days'],
  // The shop's own words; not reviews.
  testimonials: [
    {
      words: 'The garlands went round two necks, and then round all the tables.',
      name: 'Divya',
      occasion: 'Wedding, Chennai',
    },
    {
      words: 'Opening the box was the best photo of the evening.',
      name: 'Karthik',
      occasion: 'Engagement, Mysuru',
    },
    {
      words: 'My friends laughed, and then they asked where to order one.',
      name: 'Neha',
      occasion: 'Reception, Jaipur',
    },
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya, with wafers also wheat. May contain nuts.',
    netQuantity: 'Two garlands and truffles, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
};
