// Lists reviews. The database filters, sorts and pages them in the order of an index, so that a page takes the same time
// for thousands of reviews as for three.
import type { Context } from 'hono';
import { sql } from 'kysely';
import { ReviewsQuery } from '../../shop/payloads/review-pages.ts';
import type { ReviewPageResponse } from '../../shop/payloads/review-pages.ts';
import { findPage, reviewOrder, REVIEWS_PER_PAGE, sumRatingCounts } from '../../shop/reviews.ts';
import type { RatingCounts, Review } from '../../shop/reviews.ts';
import type { DatabaseKind } from '../platform/database/open.ts';
import type { Database, ReviewTable } from '../platform/database/schema.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import type { Limits } from '../platform/http/limits.ts';
import { readQuery } from '../platform/http/request.ts';
import { nextTurn } from '../platform/rounds.ts';
import { readRatingCounts, selectShown, shownColumns, toReviewPayload } from './review-rows.ts';
import type { StoredReview } from './review-rows.ts';
import type { createListSender } from './send-list.ts';
import { greetVisitor } from './votes.ts';
import type { VisitorParts } from './votes.ts';

/** The number of reviews per query of a list. */
const PIECE = 50;
/** The number of reviews searched, which bounds the cost of every keyword: the newest of the product, or of all. */
export const CANDIDATES = 1_000;
/** The number of reviews searched per turn of the event loop. */
const CANDIDATES_PER_TURN = 100;

interface ReadParts {
  db: Database;
  kind: DatabaseKind;
}

export interface ListParts extends ReadParts, VisitorParts {
  limits: Limits<'anonymous'>;
  sendList: ReturnType<typeof createListSender>;
}

type ListQuery = Omit<ReviewsQuery, 'page'>;

/** Responds with all matching reviews, or with one page of them. Throws a problem: 400, 429 or 503. */
export async function listReviews(parts: ListParts, c: Context<ServerEnv>): Promise<Response> {
  const { limits, sendList } = parts;
  const { page, ...query } = readQuery(c, ReviewsQuery);
  const points = page === undefined ? 10 : 1;
  const searching = query.q === '' ? 0 : 4;
  await limits.anonymous.consume({ address: c.get('clientAddress') }, points + searching);
  greetVisitor(c, parts);
  if (page === undefined) return sendList(c, readReviews(parts, query));
  return c.json(await readPage(parts, query, page));
}

/**
 * Yields all matching reviews in the requested order, in pieces, reading each when it is consumed. A review that gets
 * a vote meanwhile may be missing from a list sorted by votes.
 */
async function* readReviews(parts: ReadParts, query: ListQuery): AsyncGenerator<Review[]> {
  const featured = new Map<string, string | undefined>();
  const pieces = query.q === '' ? readRanges(parts.db, query) : readMatches(parts, query);
  for await (const rows of pieces) yield await toPayloads(parts.db, rows, featured);
}

async function* readRanges(db: Database, query: ListQuery): AsyncGenerator<StoredReview[]> {
  for (const range of listRanges(query)) {
    let after: StoredReview | undefined;
    do {
      await nextTurn();
      const rows = await selectRange(db, range, after).select(shownColumns).limit(PIECE).execute();
      if (rows.length > 0) yield rows;
      after = rows.length === PIECE ? rows.at(-1) : undefined;
    } while (after !== undefined);
  }
}

async function* readMatches(parts: ReadParts, query: ListQuery): AsyncGenerator<StoredReview[]> {
  const ids = await searchReviews(parts, query);
  for (let at = 0; at < ids.length; at += PIECE) {
    await nextTurn();
    yield await readByIds(parts.db, ids.slice(at, at + PIECE));
  }
}

/** Resolves to one page of the matching reviews, and the sums over all reviews of the product. */
async function readPage(
  parts: ReadParts,
  query: ListQuery,
  requested: number,
): Promise<ReviewPageResponse> {
  const { db } = parts;
  const counts = await readRatingCounts(db, query.productId);
  const ids = query.q === '' ? undefined : await searchReviews(parts, query);
  const total = ids ? ids.length : countReviews(counts, query.rating);
  const { page, pages, offset } = findPage(requested, total);
  const rows = ids
    ? await readByIds(db, ids.slice(offset, offset + REVIEWS_PER_PAGE))
    : await readRows(db, query, counts, offset);
  const reviews = await toPayloads(db, rows);
  return { reviews, page, pages, total, ...sumRatingCounts(counts) };
}

/** Resolves to the rows of a page that begins at the offset. Counts tell which ranges need not be read. */
async function readRows(
  db: Database,
  query: ListQuery,
  counts: RatingCounts,
  offset: number,
): Promise<StoredReview[]> {
  const rows: StoredReview[] = [];
  let skipped = offset;
  for (const range of listRanges(query)) {
    const size = countReviews(counts, range.rating);
    const limit = REVIEWS_PER_PAGE - rows.length;
    if (skipped < size && limit > 0) {
      const select = selectRange(db, range).select(shownColumns).limit(limit).offset(skipped);
      rows.push(...(await select.execute()));
    }
    skipped = Math.max(0, skipped - size);
  }
  return rows;
}

function countReviews(counts: RatingCounts, rating: number | undefined): number {
  return rating === undefined ? sumRatingCounts(counts).count : (counts[rating] ?? 0);
}

/** Resolves to the ids of the matching candidates, in the requested order. */
async function searchReviews(
  { db, kind }: ReadParts,
  { productId, rating, sort, q }: ListQuery,
): Promise<string[]> {
  const position = sql<number>`${sql.raw(kind === 'sqlite' ? 'instr' : 'strpos')}(search, ${q})`;
  const found = [];
  let after: Cursor | undefined;
  for (let seen = 0; seen < CANDIDATES; seen += CANDIDATES_PER_TURN) {
    await nextTurn();
    const rows = await selectRange(db, { productId, order: 'recent' }, after)
      .select(['id', 'rating', 'helpful_votes', 'created_at', position.as('position')])
      .limit(CANDIDATES_PER_TURN)
      .execute();
    found.push(...rows.filter((row) => row.position > 0));
    if (rows.length < CANDIDATES_PER_TURN) break;
    after = rows.at(-1);
  }
  return found
    .filter((row) => rating === undefined || row.rating === rating)
    .map((row) => ({ ...row, helpfulVotes: row.helpful_votes, createdAt: row.created_at }))
    .toSorted(reviewOrder[sort])
    .map(({ id }) => id);
}

async function readByIds(db: Database, ids: readonly string[]): Promise<StoredReview[]> {
  if (ids.length === 0) return [];
  const rows = await selectShown(db).select(shownColumns).where('id', 'in', ids).execute();
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Converts rows to payloads. Queries each product's featured review, unless its id is known already. */
async function toPayloads(
  db: Database,
  rows: readonly StoredReview[],
  featured = new Map<string, string | undefined>(),
): Promise<Review[]> {
  for (const { product_id: productId } of rows) {
    if (featured.has(productId)) continue;
    featured.set(productId, (await findFeatured(db, productId))?.id);
  }
  return rows.map((row) => toReviewPayload(row, featured.get(row.product_id) === row.id));
}

/** Resolves to the product's featured review: the one with the most helpful votes, else the newest. */
export async function findFeatured(
  db: Database,
  productId: string,
): Promise<Pick<StoredReview, 'id' | 'helpful_votes'> | undefined> {
  return selectRange(db, { productId, order: 'helpful' })
    .select(['id', 'helpful_votes'])
    .limit(1)
    .executeTakeFirst();
}

/** Reviews that are adjacent in an index. */
interface ReviewRange {
  productId?: string | undefined;
  rating?: number | undefined;
  order: 'recent' | 'helpful';
}

/** The review of a range after which a query begins. */
type Cursor = Pick<ReviewTable, 'id' | 'helpful_votes' | 'created_at'>;

/** Returns the ranges that make up a list, in order. A list by rating has one range per rating, newest first. */
function listRanges({ productId, rating, sort }: ListQuery): ReviewRange[] {
  if (sort === 'recent' || sort === 'helpful') return [{ productId, rating, order: sort }];
  const ratings = sort === 'highest' ? [5, 4, 3, 2, 1] : [1, 2, 3, 4, 5];
  return ratings
    .filter((each) => rating === undefined || each === rating)
    .map((each) => ({ productId, rating: each, order: 'recent' }));
}

/**
 * Returns a query for the range, optionally from a cursor on, without columns and limit. It reads from one position of
 * one index, so that its cost does not grow with the number of reviews.
 */
export function selectRange(
  db: Database,
  { productId, rating, order }: ReviewRange,
  after?: Cursor,
) {
  const columns =
    order === 'helpful'
      ? (['helpful_votes', 'created_at', 'id'] as const)
      : (['created_at', 'id'] as const);
  let query = selectShown(db);
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
