// Maintains and reads the number of reviews per product and rating. Counting the rows at each read would become slower
// with every review.
import type { Kysely } from 'kysely';
import type { RatingCounts } from '../../shop/sum-ratings.ts';
import type { ReviewTable, Schema } from '../platform/database/schema.ts';

/** Counts a review. `trx` must be the transaction that saves it. */
export async function countReview(
  trx: Kysely<Schema>,
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
  db: Kysely<Schema>,
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
