// The long texts of the Fivestar Garland's page.
import { deliverySteps } from '../delivery-estimate.ts';
import type { ProductDetails } from './product.ts';

export const details: ProductDetails = {
  description:
    'About 50 Fivestar bars in golden yellow, strung with crimson bows and closed with a star rosette. Made for the one who gets the applause today.',
  features: [
    'About 50 chocolates, strung by hand',
    '3.5 feet for adults, 1.5 feet for kids',
    'A crimson bow and a gold star rosette',
    'Your colours and favourite chocolates on request',
  ],
  deliveryInfo: [...deliverySteps('garland'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'Prize days and exam results',
    'Birthdays of big and small stars',
    'Promotions, farewells and felicitations',
    'Sangeet and mehendi evenings',
  ],
  faqs: [
    {
      question: 'Is the whole garland Fivestar?',
      answer:
        'Yes, about 50 Fivestar chocolates. If you would like a mix, ask us on chat before you order.',
    },
    {
      question: 'How do Adult and Kids differ?',
      answer:
        'In length: Adult is about 3.5 feet, Kids about 1.5 feet. The last picture of the gallery shows the two lengths side by side, in purple.',
    },
    {
      question: 'Can you match the colours of our function?',
      answer:
        'Gladly. Tap ‘Chat with us’ with your colours, and we will tell you what we can do before you pay.',
    },
    {
      question: 'How soon will it reach me?',
      answer:
        'It is prepared in 2-3 days, dispatched within 24 hours after that and delivered in 2-5 business days across India.',
    },
    {
      question: 'How should I store it?',
      answer:
        'In a cool, dry place, away from the sun. The chocolates are best enjoyed within 3-5 days.',
    },
  ],
};
