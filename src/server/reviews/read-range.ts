// Queries reviews in index order: each query starts at a position in one index and reads a limited number of rows, so
// that its cost does not grow with the number of reviews.
import type { Kysely } from 'kysely';
import type { ReviewTable, Schema } from '../platform/database/schema.ts';
import type { ReviewsQuery } from '../../shop/payloads/reviews.ts';

/** Reviews that are adjacent in an index. */
export interface ReviewRange {
  productId?: string | undefined;
  rating?: number | undefined;
  order: 'recent' | 'helpful';
}

/** A position in a range: after this review. */
export type Place = Pick<ReviewTable, 'id' | 'helpful_votes' | 'created_at'>;

/** Returns the ranges that make up a list, in order. A list by rating has one range per rating, newest first. */
export function rangesOf({
  productId,
  rating,
  sort,
}: Omit<ReviewsQuery, 'q' | 'page'>): ReviewRange[] {
  if (sort === 'recent' || sort === 'helpful') return [{ productId, rating, order: sort }];
  const ratings = sort === 'highest' ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5];
  return ratings
    .filter((each) => rating === undefined || each === rating)
    .map((each) => ({ productId, rating: each, order: 'recent' }));
}

/** Returns a query for the range, optionally from a position on, without columns and limit. */
export function selectRange(
  db: Kysely<Schema>,
  { productId, rating, order }: ReviewRange,
  after?: Place,
) {
  const columns =
    order === 'helpful'
      ? (['helpful_votes', 'created_at', 'id'] as const)
      : (['created_at', 'id'] as const);
  let query = db.selectFrom('review');
  if (productId !== undefined) query = query.where('product_id', '=', productId);
  if (rating !== undefined) query = query.where('rating', '=', rating);
  if (after !== undefined) {
    query = query.where(({ eb, tuple, refTuple }) =>
      order === 'helpful'
        ? eb(
            refTuple('helpful_votes', 'created_at', 'id'),
            '<',
            tuple(after.helpful_votes, after.created_at, after.id),
          )
        : eb(refTuple('created_at', 'id'), '<', tuple(after.created_at, after.id)),
    );
  }
  for (const column of columns) query = query.orderBy(column, 'desc');
  return query;
}
