// KitKat Garland: bars and folded currency notes. The catalogue's prices apply, as with Fivestar.
import { currencyNotes } from '../../claims.ts';
import { deliverySteps } from '../delivery.ts';
import { inTwoVersions } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: '5',
  slug: 'kitkat-garland',
  name: 'KitKat Garland',
  link: '/kitkatgarland',
  kind: 'garland',
  category: 'currency',
  tagline: 'KitKat with folded currency notes',
  summary: 'KitKat bars with rosettes of folded currency notes.',
  occasions: 'wedding engagement birthday anniversary housewarming money rupee varmala',
  ...inTwoVersions(1199, 1399),
  defaultChocolate: 'Kitkat Milk',
  pictures: [
    {
      name: 'kitkat-1-hero',
      alt: 'Adult chocolate garland of red and white wrapped bars with folded currency-note rosettes and a red bow, beside snapped chocolate wafer fingers',
      focus: [0.5, 0.62],
    },
    {
      name: 'kitkat-2-detail',
      alt: 'Close-up of a folded note rosette, red and white wrapped bars and the pleated pendant, with a snapped chocolate wafer finger',
      focus: [0.5, 0.55],
    },
    {
      name: 'kitkat-3-kids',
      alt: 'Small kids’ garland of red and white bars with little note rosettes and a red foil heart',
      focus: [0.5, 0.6],
    },
  ],
  rating: 4.8,
};

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'kitkat-4-scale',
    alt: 'Red and white chocolate garlands with note rosettes worn by two dress forms, true to scale: Adult, 3.5 feet, and Kids, 1.5 feet',
    focus: [0.45, 0.5],
  },
  badge: 'Perfect Gift',
  offer: 'OFF - Limited Time Offer!',
  searchDescription: 'KitKat bars with rosettes of pleated currency notes, for adults and kids.',
  description:
    'About 50 KitKat bars in red and white, with currency notes folded into rosettes between them. Good wishes, sweets and a blessing on one string.',
  features: [
    'Strung by hand, made after you order',
    'Rosettes folded by hand',
    'For adults and for kids',
    'Your notes, colours and chocolates on request',
  ],
  deliveryInfo: [...deliverySteps('garland'), 'Best enjoyed within 3-5 days'],
  occasionIdeas: [
    'Welcoming the groom and the baraat',
    'Engagements, weddings and anniversaries',
    'Housewarmings and new beginnings',
    'Birthdays that deserve a little extra',
  ],
  food: {
    isVegetarian: true,
    allergens: 'Contains milk, soya and wheat. May contain nuts.',
    netQuantity: 'About 50 chocolates, with the weight on each wrapper.',
    bestBefore: 'Best before the date on each wrapper.',
  },
  packed: 'In a rigid box; take it in at once',
  faqs: [
    {
      question: 'Does this garland have both chocolates and notes?',
      answer: 'Yes, on one string.',
    },
    {
      question: 'Can I choose the currency notes?',
      answer: [
        'Ask us on chat before you order; we will confirm what is possible and what it costs.',
        currencyNotes,
      ]
        .join(' ')
        .trim(),
    },
    {
      question: 'Which version should I order?',
      answer: 'Choose by who will wear it, not by who will eat it.',
    },
    {
      question: 'How early should I order for a wedding?',
      answer: 'Tell us the wedding date on chat, and we will help you time it.',
    },
    {
      question: 'How should I store it?',
      answer: 'In a cool, dry place, away from the sun. The notes keep longer.',
    },
  ],
};
