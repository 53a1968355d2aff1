// The owner's day: what is to be made and sent now.
import { countOpenOrders, listOpenOrders, whenDue } from '../../server/orders/open-orders.ts';
import type { DueCounts, OpenOrder } from '../../server/orders/open-orders.ts';
import { listEvents } from '../../server/orders/order-events.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { addDays, dayInIndia } from '../../shop/dates.ts';
import type { QuoteLine } from '../../shop/price.ts';
import { readDeskOrders, toRecorded } from '../orders/order-rows.ts';
import type { Recorded } from '../orders/order-rows.ts';
import { findUndoUntil } from '../orders/read-order.ts';
import type { DeskOrder } from '../texts.ts';
import { readNeedsYou } from './read-tasks.ts';
import type { NeedsYou } from './read-tasks.ts';

/** How many orders are read at most; more than a person makes in weeks. */
export const MOST_ORDERS = 500;
/** How many dispatches of a day are counted, and how many are listed. */
const MOST_SENT = 200;
const LISTED_SENT = 40;

/** Pieces of one kind. */
export interface ToMake {
  productId: string;
  name: string;
  versionName: QuoteLine['versionName'] | undefined;
  chocolate: QuoteLine['chocolate'] | undefined;
  /** Those that are late or have to leave today. */
  now: number;
  /** Those that have to leave tomorrow, and after that. */
  next: number;
  later: number;
  /** How many of these are being made. */
  making: number;
}

export interface Today {
  /** ISO dates. */
  day: string;
  nextDay: string;
  counts: DueCounts;
  late: OpenOrder[];
  today: OpenOrder[];
  tomorrow: OpenOrder[];
  /** Those that have to leave after tomorrow. */
  later: OpenOrder[];
  /** There are more orders than were read, so the lists and sums are not complete. */
  hasMore: boolean;
  /** By name. */
  toMake: ToMake[];
  needsYou: NeedsYou;
  /** What left today, the newest first, and how many more did. */
  sent: SentOrder[];
  moreSent: number;
}

/** An order that left, and what is recorded of it. */
export interface SentOrder {
  order: DeskOrder;
  recorded: Recorded;
}

/** Resolves to the owner's day at `now`, in India. */
export async function readToday(db: Database, now: Date): Promise<Today> {
  const day = dayInIndia(now);
  const nextDay = addDays(day, 1);
  const read = await listOpenOrders(db, { limit: MOST_ORDERS + 1 });
  const orders = read.slice(0, MOST_ORDERS);
  const due = (is: (sendBy: string) => boolean) => orders.filter(({ sendBy }) => is(sendBy));
  return {
    day,
    nextDay,
    counts: await countOpenOrders(db, now),
    late: due((sendBy) => sendBy < day),
    today: due((sendBy) => sendBy === day),
    tomorrow: due((sendBy) => sendBy === nextDay),
    later: due((sendBy) => sendBy > nextDay),
    hasMore: read.length > MOST_ORDERS,
    toMake: sumPieces(orders, day),
    needsYou: await readNeedsYou(db, now, orders),
    ...(await listSent(db, now, day)),
  };
}

/** Resolves to what left on this day and was not undone. */
async function listSent(
  db: Database,
  now: Date,
  day: string,
): Promise<Pick<Today, 'sent' | 'moreSent'>> {
  const acts = await db
    .selectFrom('desk_act')
    .select(['subject', 'at'])
    .where('at', '>=', new Date(`${day}T00:00:00+05:30`).toISOString())
    .where('kind', '=', 'send')
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(MOST_SENT)
    .execute();
  const ids = [...new Set(acts.map(({ subject }) => subject ?? ''))];
  if (ids.length === 0) return { sent: [], moreSent: 0 };
  const events = Map.groupBy(await listEvents(db, ...ids), ({ order_id }) => order_id);
  // One that was undone has no event; one that was then sent again has that of the later act.
  const stillSent = acts.filter(
    ({ subject, at }) => toRecorded(events.get(subject ?? '') ?? [], undefined)?.at === at,
  );
  const listed = stillSent.slice(0, LISTED_SENT).map(({ subject }) => subject ?? '');
  const sent: SentOrder[] = [];
  for (const order of await readDeskOrders(db, listed)) {
    const own = events.get(order.id) ?? [];
    const recorded = toRecorded(own, await findUndoUntil(db, own, now));
    if (recorded) sent.push({ order, recorded });
  }
  return { sent, moreSent: stillSent.length - listed.length };
}

const columns = { late: 'now', today: 'now', tomorrow: 'next', later: 'later' } as const;

/** Returns the pieces of the orders, per product, version and chocolate, by name. */
export function sumPieces(
  orders: readonly Pick<OpenOrder, 'sendBy' | 'isBeingMade' | 'quote'>[],
  day: string,
): ToMake[] {
  const pieces = new Map<string, ToMake>();
  for (const { sendBy, isBeingMade, quote } of orders) {
    const when = whenDue(sendBy, day);
    for (const { productId, name, versionName, chocolate, quantity } of quote.lines) {
      const kind = { productId, name, versionName, chocolate };
      const key = JSON.stringify(kind);
      const sum = pieces.get(key) ?? { ...kind, now: 0, next: 0, later: 0, making: 0 };
      sum[columns[when]] += quantity;
      if (isBeingMade) sum.making += quantity;
      pieces.set(key, sum);
    }
  }
  const nameText = ({ name, versionName = '', chocolate = '' }: ToMake) =>
    `${name} ${versionName} ${chocolate}`;
  return [...pieces.values()].toSorted((one, other) => (nameText(one) < nameText(other) ? -1 : 1));
}
