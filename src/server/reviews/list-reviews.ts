// Lists reviews. The database filters, sorts and pages them, so that a page takes the same time for thousands of
// reviews as for three.
import type { DatabaseKind } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RatingCounts, Review } from '../../shop/reviews.ts';
import { placeOfPage, reviewOrder, REVIEWS_PER_PAGE, sumRatingCounts } from '../../shop/reviews.ts';
import type { ReviewPageResponse, ReviewsQuery } from '../../shop/payloads/reviews.ts';
import type { ReviewTable, Schema } from '../platform/database/schema.ts';
import { nextTurn } from '../platform/http/stream-list.ts';
import { readRatingCounts, toReviewPayload, shownColumns } from './review-rows.ts';
import type { StoredReview } from './review-rows.ts';

type Parts = { db: Database; kind: DatabaseKind };
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
): Promise<ReviewPageResponse> {
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
      await nextTurn();
      const rows = await selectRange(db, range, after).select(shownColumns).limit(PIECE).execute();
      if (rows.length > 0) yield rows;
      after = rows.length === PIECE ? rows.at(-1) : undefined;
    } while (after !== undefined);
  }
}

async function* matches(parts: Parts, request: ListRequest): AsyncGenerator<StoredReview[]> {
  const ids = await searchReviews(parts, request);
  for (let at = 0; at < ids.length; at += PIECE) {
    await nextTurn();
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
    return rows.map((row) => toReviewPayload(row, featured.get(row.product_id) === row.id));
  };
}

// Queries reviews in index order: each query starts at a position in one index and reads a limited number of rows, so
// that its cost does not grow with the number of reviews.

/** Reviews that are adjacent in an index. */
interface ReviewRange {
  productId?: string | undefined;
  rating?: number | undefined;
  order: 'recent' | 'helpful';
}

/** A position in a range: after this review. */
type Place = Pick<ReviewTable, 'id' | 'helpful_votes' | 'created_at'>;

/** Returns the ranges that make up a list, in order. A list by rating has one range per rating, newest first. */
function rangesOf({ productId, rating, sort }: Omit<ReviewsQuery, 'q' | 'page'>): ReviewRange[] {
  if (sort === 'recent' || sort === 'helpful') return [{ productId, rating, order: sort }];
  const ratings = sort === 'highest' ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5];
  return ratings
    .filter((each) => rating === undefined || each === rating)
    .map((each) => ({ productId, rating: each, order: 'recent' }));
}

/** Returns a query for the range, optionally from a position on, without columns and limit. */
function selectRange(db: Kysely<Schema>, { productId, rating, order }: ReviewRange, after?: Place) {
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

// Searches reviews for a keyword. It considers only the newest ones, which bounds its cost for every keyword.

/** The number of reviews searched: the newest of the product, or of all products. */
export const CANDIDATES = 1_000;
/** Reviews per turn of the event loop; see `nextTurn`. */
const AT_ONCE = 100;

const positionFunctions = { sqlite: 'instr', postgres: 'strpos' } as const;

/** Resolves to the ids of the matching candidates, in the requested order. */
async function searchReviews(
  { db, kind }: { db: Database; kind: DatabaseKind },
  { productId, rating, sort, q }: Omit<ReviewsQuery, 'page'>,
): Promise<string[]> {
  const position = sql<number>`${sql.raw(positionFunctions[kind])}(search, ${q})`;
  const found = [];
  let after: Place | undefined;
  for (let seen = 0; seen < CANDIDATES; seen += AT_ONCE) {
    await nextTurn();
    const rows = await selectRange(db, { productId, order: 'recent' }, after)
      .select(['id', 'rating', 'helpful_votes', 'created_at', position.as('position')])
      .limit(AT_ONCE)
      .execute();
    found.push(...rows.filter((row) => row.position > 0));
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1);
  }
  return found
    .filter((row) => rating === undefined || row.rating === rating)
    .map((row) => ({ ...row, helpfulVotes: row.helpful_votes, createdAt: row.created_at }))
    .toSorted(reviewOrder[sort])
    .map(({ id }) => id);
}
