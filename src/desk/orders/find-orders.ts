// Finds orders by what a customer says on the telephone: the number of the order or a part of it, the telephone number,
// the e-mail, a name. Every search reads a bounded number of rows in the order of an index.
import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/schema.ts';
import { nextTurn } from '../../server/platform/rounds.ts';
import { oneLine, phoneOrText, plainEmail } from '../../shop/forms/fields.ts';
import { readSnapshot } from '../../shop/order.ts';

export const FOUND_PER_PAGE = 30;
/** How many orders a search for a name reads at most, and how many in one turn of the event loop. */
const CANDIDATES = 2_000;
const CANDIDATES_PER_TURN = 200;
const LONGEST_TEXT = 100;

export interface FoundOrders {
  /** Newest first; one whose id begins with the text comes before them. */
  orderIds: string[];
  /** The order after which to go on; undefined if nothing is left. There need not be a match after it. */
  before: string | undefined;
}

interface Cursor {
  id: string;
  placed_at: string;
}

/**
 * Resolves to a page of the orders that match the text, or of all orders without one.
 * @param before where the page before ended
 */
export async function findOrders(
  db: Database,
  text: string,
  before?: string | undefined,
): Promise<FoundOrders> {
  const sought = oneLine(text.slice(0, LONGEST_TEXT));
  const after = before === undefined ? undefined : await readCursor(db, before);
  const newest = selectNewest(db, after).limit(FOUND_PER_PAGE);
  if (sought === '') return toPage(await newest.execute());
  if (sought.includes('@')) {
    return toPage(await newest.where('email', '=', plainEmail(sought)).execute());
  }
  const phone = phoneOrText(sought);
  if (/^\d{10}$/.test(phone)) {
    // The literal, so that the query uses the partial index.
    const own = newest.where('phone', '=', phone).where('phone', '<>', sql.lit(''));
    return toPage(await own.execute());
  }
  return search(db, sought, after);
}

/** Resolves to the orders whose id begins with the text, and those among the newest whose id or name contains it. */
async function search(
  db: Database,
  text: string,
  cursor: Cursor | undefined,
): Promise<FoundOrders> {
  const part = text.toUpperCase().replace(/^MA-?/, '');
  const isId = /^[\dA-Z]{3,10}$/.test(part);
  const name = text.toLowerCase();
  // As a snapshot has it: few are worth being parsed.
  const written = JSON.stringify(name).slice(1, -1);
  const orderIds = isId && cursor === undefined ? await findByBeginning(db, part) : [];
  // The whole number: no other order has it.
  if (orderIds[0] === `MA-${part}`) return { orderIds, before: undefined };
  let after = cursor;
  for (let seen = 0; seen < CANDIDATES; seen += CANDIDATES_PER_TURN) {
    await nextTurn();
    const rows = await selectNewest(db, after)
      .select('snapshot')
      .limit(CANDIDATES_PER_TURN)
      .execute();
    for (const row of rows) {
      after = row;
      const hasName =
        row.snapshot.toLowerCase().includes(written) &&
        readSnapshot(row.snapshot).delivery.customerName.toLowerCase().includes(name);
      // At its beginning, the first page has it already.
      const hasPart = isId && row.id.indexOf(part, 3) > 3;
      if ((hasName || hasPart) && !orderIds.includes(row.id)) orderIds.push(row.id);
      if (orderIds.length >= FOUND_PER_PAGE) return { orderIds, before: row.id };
    }
    if (rows.length < CANDIDATES_PER_TURN) return { orderIds, before: undefined };
  }
  return { orderIds, before: after?.id };
}

async function findByBeginning(db: Database, part: string): Promise<string[]> {
  const rows = await db
    .selectFrom('shop_order')
    .select('id')
    .where('id', '>=', `MA-${part}`)
    // The last character of the alphabet of ids, as often as one has characters.
    .where('id', '<=', `MA-${part.padEnd(10, 'Z')}`)
    .orderBy('id')
    .limit(FOUND_PER_PAGE - 1)
    .execute();
  return rows.map(({ id }) => id);
}

function selectNewest(db: Database, after: Cursor | undefined) {
  const newest = db
    .selectFrom('shop_order')
    .select(['id', 'placed_at'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc');
  if (after === undefined) return newest;
  return newest.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('placed_at', 'id'), '<', tuple(after.placed_at, after.id)),
  );
}

/** Resolves to the place of an order among the newest; undefined if there is no such order. */
function readCursor(db: Database, id: string): Promise<Cursor | undefined> {
  return db
    .selectFrom('shop_order')
    .select(['id', 'placed_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

function toPage(rows: readonly Cursor[]): FoundOrders {
  const isFull = rows.length === FOUND_PER_PAGE;
  return { orderIds: rows.map(({ id }) => id), before: isFull ? rows.at(-1)?.id : undefined };
}
