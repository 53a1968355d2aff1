// The Dairy Milk Garland of the standalone /prod page: a product of its own, with its own prices and codes.
import { rupees } from '../money.ts';
import { DAIRY_MILK } from './chocolates.ts';
import { dairyMilkPictures } from './dairy-milk-pictures.ts';
import type { Product } from './product.ts';

const price = rupees(300);
const originalPrice = rupees(400);

export const prodGarland: Product = {
  id: '7',
  slug: 'prod-garland',
  name: 'Dairy Milk Garland',
  link: '/prod',
  kind: 'prod',
  category: 'chocolate',
  tagline: 'Strung by hand, shared by all',
  summary: 'A handmade Dairy Milk garland for kids and adults.',
  price,
  originalPrice,
  versions: [
    { key: 'adult', name: 'Adult', price, originalPrice },
    { key: 'kids', name: 'Kid', price: rupees(250), originalPrice: rupees(350) },
  ],
  defaultChocolate: DAIRY_MILK,
  pictures: dairyMilkPictures,
  rating: 4.5,
  ratingCount: 120,
  // The specification has none: ₹400 and ₹350 are a proposal.
  forConfirmation: 'Struck-through prices',
};
