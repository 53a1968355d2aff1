// The reviews as the pages ask for them: all, or narrowed, sorted and paged by the database, so that
// a product with a thousand reviews answers as fast as one with three.
import { sql } from 'kysely';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Review, ReviewSort } from '../../shop/reviews/review.ts';
import { searchKeyword } from '../../shop/reviews/search-text.ts';
import { sumRatingCounts } from '../../shop/reviews/sum-ratings.ts';
import { placeOfPage, REVIEWS_PER_PAGE } from '../../shop/reviews/view-reviews.ts';
import type { ReviewPageReply, ReviewsQuery } from '../../shop/wire-reviews.ts';
import type { Schema } from '../database/schema.ts';
import { reviewOnWire, shownColumns } from './review-on-wire.ts';
import type { StoredReview } from './review-on-wire.ts';

/** All reviews that match, in the order asked for. */
export async function listReviews(db: Kysely<Schema>, asked: ReviewsQuery): Promise<Review[]> {
  const rows = await inOrder(matching(db, asked).select(shownColumns), asked.sort).execute();
  return withFeatured(db, rows);
}

/** One page of the reviews that match, and the sums over all of the product. */
export async function pageOfReviews(
  db: Kysely<Schema>,
  asked: ReviewsQuery & { page: number },
): Promise<ReviewPageReply> {
  const { rating, q, ...ofProduct } = asked;
  const counts = await countRatings(matching(db, { ...ofProduct, q: '' }));
  const matchingCounts = q === '' ? counts : await countRatings(matching(db, { ...ofProduct, q }));
  const total = Object.entries(matchingCounts)
    .filter(([stars]) => rating === undefined || Number(stars) === rating)
    .reduce((sum, [, count]) => sum + count, 0);
  const { page, pages, offset } = placeOfPage(asked.page, total);
  const rows = await inOrder(matching(db, asked).select(shownColumns), asked.sort)
    .limit(REVIEWS_PER_PAGE)
    .offset(offset)
    .execute();
  return { reviews: await withFeatured(db, rows), page, pages, total, ...sumRatingCounts(counts) };
}

/** The review of the product that is featured: the most helpful, else the newest. */
export async function findFeatured(
  db: Kysely<Schema>,
  productId: string,
): Promise<Pick<StoredReview, 'id' | 'helpful_votes'> | undefined> {
  const query = db
    .selectFrom('review')
    .select(['id', 'helpful_votes'])
    .where('product_id', '=', productId);
  return inOrder(query, 'helpful').limit(1).executeTakeFirst();
}

function matching(db: Kysely<Schema>, { productId, rating, q }: Partial<ReviewsQuery>) {
  const keyword = searchKeyword(q ?? '');
  return db
    .selectFrom('review')
    .$if(productId !== undefined, (query) => query.where('product_id', '=', productId ?? ''))
    .$if(rating !== undefined, (query) => query.where('rating', '=', rating ?? 0))
    .$if(keyword !== '', (query) => {
      const pattern = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
      return query.where(sql<boolean>`search like ${pattern} escape '\\'`);
    });
}

type Reviews<O> = SelectQueryBuilder<Schema, 'review', O>;

/** What comes before the time; the later review first wherever that is the same. */
const orders = {
  recent: undefined,
  helpful: ['helpful_votes', 'desc'],
  highest: ['rating', 'desc'],
  lowest: ['rating', 'asc'],
} as const satisfies Record<ReviewSort, unknown>;

function inOrder<O>(query: Reviews<O>, sort: ReviewSort): Reviews<O> {
  const first = orders[sort];
  const begun = first === undefined ? query : query.orderBy(first[0], first[1]);
  return begun.orderBy('created_at', 'desc').orderBy('id', 'desc');
}

async function countRatings(query: Reviews<object>): Promise<Record<number, number>> {
  const rows = await query
    .select(({ fn }) => ['rating', fn.countAll<number>().as('count')])
    .groupBy('rating')
    .execute();
  return Object.fromEntries(rows.map(({ rating, count }) => [rating, count]));
}

async function withFeatured(db: Kysely<Schema>, rows: StoredReview[]): Promise<Review[]> {
  const products = [...new Set(rows.map((row) => row.product_id))];
  const found = await Promise.all(products.map((id) => findFeatured(db, id)));
  const featured = new Set(found.map((review) => review?.id));
  return rows.map((row) => reviewOnWire(row, featured.has(row.id)));
}
