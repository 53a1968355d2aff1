// Takes what an account has said of products out of the shop.
import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { readImages } from './review-on-wire.ts';
import { accountVoter } from './voters.ts';

/**
 * Deletes the reviews of an account with the votes for them, and what tells of its own votes, which stay counted.
 * Returns the names of the pictures, to be forgotten once the transaction is committed.
 */
export async function deleteReviewsOf(trx: Transaction<Schema>, userId: string): Promise<string[]> {
  const reviews = await trx
    .deleteFrom('review')
    .where('user_id', '=', userId)
    .returning(['product_id', 'rating', 'images'])
    .execute();
  const counts = Map.groupBy(reviews, ({ product_id, rating }) => `${product_id} ${rating}`);
  // In one order: two accounts that go at once would otherwise wait for each other.
  for (const [, same] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    await uncount(trx, same[0]!, same.length);
  }
  await trx.deleteFrom('review_vote').where('voter', '=', accountVoter(userId)).execute();
  return reviews.flatMap(readImages);
}

/** There is no row for a rating that nobody gives. */
async function uncount(
  trx: Transaction<Schema>,
  { product_id, rating }: { product_id: string; rating: number },
  gone: number,
): Promise<void> {
  await trx
    .deleteFrom('review_count')
    .where('product_id', '=', product_id)
    .where('rating', '=', rating)
    .where('reviews', '<=', gone)
    .execute();
  await trx
    .updateTable('review_count')
    .set(({ eb }) => ({ reviews: eb('reviews', '-', gone) }))
    .where('product_id', '=', product_id)
    .where('rating', '=', rating)
    .execute();
}
