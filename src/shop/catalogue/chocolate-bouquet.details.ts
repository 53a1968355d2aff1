// The long texts of the Chocolate Bouquet's page.
import { deliverySteps } from '../delivery-estimate.ts';
import type { ProductDetails } from './product.ts';

export const details: ProductDetails = {
  description:
    'Wrapped bars, gold truffles and red foil hearts, tied by hand in blush tissue with a red bow. It needs no water, and it stays good for 1-2 months, if it is allowed to.',
  features: [
    'Tied by hand with a red bow',
    'Your choice of chocolate',
    'Gold truffles, red hearts and pearls among the bars',
    'Stays good for 1-2 months',
  ],
  deliveryInfo: [...deliverySteps('bouquet'), 'Stays good for 1-2 months'],
  occasionIdeas: [
    'Anniversaries and proposals',
    'Birthdays and Valentine’s Day',
    'A thank you to a teacher or a nurse',
    'Sorry, when the word alone will not do',
  ],
  faqs: [
    {
      question: 'How long does the bouquet stay good?',
      answer: '1-2 months, kept in a cool, dry place away from the sun.',
    },
    {
      question: 'Which chocolates can I choose?',
      answer:
        'Dairy Milk, 5 Star, Munch, Milkybar or KitKat. For any other, contact us before you order.',
    },
    {
      question: 'When will it arrive?',
      answer:
        'It is prepared in 2-3 days, dispatched within 24 hours after that and delivered in 2-5 business days across India.',
    },
    {
      question: 'Can I choose the colour of the wrapping?',
      answer:
        'Tap ‘Chat with us’ and tell us the colours you like. We will confirm before you order.',
    },
  ],
};
