// What has to be made and sent: the orders that are paid and neither sent nor refunded in full.
import { addDays, dayInIndia } from '../../shop/dates.ts';
import { readSnapshot, startBy } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import type { Database } from '../platform/database/schema.ts';

export interface OpenOrder extends OrderSnapshot {
  id: string;
  /** The day by which it has to leave: promised, or earlier where the gift is needed. '2026-11-26'. */
  sendBy: string;
  /** ISO-8601. */
  placedAt: string;
  email: string;
  /** Paise. */
  amount: number;
  /** The refunded amount, in paise. */
  refunded: number;
  /** Counts the changes that the owner made. */
  revision: number;
  /** The owner's own. */
  note: string;
  isBeingMade: boolean;
  /** It was paid after the shop had closed, or its product was sold out. */
  isPaidInPause: boolean;
}

/** How many rows are read at a time where all are wanted. */
export const PAGE = 200;

/**
 * Yields the pages of a long list, the first one even if it is empty.
 * @param read resolves to at most PAGE rows: the first ones, or those after `after`
 */
export async function* readPages<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let page: Row[] | undefined;
  do {
    page = await read(page?.at(-1));
    yield page;
  } while (page.length === PAGE);
}

/** Yields all open orders, the first to leave first. */
export function openOrderPages(db: Database): AsyncGenerator<OpenOrder[]> {
  return readPages((after) => listOpenOrders(db, { limit: PAGE, after }));
}

/** Resolves to at most `limit` open orders, the first to leave first; those after `after` if it is given. */
export async function listOpenOrders(
  db: Database,
  {
    limit,
    after,
  }: { limit: number; after?: Pick<OpenOrder, 'sendBy' | 'placedAt' | 'id'> | undefined },
): Promise<OpenOrder[]> {
  let query = db
    .selectFrom('shop_order')
    .select(['id', 'send_by', 'placed_at', 'email', 'amount', 'snapshot'])
    .select(['revision', 'note', 'making_at', 'paid_in_pause'])
    .where('send_by', 'is not', null)
    .orderBy('send_by')
    .orderBy('placed_at')
    .orderBy('id')
    .limit(limit);
  if (after !== undefined) {
    const { sendBy, placedAt, id } = after;
    query = query.where((eb) =>
      eb(eb.refTuple('send_by', 'placed_at', 'id'), '>', eb.tuple(sendBy, placedAt, id)),
    );
  }
  const rows = await query.execute();
  const ids = rows.map(({ id }) => id);
  const refunded = await sumRefundsByOrder(db, ids);
  return rows.map(({ send_by, placed_at, snapshot, making_at, paid_in_pause, ...row }) => ({
    ...row,
    sendBy: send_by ?? '',
    placedAt: placed_at,
    refunded: refunded.get(row.id) ?? 0,
    isBeingMade: making_at !== null,
    isPaidInPause: paid_in_pause === 1,
    ...readSnapshot(snapshot),
  }));
}

/** Resolves to the refunded amounts, in paise, by order. */
export async function sumRefundsByOrder(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const sums = await db
    .selectFrom('order_event')
    .select((eb) => ['order_id', eb.fn.sum<number | string>('amount').as('amount')])
    .where('order_id', 'in', ids)
    .where('type', '=', 'refunded')
    .groupBy('order_id')
    .execute();
  // PostgreSQL returns a sum of bigint as text.
  return new Map(sums.map(({ order_id, amount }) => [order_id, Number(amount)]));
}

/** Open orders, by the day on which they have to leave. */
export interface DueCounts {
  late: number;
  today: number;
  tomorrow: number;
  later: number;
}

interface OpenCounts extends DueCounts {
  /** Of all of these: nobody makes them yet, and they leave in time only if somebody begins today. */
  toStart: number;
}

/** Resolves to the number of open orders, all of them. */
export async function countOpenOrders(db: Database, now: Date): Promise<OpenCounts> {
  const day = dayInIndia(now);
  const days = await db
    .selectFrom('shop_order')
    .select((eb) => [
      'send_by',
      eb.fn.countAll<number | string>().as('orders'),
      eb.fn.count<number | string>('making_at').as('making'),
    ])
    .where('send_by', 'is not', null)
    .groupBy('send_by')
    .execute();
  const counts = { late: 0, today: 0, tomorrow: 0, later: 0, toStart: 0 };
  for (const { send_by, orders, making } of days) {
    counts[whenDue(send_by ?? '', day)] += Number(orders);
    if (startBy(send_by ?? '') <= day) counts.toStart += Number(orders) - Number(making);
  }
  return counts;
}

/** Returns when an order has to leave that leaves by `sendBy`. Both are days in India. */
export function whenDue(sendBy: string, day: string): keyof DueCounts {
  if (sendBy < day) return 'late';
  if (sendBy === day) return 'today';
  return sendBy === addDays(day, 1) ? 'tomorrow' : 'later';
}
