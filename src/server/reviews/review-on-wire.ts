// A review as the product pages read it. Its author's account and e-mail address stay here.
import type { Review } from '../../shop/reviews/review.ts';
import type { ReviewTable } from '../database/schema.ts';

export type StoredReview = Pick<ReviewTable, (typeof shownColumns)[number]>;

/** What is read of a review to show it. */
export const shownColumns = [
  'id',
  'product_id',
  'name',
  'rating',
  'title',
  'comment',
  'images',
  'verified',
  'helpful_votes',
  'created_at',
] as const;

/** The review for the wire. */
export function reviewOnWire(review: StoredReview, featured: boolean): Review {
  const images = readImages(review);
  return {
    id: review.id,
    productId: review.product_id,
    name: review.name,
    rating: review.rating,
    title: review.title,
    comment: review.comment,
    date: review.created_at,
    createdAt: review.created_at,
    images,
    ...(images[0] !== undefined && { picture: images[0] }),
    verified: review.verified === 1,
    helpfulVotes: review.helpful_votes,
    featured,
  };
}

/** The names of the review's pictures; our own rows are trusted, not parsed by a schema. */
export function readImages({ images }: { images: string }): string[] {
  return JSON.parse(images) as string[];
}
