// How many reviews of each rating there are. They are counted as they are saved: counting the rows of a
// product takes the longer the more there are.
import type { Kysely } from 'kysely';
import type { RatingCounts } from '../../shop/reviews/sum-ratings.ts';
import type { ReviewTable, Schema } from '../database/schema.ts';

/** Counts a review in the transaction that saves it. */
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

/** How often each rating was given to a product, or to all together. */
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
