// The first reviews of /prod, so that the page is not empty. The screen calls them samples too: they are examples by
// the shop, not the words of customers.
import type { ProdReview } from './prod-review.ts';

/** A review of /prod. It exists only as long as the page. */
export interface LocalReview extends ProdReview {
  id: string;
  picture?: File;
  isSample?: true;
}

export const sampleReviews: readonly LocalReview[] = [
  {
    id: 'sample-1',
    name: 'Asha',
    rating: 5,
    comment: 'The rosette looks even better than in the picture.',
    isSample: true,
  },
  {
    id: 'sample-2',
    name: 'Ravi',
    rating: 4,
    comment: 'Just right for the farewell, and so neatly made.',
    isSample: true,
  },
  {
    id: 'sample-3',
    name: 'Noor',
    rating: 5,
    comment: 'My daughter wore it to the last chocolate.',
    isSample: true,
  },
];
