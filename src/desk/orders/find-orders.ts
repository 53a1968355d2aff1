// Finds orders by what a customer or a courier says on the telephone: the number of the order, of the telephone, of the
// parcel or of the payment, an e-mail, a name, a PIN code, whole or in part. Every search reads a bounded number of rows in
// the order of an index.
import { sql } from 'kysely';
import type { Database } from '../../server/platform/database/schema.ts';
import { nextTurn } from '../../server/platform/rounds.ts';
import { asciiDigits } from '../../shop/forms/clean-text.ts';
import { oneLine, phoneOrText, plainEmail } from '../../shop/forms/fields.ts';
import { readSnapshot } from '../../shop/order.ts';

export const FOUND_PER_PAGE = 30;
/** How many orders a search for a part reads at most, and how many in one turn of the event loop. */
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
  const sought = withoutFrame(sameMarks(oneLine(text.slice(0, LONGEST_TEXT))));
  const after = before === undefined ? undefined : await readCursor(db, before);
  if (/^pay_\w+$/.test(sought)) return findByPayment(db, sought);
  const whole = selectWhole(selectNewest(db, after).limit(FOUND_PER_PAGE), sought);
  const rows = whole ? await whole.execute() : [];
  if (rows.length > 0 || sought === '') return toPage(rows);
  return search(db, sought, after);
}

/** Returns the query of the orders with this whole e-mail or telephone number; undefined if it is none. */
function selectWhole(newest: ReturnType<typeof selectNewest>, sought: string) {
  if (sought === '') return newest;
  if (sought.includes('@')) return newest.where('email', '=', plainEmail(sought));
  const phone = phoneOrText(sought);
  // The literal, so that the query uses the partial index.
  if (/^\d{10}$/.test(phone)) {
    return newest.where('phone', '=', phone).where('phone', '<>', sql.lit(''));
  }
  return undefined;
}

/** Resolves to the order of a payment: its own, or one that came in besides. */
async function findByPayment(db: Database, paymentId: string): Promise<FoundOrders> {
  const own = db.selectFrom('shop_order').select('id').where('provider_payment_id', '=', paymentId);
  const more = db
    .selectFrom('surplus_payment')
    .innerJoin('shop_order', 'shop_order.attempt_id', 'surplus_payment.attempt_id')
    .select('shop_order.id')
    .where('payment_id', '=', paymentId);
  const rows = await own.union(more).execute();
  return { orderIds: rows.map(({ id }) => id), before: undefined };
}

/** Says what a number is that follows, and not what it has: 'PIN 600004', 'Tel. no. 98765'. */
const LABELS =
  /(?:\b(?:awb|mob(?:ile)?|ph(?:one)?|pin(?: ?code)?|tel)(?:[\s.]+no)?[\s.:#-]*|\+91[\s-]*)(?=\+?\d)/gi;

/** Returns a text without what stands around words, numbers and links in what was copied; as it is if that is all. */
const withoutFrame = (text: string) =>
  text
    .replace(/^\W*mailto:/i, '')
    .replaceAll(LABELS, '')
    .replaceAll(/[,;<>]|[.:](?=\s|$)/g, ' ')
    .trim() || text;

/** Returns a text with one kind of quotes, and with letters and digits of any width and script of digits as plain ones. */
const sameMarks = (text: string) =>
  asciiDigits(text.replaceAll(/[\u2018\u2019\u02bc`´]/g, "'").normalize('NFKC'));

/** Returns a text as it is compared: of letters, quotes and blanks that look the same, one; without accents. */
const plain = (text: string) =>
  sameMarks(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();

const isLong = (word: string) => /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(word);

/** Resolves to the orders whose id begins with the text, and those among the newest that have all of its words somewhere. */
async function search(
  db: Database,
  text: string,
  cursor: Cursor | undefined,
): Promise<FoundOrders> {
  const capitals = text.toUpperCase();
  const part = (/\bMA-[\dA-Z]{10}\b/.exec(capitals)?.[0] ?? capitals)
    .replace(/^#?\s*MA[\s-]*/, '')
    .replaceAll(/[\s#-]/g, '')
    // What people hear and read: an order number has none of these.
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isId = /^[\dA-Z]{3,10}$/.test(part);
  const sought = plain(text);
  const orderIds = isId && cursor === undefined ? await findByBeginning(db, part) : [];
  // The whole number: no other order has it.
  if (orderIds[0] === `MA-${part}`) return { orderIds, before: undefined };
  let after = cursor;
  for (let seen = 0; seen < CANDIDATES; seen += CANDIDATES_PER_TURN) {
    await nextTurn();
    const rows = await selectNewest(db, after)
      .select(['email', 'phone', 'snapshot'])
      .limit(CANDIDATES_PER_TURN)
      .execute();
    const parcels = await readParcels(db, rows);
    for (const row of rows) {
      after = row;
      const numbers = plain([row.email, row.phone, parcels.get(row.id)].join(' '));
      // At its beginning, the first page has it already.
      const hasPart = isId && row.id.indexOf(part, 3) > 3;
      const hasAll = isSought(row.snapshot, numbers, sought);
      if ((hasPart || hasAll) && !orderIds.includes(row.id)) orderIds.push(row.id);
      if (orderIds.length >= FOUND_PER_PAGE) return { orderIds, before: row.id };
    }
    if (rows.length < CANDIDATES_PER_TURN) return { orderIds, before: undefined };
  }
  return { orderIds, before: after?.id };
}

/**
 * Returns whether the text is one of the numbers or the PIN code, or each of its words is in the name or, if it is long
 * enough, in one of the numbers or e-mails.
 */
function isSought(snapshot: string, numbers: string, text: string): boolean {
  const number = text.replaceAll(/[\s()-]/g, '');
  if (isLong(number) && numbers.includes(number)) return true;
  // As a snapshot has it: few are worth being parsed.
  const raw = plain(snapshot);
  const words = text.replaceAll(/(?<=\d)[\s-]+(?=\d)/g, '').split(/\s+/);
  const isWritten = (word: string) => raw.includes(JSON.stringify(word).slice(1, -1));
  const mayBe = words.every((word) => isWritten(word) || numbers.includes(word));
  if (!mayBe && !raw.includes(number)) return false;
  const { customerName, email, pincode } = readSnapshot(snapshot).delivery;
  const name = plain(customerName);
  const others = `${numbers} ${plain(email)}`;
  return (
    pincode === number ||
    words.every(
      (word) => name.includes(word) || word === pincode || (isLong(word) && others.includes(word)),
    )
  );
}

/** Resolves to the numbers of the parcels of these orders, by the order. */
async function readParcels(db: Database, orders: readonly Cursor[]): Promise<Map<string, string>> {
  const ids = orders.map(({ id }) => id);
  const parcels = new Map<string, string>();
  if (ids.length === 0) return parcels;
  const rows = await db
    .selectFrom('order_event')
    .select(['order_id', 'tracking_number'])
    .where('order_id', 'in', ids)
    .where('tracking_number', 'is not', null)
    .execute();
  for (const { order_id, tracking_number } of rows) {
    const number = tracking_number?.replaceAll(/[\s-]/g, '');
    parcels.set(order_id, `${parcels.get(order_id) ?? ''} ${number}`);
  }
  return parcels;
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
