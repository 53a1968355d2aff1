// Lists reviews. The database filters, sorts and pages them, so that a page takes the same time for thousands of
// reviews as for three.
import type { Kysely } from 'kysely';
import type { Review } from '../../shop/review.ts';
import { sumRatingCounts } from '../../shop/sum-ratings.ts';
import type { RatingCounts } from '../../shop/sum-ratings.ts';
import { placeOfPage, REVIEWS_PER_PAGE } from '../../shop/reviews.ts';
import type { ReviewPageReply, ReviewsQuery } from '../../shop/payloads/reviews.ts';
import type { AppParts } from '../app-parts.ts';
import type { Schema } from '../platform/database/schema.ts';
import { readRatingCounts } from './count-reviews.ts';
import { rangesOf, selectRange } from './read-range.ts';
import { reviewOnWire, shownColumns } from './review-rows.ts';
import type { StoredReview } from './review-rows.ts';
import { searchReviews } from './search-reviews.ts';
import { takeTurn } from '../platform/http/take-turn.ts';

type Parts = Pick<AppParts, 'db' | 'kind'>;
type ListRequest = Omit<ReviewsQuery, 'page'>;

/** The number of reviews per query of a list. */
const PIECE = 50;

/**
 * Yields all matching reviews in the requested order, in pieces, reading each when it is consumed. A review that gets
 * a vote meanwhile may be missing from a list sorted by votes.
 */
export async function* listReviews(parts: Parts, request: ListRequest): AsyncGenerator<Review[]> {
  const asReviews = createFeaturing(parts.db);
  for await (const rows of request.q === '' ? ranges(parts.db, request) : matches(parts, request)) {
    yield await asReviews(rows);
  }
}

/** Resolves to one page of the matching reviews, and the sums over all reviews of the product. */
export async function pageOfReviews(
  parts: Parts,
  { page: requestedPage, ...request }: ListRequest & { page: number },
): Promise<ReviewPageReply> {
  const { db } = parts;
  const counts = await readRatingCounts(db, request.productId);
  const sums = sumRatingCounts(counts);
  const ids = request.q === '' ? undefined : await searchReviews(parts, request);
  const total = ids ? ids.length : countOf(counts, request.rating);
  const { page, pages, offset } = placeOfPage(requestedPage, total);
  const rows = ids
    ? await readByIds(db, ids.slice(offset, offset + REVIEWS_PER_PAGE))
    : await readPage(db, request, { counts, offset });
  return { reviews: await createFeaturing(db)(rows), page, pages, total, ...sums };
}

/** Resolves to the product's featured review: the one with the most helpful votes, else the newest. */
export async function findFeatured(
  db: Kysely<Schema>,
  productId: string,
): Promise<Pick<StoredReview, 'id' | 'helpful_votes'> | undefined> {
  return selectRange(db, { productId, order: 'helpful' })
    .select(['id', 'helpful_votes'])
    .limit(1)
    .executeTakeFirst();
}

async function* ranges(db: Kysely<Schema>, request: ListRequest): AsyncGenerator<StoredReview[]> {
  for (const range of rangesOf(request)) {
    let after: StoredReview | undefined;
    do {
      await takeTurn();
      const rows = await selectRange(db, range, after).select(shownColumns).limit(PIECE).execute();
      if (rows.length > 0) yield rows;
      after = rows.length === PIECE ? rows.at(-1) : undefined;
    } while (after !== undefined);
  }
}

async function* matches(parts: Parts, request: ListRequest): AsyncGenerator<StoredReview[]> {
  const ids = await searchReviews(parts, request);
  for (let at = 0; at < ids.length; at += PIECE) {
    await takeTurn();
    yield await readByIds(parts.db, ids.slice(at, at + PIECE));
  }
}

async function readByIds(db: Kysely<Schema>, ids: readonly string[]): Promise<StoredReview[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('review').select(shownColumns).where('id', 'in', ids).execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

async function readPage(
  db: Kysely<Schema>,
  request: ListRequest,
  { counts, offset }: { counts: RatingCounts; offset: number },
): Promise<StoredReview[]> {
  const rows: StoredReview[] = [];
  let skipped = offset;
  for (const range of rangesOf(request)) {
    const size = countOf(counts, range.rating);
    const limit = REVIEWS_PER_PAGE - rows.length;
    if (skipped < size && limit > 0) {
      const query = selectRange(db, range).select(shownColumns).limit(limit).offset(skipped);
      rows.push(...(await query.execute()));
    }
    skipped = Math.max(0, skipped - size);
  }
  return rows;
}

function countOf(counts: RatingCounts, rating: number | undefined): number {
  return rating === undefined ? sumRatingCounts(counts).count : (counts[rating] ?? 0);
}

/** Returns a function that converts rows to payloads, and queries each product's featured review once. */
function createFeaturing(db: Kysely<Schema>) {
  const featured = new Map<string, string | undefined>();
  return async (rows: readonly StoredReview[]): Promise<Review[]> => {
    for (const { product_id: productId } of rows) {
      if (featured.has(productId)) continue;
      featured.set(productId, (await findFeatured(db, productId))?.id);
    }
    return rows.map((row) => reviewOnWire(row, featured.get(row.product_id) === row.id));
  };
}
