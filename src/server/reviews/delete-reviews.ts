// Deletes the reviews of an account.
import type { Transaction } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { readImages } from './review-rows.ts';
import { accountVoter } from './voters.ts';

/**
 * Deletes the reviews of an account with the votes for them, and the records of its own votes, which stay counted.
 * Resolves to the names of the pictures, which the caller deletes after the commit.
 */
export async function deleteReviewsOf(trx: Transaction<Schema>, userId: string): Promise<string[]> {
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
    .where('product_id', '=', product_id)
    .where('rating', '=', rating)
    .where('reviews', '<=', deleted)
    .execute();
  await trx
    .updateTable('review_count')
    .set(({ eb }) => ({ reviews: eb('reviews', '-', deleted) }))
    .where('product_id', '=', product_id)
    .where('rating', '=', rating)
    .execute();
}
