// Dairy Milk Garland: the shop's first and best known piece.
import { dairyMilkPictures } from '../dairy-milk-pictures.ts';
import { deliverySteps } from '../delivery.ts';
import { DAIRY_MILK, inTwoVersions } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: '3',
  slug: 'dairy-milk-garland',
  name: 'Dairy Milk Garland',
  link: '/dairymilkgarland',
  kind: 'garland',
  category: 'chocolate',
  tagline: 'Purple bars and a gold rosette',
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
    'About 50 Dairy Milk bars on one beaded string, finished with a pleated gold rosette and a foil heart. Wear it for the photos, then share it.',
  features: [
    'Strung by hand, made after you order',
    'Beads, a bow and a pleated rosette',
    'For adults and for kids',
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
    netQuantity: 'About 50 chocolates, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
  faqs: [
    {
      question: 'Which version should I order?',
      answer: 'Choose by who will wear it, not by who will eat it.',
    },
    {
      question: 'When should I order for a function?',
      answer: 'Tell us the date on chat, and we will help you time it so that it arrives fresh.',
    },
    {
      question: 'Where should I keep it until then?',
      answer: 'In a cool, dry place, away from the sun.',
    },
    {
      question: 'Can it go to somebody else?',
      answer: 'Yes. Enter their address; the receipt goes to your own e-mail.',
    },
    { question: 'Can I add a note?', answer: 'Yes, on the page where you enter the address.' },
  ],
};
