// Chocolate Bouquet.
import { rupees } from '../../money.ts';
import { deliverySteps } from '../delivery.ts';
import { chocolateOptions, DAIRY_MILK } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: '1',
  slug: 'chocolate-bouquet',
  name: 'Chocolate Bouquet',
  link: '/chocolatebouquet',
  kind: 'gift',
  category: 'chocolate',
  tagline: 'Outlasts flowers, tastes better too',
  summary: 'A hand-tied bouquet that stays good for 1-2 months.',
  occasions: 'anniversary birthday proposal valentine',
  price: rupees(699),
  originalPrice: rupees(899),
  chocolates: chocolateOptions,
  defaultChocolate: DAIRY_MILK,
  pictures: [
    {
      name: 'bouquet-1-hero',
      alt: 'Chocolate bouquet of gold truffles, wrapped bars and red foil hearts in blush tissue and kraft paper, tied with a red bow, a snapped chocolate bar in front',
      focus: [0.5, 0.42],
    },
    {
      name: 'bouquet-2-detail',
      alt: 'Close-up of the bouquet: gold foil truffles, red hearts, pearls and wrapped bars in tissue',
      focus: [0.5, 0.5],
    },
  ],
  rating: 4.8,
};

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'bouquet-3-scale',
    alt: 'The bouquet on a round side table between an open card with a red heart and a cup of tea, more than three times as tall as the card',
    focus: [0.5, 0.42],
  },
  size: 'About 40 cm tall',
  packed: 'Upright in a box; take it in at once',
  searchDescription: 'A bouquet of truffles and bars that outlasts flowers.',
  description:
    'Wrapped bars, gold truffles and red foil hearts, tied by hand in blush tissue with a red bow. It needs no water, and it tastes better than flowers.',
  features: [
    'Tied by hand with a red bow',
    'Your choice of chocolate',
    'Gold truffles, red hearts and pearls among the bars',
    'Made after you order',
  ],
  deliveryInfo: [
    ...deliverySteps('gift', 'Packed by hand, with care'),
    'Stays good for 1-2 months',
  ],
  occasionIdeas: [
    'Anniversaries and proposals',
    'Birthdays and Valentine’s Day',
    'A thank you to a teacher or a nurse',
    'For saying sorry when words are not enough',
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk and soya, with wafers also wheat. May contain nuts.',
    netQuantity: 'One bouquet, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
  faqs: [
    { question: 'Where should I keep it?', answer: 'In a cool, dry place, away from the sun.' },
    {
      question: 'Can I choose the colour of the wrapping?',
      answer: 'Ask us on chat for the colours you like. We will confirm before you order.',
    },
    {
      question: 'Can it go to somebody else?',
      answer: 'Yes. Enter their address; the receipt goes to your own e-mail.',
    },
    { question: 'Can I add a note?', answer: 'Yes, on the page where you enter the address.' },
  ],
};
