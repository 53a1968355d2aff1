// The payload of a review. It does not contain its author's account or e-mail address.
import type { Review } from '../../shop/review.ts';
import type { ReviewTable } from '../platform/database/schema.ts';

export type StoredReview = Pick<ReviewTable, (typeof shownColumns)[number]>;

/** The columns that the payload needs. */
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

/** Returns the payload of a review. */
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

/** Returns the file names of the review's pictures. No schema: the shop wrote the column itself. */
export function readImages({ images }: { images: string }): string[] {
  return JSON.parse(images) as string[];
}
