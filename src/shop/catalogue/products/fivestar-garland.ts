// Fivestar Garland. On the specification's detail page the price exceeds the struck-through one; the catalogue's prices
// apply.
import { deliverySteps } from '../delivery.ts';
import { inTwoVersions } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: '4',
  slug: 'fivestar-garland',
  name: 'Fivestar Garland',
  link: '/fivestargarland',
  kind: 'garland',
  category: 'chocolate',
  tagline: 'Golden bars and a star rosette',
  summary: 'About 50 Fivestar bars with a crimson bow and a gold star.',
  occasions: 'birthday farewell sangeet mehendi 5star varmala',
  ...inTwoVersions(999, 1199),
  defaultChocolate: 'Fivestar',
  pictures: [
    {
      name: 'fivestar-1-hero',
      alt: 'Adult chocolate garland of golden yellow and crimson wrapped bars with a crimson bow and a gold star rosette, beside a chocolate bar cut to show golden caramel',
      focus: [0.5, 0.62],
    },
    {
      name: 'fivestar-2-detail',
      alt: 'Close-up of the crimson and gold pleated rosette with a gold foil star, yellow wrapped bars and a chocolate piece cut to show golden caramel',
      focus: [0.55, 0.6],
    },
    {
      name: 'fivestar-3-kids',
      alt: 'Small kids’ chocolate garland with golden yellow bars, bright beads and a big gold star',
      focus: [0.5, 0.6],
    },
  ],
  rating: 4.8,
};

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'fivestar-4-scale',
    alt: 'Golden yellow chocolate garlands worn by two dress forms, true to scale: Adult, 3.5 feet, and Kids, 1.5 feet',
    focus: [0.45, 0.5],
  },
  packed: 'In a rigid box; take it in at once',
  canBeShared: true,
  searchDescription:
    'About 50 Fivestar bars in gold and crimson, for adults and kids, made to order.',
  description:
    'About 50 Fivestar bars in golden yellow, tied with a crimson bow and finished with a star rosette. For whoever is getting the applause today.',
  features: [
    'Strung by hand, made after you order',
    'A crimson bow and a gold star rosette',
    'For adults and for kids',
    'Your colours and favourite chocolates on request',
  ],
  deliveryInfo: [...deliverySteps('garland'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'Prize days and exam results',
    'Birthdays of big and small stars',
    'Promotions, farewells and felicitations',
    'Sangeet and mehendi evenings',
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya. May contain nuts and wheat.',
    netQuantity: 'About 50 chocolates, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
  faqs: [
    {
      question: 'Is the whole garland Fivestar?',
      answer: 'Yes. If you would like a mix, ask us on chat before you order.',
    },
    {
      question: 'How do Adult and Kids look when they are worn?',
      answer: 'The last picture in the gallery shows both, true to scale.',
    },
    {
      question: 'How early should I order?',
      answer: 'Tell us the date on chat, and we will help you time it so that it arrives fresh.',
    },
    { question: 'How should I store it?', answer: 'In a cool, dry place, away from the sun.' },
    {
      question: 'Can it go to somebody else?',
      answer: 'Yes. Enter their address; the receipt goes to your own e-mail.',
    },
  ],
};
