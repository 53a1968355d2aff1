// The Dairy Milk Garland of the standalone /prod page: a product of its own, with its own prices and codes.
import { rupees } from '../../money.ts';
import { dairyMilkPictures } from '../dairy-milk-pictures.ts';
import { deliverySteps } from '../delivery.ts';
import { DAIRY_MILK, inTwoVersions, kidsVersion } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const kids = kidsVersion.pieces;

const product: Product = {
  id: '7',
  slug: 'prod-garland',
  name: 'Dairy Milk Garland',
  pageTitle: 'Dairy Milk Garland, special offer',
  link: '/prod',
  kind: 'prod',
  category: 'chocolate',
  tagline: 'Strung by hand, shared by all',
  summary: 'A handmade Dairy Milk garland for kids and adults.',
  ...inTwoVersions(300, 400, {
    name: 'Kid',
    price: rupees(250),
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
  // The specification has none: ₹400 and ₹350 are a proposal.
  forConfirmation: 'Struck-through prices',
  packed: 'In a rigid box; take it in at once',
  searchDescription: 'The Dairy Milk Garland with its own discount codes.',
  description:
    'A garland of about 50 Dairy Milk bars, strung by hand with beads, a bow and a pleated rosette, for the star of the day.',
  line: 'Worn by one, shared by all.',
  facts: [
    'About 50 chocolates on one string',
    'Adult: about 3.5 feet long',
    `Kid: about 1.5 feet long, with about ${kids}`,
    'Wrapped bars, best enjoyed within 3-5 days',
  ],
  features: [
    'Strung by hand, made after you order',
    'For adults and for kids',
    'Beads, a bow and a pleated rosette',
    'Your colours and favourite chocolates on request',
  ],
  deliveryInfo: [...deliverySteps('prod'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'Birthdays and first days of school',
    'Weddings and engagements',
    'Farewells and felicitations',
    'Because it is Tuesday',
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya. May contain nuts and wheat.',
    netQuantity: `About 50 chocolates, Kid about ${kids}, with the weight on each wrapper.`,
    bestBefore: 'Best before the date on each wrapper; once with you, best within 3-5 days.',
  },
  faqs: [
    {
      question: 'What is the difference between Adult and Kid?',
      answer: `The length: Adult is about 3.5 feet long, Kid about 1.5 feet, with about ${kids} chocolates.`,
    },
    {
      question: 'How do I use a discount code?',
      answer:
        'Type it into the box and press Apply. If you switch between Adult and Kid, apply it again.',
    },
    {
      question: 'When will my garland arrive?',
      answer:
        'It is made in 2-3 days, dispatched within 24 hours after that and delivered in 2-5 business days across India.',
    },
    {
      question: 'Can it be customised?',
      answer: 'Yes. Ask us on chat for your favourite chocolates and colours before you order.',
    },
    {
      question: 'How long does it stay fresh?',
      answer:
        'The chocolates are best enjoyed within 3-5 days. Keep the garland in a cool, dry place.',
    },
  ],
};
