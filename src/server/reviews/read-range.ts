// Reads reviews as the indexes have them: every query begins at a place in one index and ends after a
// number of rows, so that it costs the same however many reviews there are.
import type { Kysely } from 'kysely';
import type { ReviewTable, Schema } from '../database/schema.ts';
import type { ReviewsQuery } from '../../shop/wire-reviews.ts';

/** Neighbours in an index. */
export interface ReviewRange {
  productId?: string | undefined;
  rating?: number | undefined;
  order: 'recent' | 'helpful';
}

/** Where a range is read on: after this review of it. */
export type Place = Pick<ReviewTable, 'id' | 'helpful_votes' | 'created_at'>;

/** The ranges that make up a list, one after the other. By rating, these are the newest of each rating. */
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

/** A query for the range from a place on, without columns and limit. */
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
