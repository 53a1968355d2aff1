// The long texts of the standalone /prod page.
import { deliverySteps } from '../delivery-estimate.ts';
import type { ProdDetails } from './product.ts';

export const details: ProdDetails = {
  description:
    'A garland of Dairy Milk bars, strung by hand with beads and a bow, for the one everybody came to see. Have a discount code? This page takes it.',
  facts: [
    'About 50 chocolates on one string',
    'Adult: about 3.5 feet long',
    'Kid: about 1.5 feet long',
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
  faqs: [
    {
      question: 'What is the difference between Adult and Kid?',
      answer: 'The length: an adult garland is about 3.5 feet long, a kids garland about 1.5 feet.',
    },
    {
      question: 'How do I use a discount code?',
      answer:
        'Type it into the box and press Apply. A code holds once for the version you chose; if you switch between Adult and Kid, apply it again.',
    },
    {
      question: 'When will my garland arrive?',
      answer:
        'It is prepared in 2-3 days, dispatched within 24 hours after that and delivered in 2-5 business days across India.',
    },
    {
      question: 'Can it be customised?',
      answer:
        'Yes. Tap ‘Chat with us’ and tell us your favourite chocolates and colours before you order.',
    },
    {
      question: 'How long does it stay fresh?',
      answer:
        'The chocolates are best enjoyed within 3-5 days. Keep the garland in a cool, dry place.',
    },
  ],
};
