// The long texts of the KitKat Garland's page.
import { deliverySteps } from '../delivery-estimate.ts';
import type { ProductDetails } from './product.ts';

export const details: ProductDetails = {
  description:
    'About 50 KitKat bars in red and white, with currency notes folded into rosettes between them. Good wishes, sweets and a blessing on one string.',
  features: [
    'About 50 chocolates, strung by hand',
    'Currency notes folded into rosettes',
    '3.5 feet for adults, 1.5 feet for kids',
    'Your notes, colours and chocolates on request',
  ],
  deliveryInfo: [...deliverySteps('garland'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'Welcoming the groom and the baraat',
    'Engagements, weddings and anniversaries',
    'Housewarmings and new beginnings',
    'Birthdays that deserve a little extra',
  ],
  faqs: [
    {
      question: 'Does this garland have chocolates and notes?',
      answer: 'Both: about 50 chocolates, and currency notes folded into rosettes between them.',
    },
    {
      question: 'Can I choose the currency notes?',
      answer:
        'Yes, notes are part of our customisation. Tap ‘Chat with us’ before you order and tell us which notes you have in mind; we will confirm what is possible and what it costs.',
    },
    {
      question: 'What are the sizes?',
      answer: 'Adult is about 3.5 feet long, Kids about 1.5 feet.',
    },
    {
      question: 'How early should I order for a wedding?',
      answer:
        'It takes 2-3 days to prepare, is dispatched within 24 hours after that and is delivered in 2-5 business days. Two weeks ahead lets everyone sleep well.',
    },
    {
      question: 'How long will it keep?',
      answer:
        'The chocolates are best enjoyed within 3-5 days, kept in a cool, dry place. The notes keep rather longer.',
    },
  ],
};
