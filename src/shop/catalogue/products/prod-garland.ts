// The Dairy Milk Garland of the standalone /prod page: a product of its own, with its own prices and codes.
import { rupees } from '../../money.ts';
import { dairyMilkPictures } from '../dairy-milk-pictures.ts';
import { DAIRY_MILK, inTwoVersions } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: '7',
  slug: 'prod-garland',
  name: 'Dairy Milk Garland',
  pageTitle: 'Dairy Milk Garland, with discount codes',
  link: '/prod',
  kind: 'prod',
  category: 'chocolate',
  tagline: 'Strung by hand, shared by all',
  summary: 'A handmade Dairy Milk garland for kids and adults.',
  ...inTwoVersions(300, 400, {
    name: 'Kid',
    price: rupees(250),
    // Not in the specification, like the adult's ₹400: a proposal that the owner confirms.
    originalPrice: rupees(350),
  }),
  defaultChocolate: DAIRY_MILK,
  pictures: dairyMilkPictures,
  rating: 4.5,
  ratingCount: 120,
};

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'dairymilk-4-scale',
    alt: 'Purple chocolate garlands worn by two dress forms, true to scale: Adult, 3.5 feet, and Kids, 1.5 feet',
    focus: [0.45, 0.5],
  },
  packed: 'In a rigid box; take it in at once',
  searchDescription: 'The Dairy Milk Garland with its own discount codes.',
  description:
    'A garland of Dairy Milk bars, strung by hand with beads, a bow and a pleated rosette, for the star of the day. Worn by one, shared by all.',
  facts: [
    'About 50 chocolates on one string',
    'Adult: about 3.5 feet long',
    'Kid: about 1.5 feet long',
    'Wrapped bars, best enjoyed within 3-5 days',
  ],
  features: [
    'Strung by hand, made after you order',
    'For adults and for kids',
    'Beads, a bow and a pleated rosette',
    'Your colours and favourite chocolates on request',
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya. May contain nuts and wheat.',
    netQuantity: 'About 50 chocolates, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
  faqs: [
    {
      question: 'What is the difference between Adult and Kid?',
      answer: 'The length. Choose by who will wear it, not by who will eat it.',
    },
    {
      question: 'How do I use a discount code?',
      answer:
        'Type it into the box and press Apply. If you switch between Adult and Kid, apply it again.',
    },
    {
      question: 'When should I order for a function?',
      answer: 'Tell us the date on chat, and we will help you time it so that it arrives fresh.',
    },
    {
      question: 'Can it be customised?',
      answer: 'Yes. Ask us on chat for your favourite chocolates and colours before you order.',
    },
    { question: 'How should I store it?', answer: 'In a cool, dry place, away from the sun.' },
  ],
};
