// Chocolate Crown.
import { rupees } from '../../money.ts';
import { deliverySteps } from '../delivery.ts';
import { chocolateOptions, DAIRY_MILK } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: '2',
  slug: 'chocolate-crown',
  name: 'Chocolate Crown',
  link: '/chocolatecrown',
  kind: 'gift',
  category: 'chocolate',
  tagline: 'For the birthday star',
  summary: 'A crown of chocolate for the birthday star.',
  occasions: 'birthday shower',
  price: rupees(799),
  originalPrice: rupees(995),
  chocolates: chocolateOptions,
  defaultChocolate: DAIRY_MILK,
  pictures: [
    {
      name: 'crown-1-hero',
      alt: 'Chocolate crown of standing purple and gold bars topped with foil truffles, pearls and a ruby heart, on a crimson cushion, beside a snapped chocolate bar and a halved truffle',
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

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'crown-3-worn',
    alt: 'The chocolate crown on a round side table between an open card and a cup of tea, more than two and a half times as wide as the cup',
    focus: [0.5, 0.5],
  },
  size: 'About 22 cm across',
  packed: 'In a rigid box; take it in at once',
  searchDescription: 'A crown of standing chocolate bars for the star of the day.',
  description:
    'Wrapped bars standing in a ring, topped with foil truffles, pearls and a heart in ruby red. For a few hours everyone will call you Your Highness.',
  features: [
    'Built by hand, bar by bar',
    'Your choice of chocolate',
    'Foil truffles, a pearl band and a red heart',
    'Colours to match the party, on request',
  ],
  deliveryInfo: [
    ...deliverySteps('gift', 'Packed by hand, with care'),
    'Best enjoyed within 3-5 days',
  ],
  occasionIdeas: [
    'Birthdays of kings and queens of any age',
    'Bride-to-be and baby showers',
    'Prize days and school functions',
    'A surprise for the one who runs the house',
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya, with wafers also wheat. May contain nuts.',
    netQuantity: 'One crown, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
  faqs: [
    {
      question: 'Can it really be worn?',
      answer: 'For the photos, yes. It is made of chocolate, so we would not dance in it for long.',
    },
    {
      question: 'Where should I keep it until then?',
      answer: 'In a cool, dry place, away from the sun.',
    },
    {
      question: 'When should I order for a party?',
      answer: 'Tell us the date on chat, and we will help you time it so that it arrives fresh.',
    },
    { question: 'Can I add a note?', answer: 'Yes, on the page where you enter the address.' },
  ],
};
