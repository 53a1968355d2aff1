// Searches reviews for a keyword. It considers only the newest ones, which bounds its cost for every keyword.
import { sql } from 'kysely';
import { reviewOrder } from '../../shop/reviews.ts';
import type { ReviewsQuery } from '../../shop/payloads/reviews.ts';
import type { AppParts } from '../app-parts.ts';
import { selectRange } from './read-range.ts';
import type { Place } from './read-range.ts';
import { takeTurn } from '../platform/http/take-turn.ts';

/** The number of reviews searched: the newest of the product, or of all products. */
export const CANDIDATES = 1_000;
/** Reviews per turn of the event loop; see take-turn.ts. */
const AT_ONCE = 100;

const positionFunctions = { sqlite: 'instr', postgres: 'strpos' } as const;

/** Resolves to the ids of the matching candidates, in the requested order. */
export async function searchReviews(
  { db, kind }: Pick<AppParts, 'db' | 'kind'>,
  { productId, rating, sort, q }: Omit<ReviewsQuery, 'page'>,
): Promise<string[]> {
  const position = sql<number>`${sql.raw(positionFunctions[kind])}(search, ${q})`;
  const found = [];
  let after: Place | undefined;
  for (let seen = 0; seen < CANDIDATES; seen += AT_ONCE) {
    await takeTurn();
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
