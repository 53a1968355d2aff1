// Sandal Garland: the only piece without chocolate. Its path is spelt '/sandlegarland', as in existing links.
import { rupees } from '../../money.ts';
import { deliverySteps } from '../delivery.ts';
import type { Product, ProductDetails } from '../product.ts';

const product: Product = {
  id: '6',
  slug: 'sandal-garland',
  name: 'Sandal Garland',
  link: '/sandlegarland',
  kind: 'gift',
  category: 'sandalwood',
  tagline: 'A quiet way to honour a guest',
  summary: 'A simple welcome garland for guests and speakers.',
  occasions: 'pooja guest teacher',
  price: rupees(190),
  originalPrice: rupees(249),
  pictures: [
    {
      name: 'sandal-1-worn',
      alt: 'Sandalwood garland of ivory and honey-coloured roses worn by a dress form, its tasselled pendant at the waist',
      focus: [0.5, 0.42],
    },
    {
      name: 'sandal-2-detail',
      alt: 'Close-up of ivory and honey-coloured roses of sandalwood shavings, ringed with gold and red beads',
      focus: [0.45, 0.5],
    },
  ],
  rating: 4.8,
};

export default product;

export const details: ProductDetails = {
  toScale: {
    name: 'sandal-3-hero',
    alt: 'Sandalwood garland of ivory and honey-coloured roses with a tasselled pendant, beside two pieces of sandalwood and a brass cup of vermilion',
    focus: [0.5, 0.62],
  },
  size: 'About 3 feet long',
  packed: 'A box that keeps its roses in shape',
  searchDescription: 'A garland of sandalwood roses to welcome guests and speakers.',
  description:
    'Ivory and honey curls shaped into roses, ringed with gold thread and red beads, and finished with a tasselled pendant. It says welcome before anyone speaks.',
  features: [
    'Made by hand, rose by rose',
    'Gold thread, red beads and a tasselled pendant',
    'At home in a doorway and on a stage',
    'Your own colours on request',
  ],
  deliveryInfo: deliverySteps('gift', 'Packed by hand, with care'),
  occasionIdeas: [
    'Welcoming guests and speakers',
    'Honouring teachers and elders',
    'Inaugurations and felicitations',
    'Poojas and family functions',
  ],
  faqs: [
    {
      question: 'Are there chocolates in this garland?',
      answer: 'No, it is not for eating. For something sweet, see our chocolate garlands.',
    },
    {
      question: 'Can I order several for a function?',
      answer:
        'Yes, set the quantity you need. For a large function, ask us on chat first, so that we can plan ahead.',
    },
    {
      question: 'Can it go to somebody else?',
      answer: 'Yes. Enter their address; the receipt goes to your own e-mail.',
    },
    { question: 'Can I add a note?', answer: 'Yes, on the page where you enter the address.' },
  ],
};
