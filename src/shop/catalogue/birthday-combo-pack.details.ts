// The long texts of the Birthday Combo Pack's page.
import { deliverySteps } from '../delivery-estimate.ts';
import type { ComboDetails } from './product.ts';

export const details: ComboDetails = {
  description:
    'A small chocolate garland, a chocolate crown and foil truffles in a pink and teal box. All that is missing is the one whose day it is.',
  features: [
    'A chocolate garland and a chocolate crown',
    'Foil truffles in a pink and teal gift box',
    'Your choice of chocolate',
    'Colours to match the party, on request',
  ],
  deliveryInfo: [...deliverySteps('combo'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'First birthdays and milestone birthdays',
    'Parties at home or at school',
    'A surprise sent across the country',
    'Half-birthdays, for those who cannot wait',
  ],
  // The shop's own words; not reviews.
  testimonials: [
    {
      words: 'We cut the string, and the whole box was gone before the cake.',
      name: 'Meera',
      occasion: 'Ninth birthday, Madurai',
    },
    {
      words: 'She wore the crown through two classes, and nobody minded.',
      name: 'Farhan',
      occasion: 'School party, Hyderabad',
    },
    {
      words: 'I ordered from far away, and it stood at her door in time.',
      name: 'Lakshmi',
      occasion: 'Birthday, Kochi',
    },
  ],
  faqs: [
    {
      question: 'What is in the box?',
      answer:
        'A small chocolate garland, a chocolate crown and foil truffles, packed in a pink and teal gift box.',
    },
    {
      question: 'Which chocolates can I choose?',
      answer:
        'Dairy Milk, 5 Star, Munch, Milkybar or KitKat. For any other, contact us before you order.',
    },
    {
      question: 'Will it reach in time for the birthday?',
      answer:
        'It is prepared in 2-3 days, dispatched within 24 hours after that and delivered in 2-4 days across India. Order a week and a half ahead to be at ease.',
    },
    {
      question: 'How long do the chocolates stay good?',
      answer: 'They are best enjoyed within 3-5 days. Keep the box in a cool, dry place.',
    },
  ],
};
