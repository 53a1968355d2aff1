// The long texts of the Sandal Garland's page.
import { deliverySteps } from '../delivery-estimate.ts';
import type { ProductDetails } from './product.ts';

export const details: ProductDetails = {
  description:
    'Ivory and brown curls shaped into roses, ringed with gold thread and red beads, and closed with a tasselled pendant. A simple garland that says welcome before anyone speaks.',
  features: [
    'Made by hand, rose by rose',
    'Gold thread, red beads and a tasselled pendant',
    'At home at a doorway and on a stage',
    'Ask us for your own colours',
  ],
  deliveryInfo: deliverySteps('sandal'),
  occasionIdeas: [
    'Welcoming guests and speakers',
    'Honouring teachers and elders',
    'Inaugurations and felicitations',
    'Poojas and family functions',
  ],
  faqs: [
    {
      question: 'Are there chocolates in this garland?',
      answer: 'No, this one is for wearing only. For something sweet, see our chocolate garlands.',
    },
    {
      question: 'Can I order several for a function?',
      answer:
        'Yes, set the quantity you need. For a large function, ask us on chat first, so that we can plan the making.',
    },
    {
      question: 'How soon will it reach me?',
      answer:
        'It is prepared in 2-3 days, dispatched within 24 hours after that and delivered in 2-5 business days across India.',
    },
    {
      question: 'Can it be customised?',
      answer: 'Tap ‘Chat with us’ and tell us your colours. We will say honestly what we can do.',
    },
  ],
};
