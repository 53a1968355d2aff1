// The rows of reviews and their counts: as a payload, counted, deleted.
import type { Transaction } from 'kysely';
import type { RatingCounts, Review } from '../../shop/reviews.ts';
import type { Database, ReviewTable, Schema } from '../platform/database/schema.ts';
import { accountVoter } from './votes.ts';

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

export type StoredReview = Pick<ReviewTable, (typeof shownColumns)[number]>;

/** Returns the payload of a review. It does not contain its author's account or e-mail address. */
export function toReviewPayload(review: StoredReview, featured: boolean): Review {
  const { id, name, rating, title, comment, created_at: createdAt } = review;
  const images = readImages(review);
  return {
    id,
    productId: review.product_id,
    name,
    rating,
    title,
    comment,
    date: createdAt,
    createdAt,
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

/**
 * Counts a review of a product and rating: counting the rows at each read would become slower with every review. `trx`
 * must be the transaction that saves it.
 */
export async function countReview(
  trx: Transaction<Schema>,
  { product_id, rating }: Pick<ReviewTable, 'product_id' | 'rating'>,
): Promise<void> {
  await trx
    .insertInto('review_count')
    .values({ product_id, rating, reviews: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'rating'])
        .doUpdateSet(({ eb }) => ({ reviews: eb('review_count.reviews', '+', 1) })),
    )
    .execute();
}

/** Resolves to the number of reviews per rating, of a product or of all products. */
export async function readRatingCounts(
  db: Database,
  productId: string | undefined,
): Promise<RatingCounts> {
  const rows = await db
    .selectFrom('review_count')
    .select(({ fn }) => ['rating', fn.sum<number>('reviews').as('count')])
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? ''))
    .groupBy('rating')
    .execute();
  return Object.fromEntries(rows.map(({ rating, count }) => [rating, count]));
}

/**
 * Deletes the reviews of an account with the votes for them, and the records of its own votes, which stay counted.
 * Resolves to the names of the pictures, which the caller deletes after the commit.
 */
export async function deleteReviewsBy(trx: Transaction<Schema>, userId: string): Promise<string[]> {
  const reviews = await trx
    .deleteFrom('review')
    .where('user_id', '=', userId)
    .returning(['product_id', 'rating', 'images'])
    .execute();
  const counts = Map.groupBy(reviews, ({ product_id, rating }) => `${product_id} ${rating}`);
  // Sorted, so that two accounts that are deleted at once lock the rows in the same order and cannot deadlock.
  for (const [, same] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await uncount(trx, same[0]!, same.length);
  }
  await trx.deleteFrom('review_vote').where('voter', '=', accountVoter(userId)).execute();
  return reviews.flatMap(readImages);
}

/** Subtracts from the count of a rating. Deletes the row at 0, as ratings without reviews have none. */
async function uncount(
  trx: Transaction<Schema>,
  { product_id, rating }: { product_id: string; rating: number },
  deleted: number,
): Promise<void> {
  await trx
    .deleteFrom('review_count')
    .where((eb) => eb.and({ product_id, rating }))
    .where('reviews', '<=', deleted)
    .execute();
  await trx
    .updateTable('review_count')
    .set(({ eb }) => ({ reviews: eb('reviews', '-', deleted) }))
    .where((eb) => eb.and({ product_id, rating }))
    .execute();
}
