// Sandal Garland: the one piece without chocolate. Its path is spelt '/sandlegarland', as links out there have it.
import { rupees } from '../money.ts';
import type { Product } from './product.ts';

export const sandalGarland: Product = {
  id: '6',
  slug: 'sandal-garland',
  name: 'Sandal Garland',
  link: '/sandlegarland',
  kind: 'sandal',
  category: 'sandalwood',
  tagline: 'A quiet way to honour a guest',
  summary: 'A simple welcome garland for guests and speakers.',
  price: rupees(190),
  originalPrice: rupees(249),
  pictures: [
    {
      name: 'sandal-1-hero',
      alt: 'Adult sandalwood garland of ivory and brown wood-curl roses with gold thread, red beads and a tasselled pendant',
      focus: [0.5, 0.62],
    },
    {
      name: 'sandal-2-detail',
      alt: 'Close-up of carved-look ivory and brown sandalwood curls ringed with gold and red beads',
      focus: [0.45, 0.5],
    },
  ],
  rating: 4.8,
};
