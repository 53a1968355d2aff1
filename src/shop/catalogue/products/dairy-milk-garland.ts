// Dairy Milk Garland: the shop's first and best known piece.
import { dairyMilkPictures } from '../dairy-milk-pictures.ts';
import { deliverySteps } from '../delivery.ts';
import { DAIRY_MILK, inTwoVersions, kidsVersion } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const kids = kidsVersion.pieces;

const product: Product = {
  id: '3',
  slug: 'dairy-milk-garland',
  name: 'Dairy Milk Garland',
  link: '/dairymilkgarland',
  kind: 'garland',
  category: 'chocolate',
  tagline: 'About 50 chocolates, 3.5 feet long',
  summary: 'About 50 Dairy Milk bars with beads and a pleated rosette.',
  occasions: 'wedding engagement birthday farewell anniversary cadbury varmala',
  ...inTwoVersions(999, 1299),
  defaultChocolate: DAIRY_MILK,
  pictures: dairyMilkPictures,
  rating: 4.8,
};

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'dairymilk-4-scale',
    alt: 'Purple chocolate garlands worn by two dress forms, true to scale: Adult, 3.5 feet, and Kids, 1.5 feet',
    focus: [0.45, 0.5],
  },
  packed: 'In a rigid box; take it in at once',
  canBeShared: true,
  searchDescription: 'About 50 Dairy Milk bars on one string, for adults and kids, made to order.',
  description:
    'About 50 Dairy Milk bars on one beaded string, finished with a pleated gold rosette and a foil heart.',
  line: 'Wear it for the photos, then share it.',
  features: [
    'About 50 chocolates, strung by hand',
    '3.5 feet for adults, 1.5 feet for kids',
    'Beads, a bow and a pleated rosette',
    'Your colours and favourite chocolates on request',
  ],
  deliveryInfo: [...deliverySteps('garland'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'Weddings and engagements',
    'Birthdays, from the first to the sixtieth',
    'Farewells, retirements and felicitations',
    'Baby showers and anniversaries',
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya. May contain nuts and wheat.',
    netQuantity: `About 50 chocolates, Kids about ${kids}, with the weight on each wrapper.`,
    bestBefore: 'Best before the date on each wrapper; once with you, best within 3-5 days.',
  },
  faqs: [
    {
      question: 'How many chocolates are in one garland?',
      answer: `About 50; Kids, which is shorter, has about ${kids}. Each garland is made by hand, so yours may have one bar more or less.`,
    },
    {
      question: 'Which version should I order?',
      answer:
        'Adult is about 3.5 feet long and Kids about 1.5 feet. Choose by who will wear it, not by who will eat it.',
    },
    {
      question: 'Can I pick other chocolates or colours?',
      answer: 'Yes. Ask us on chat for the chocolates and colours you like before you order.',
    },
    {
      question: 'When should I order for a function?',
      answer:
        'We make it in 2-3 days and dispatch it within 24 hours after that; delivery takes 2-5 business days. Tell us the date on chat, and we will help you time it so that it arrives fresh.',
    },
    {
      question: 'How long do the chocolates stay good?',
      answer:
        'They are best enjoyed within 3-5 days. Until the function, keep the garland in a cool, dry place, away from the sun.',
    },
  ],
};
