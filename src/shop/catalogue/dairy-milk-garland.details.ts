// The long texts of the Dairy Milk Garland's page.
import { deliverySteps } from '../delivery-estimate.ts';
import type { ProductDetails } from './product.ts';

export const details: ProductDetails = {
  description:
    'About 50 Dairy Milk bars on one beaded string, finished with a pleated gold rosette and a foil heart. Wear it for the photos, share it after.',
  features: [
    'About 50 chocolates, strung by hand',
    '3.5 feet for adults, 1.5 feet for kids',
    'Beads, a bow and a pleated rosette',
    'Your colours and favourite chocolates on request',
  ],
  deliveryInfo: [...deliverySteps('garland'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'Weddings and engagements',
    'Birthdays, the first and the sixtieth',
    'Farewells, retirements and felicitations',
    'Baby showers and anniversaries',
  ],
  faqs: [
    {
      question: 'How many chocolates are in one garland?',
      answer: 'About 50. Each garland is made by hand, so yours may have a bar more or a bar less.',
    },
    {
      question: 'Which version should I order?',
      answer:
        'Adult is about 3.5 feet long and Kids about 1.5 feet. Choose by who will wear it, not by who will eat it.',
    },
    {
      question: 'Can I pick other chocolates or colours?',
      answer:
        'Yes. Tap ‘Chat with us’ and tell us the chocolates and colours you like before you order.',
    },
    {
      question: 'When should I order for a function?',
      answer:
        'We take 2-3 days to make it, dispatch it within 24 hours after that, and it travels 2-5 business days. Two weeks ahead is comfortable.',
    },
    {
      question: 'How long do the chocolates stay good?',
      answer:
        'They are best enjoyed within 3-5 days. Until the function, keep the garland in a cool, dry place, away from the sun.',
    },
  ],
};
