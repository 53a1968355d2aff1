// KitKat Garland: bars and folded currency notes. The catalogue's prices apply, as with Fivestar.
import { currencyNotes } from '../../brand.ts';
import { deliverySteps } from '../delivery.ts';
import { inTwoVersions } from '../product.ts';
import type { Product, ProductDetails } from '../product.ts';

/** What its picture shows. */
const kids = 16;

const notes = {
  play: {
    text: 'Play notes, not worth any money',
    answer:
      'They are play notes, for the look: the Reserve Bank of India asks everyone not to make garlands of banknotes. If you would like to give real ones, put them in an envelope beside the garland.',
  },
  real: { text: 'Real currency notes', answer: 'They are real currency notes.' },
}[currencyNotes];

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
  ...inTwoVersions(1199, 1399, { pieces: kids }),
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
    'About 50 KitKat bars in red and white, with currency notes folded into rosettes between them.',
  line: 'Good wishes, sweets and a blessing on one string.',
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
  food: {
    isVegetarian: true,
    allergens: 'Contains milk, soya and wheat. May contain nuts.',
    netQuantity: `About 50 chocolates, Kids about ${kids}, with the weight on each wrapper.`,
    bestBefore: 'Best before the date on each wrapper; once with you, best within 3-5 days.',
  },
  packed: 'In a rigid box; take it in at once',
  notes: { title: 'Notes', text: notes.text },
  faqs: [
    {
      question: 'Does this garland have both chocolates and notes?',
      answer: `Yes: about 50 chocolates, or about ${kids} in Kids, with currency notes folded into rosettes between them.`,
    },
    {
      question: 'Can I choose the currency notes?',
      answer: `Yes. Ask us on chat before you order; we will confirm what is possible and what it costs. ${notes.answer}`,
    },
    {
      question: 'What are the sizes?',
      answer: 'Adult is about 3.5 feet long, Kids about 1.5 feet.',
    },
    {
      question: 'How early should I order for a wedding?',
      answer:
        'We make it in 2-3 days and dispatch it within 24 hours after that; delivery takes 2-5 business days. Tell us the wedding date on chat, and we will help you time it.',
    },
    {
      question: 'How long will it keep?',
      answer:
        'The chocolates are best enjoyed within 3-5 days, kept cool and dry. The notes keep longer.',
    },
  ],
};
