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
    'Wrapped bars, gold truffles and red foil hearts, tied by hand in blush tissue with a red bow.',
  line: 'It needs no water, and it tastes better than flowers.',
  features: [
    'Tied by hand with a red bow',
    'Your choice of chocolate',
    'Gold truffles, red hearts and pearls among the bars',
    'Stays good for 1-2 months, if it lasts that long',
  ],
  forConfirmation: 'Packaging',
  deliveryInfo: [
    ...deliverySteps('gift', 'Packed with care, with every chocolate in its own wrapper'),
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
    bestBefore: 'Best before the date on each wrapper; the bouquet stays good for 1-2 months.',
  },
  faqs: [
    {
      question: 'Which chocolates can I choose?',
      answer:
        'Dairy Milk, 5 Star, Munch, Milkybar or KitKat. For any other, contact us before you order.',
    },
    {
      question: 'How long does the bouquet stay good?',
      answer: '1-2 months, kept in a cool, dry place away from the sun.',
    },
    {
      question: 'When will it arrive?',
      answer:
        'It is made in 2-3 days, dispatched within 24 hours after that and delivered in 2-5 business days across India.',
    },
    {
      question: 'Can I choose the colour of the wrapping?',
      answer: 'Ask us on chat for the colours you like. We will confirm before you order.',
    },
  ],
};
