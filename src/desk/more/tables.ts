// Orders and refunds as tables for a spreadsheet (RFC 4180), with rupees and days in India. However many there are, a page of
// rows is in memory at a time.
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { openOrderPages, PAGE, readPages } from '../../server/orders/open-orders.ts';
import type { OpenOrder } from '../../server/orders/open-orders.ts';
import { restOfSurplus } from '../../server/payments/surplus.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { addDays, dayInIndia } from '../../shop/dates.ts';
import { toRupees } from '../../shop/money.ts';
import { lineText } from '../../shop/order-text.ts';
import { readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';

type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => string | number])[];

interface Ordered extends OrderSnapshot {
  id: string;
  placedAt: string;
  email: string;
  /** Paise. */
  amount: number;
  /** Of a payment that became no order: why. */
  reason?: string;
}

const common: Columns<Ordered> = [
  ['Order ID', ({ id }) => id],
  ['Ordered on', ({ placedAt }) => dayInIndia(new Date(placedAt))],
  ['Items', ({ quote, reason }) => reason ?? quote.lines.map(lineText).join('\n')],
  ['Quantity', ({ quote }) => quote.quantity],
  ['Amount', ({ amount }) => inRupees(amount)],
];
const person: Columns<Ordered> = [
  ['Name', ({ delivery }) => delivery.customerName],
  ['Phone Number', ({ delivery }) => delivery.phoneNumber],
  ['Email', ({ email }) => email],
  ['Full Address', ({ delivery }) => delivery.address],
  ['Landmark', ({ delivery }) => delivery.landmark ?? ''],
  ['State', ({ delivery }) => delivery.state],
  ['Pincode', ({ delivery }) => delivery.pincode],
];

const openColumns: Columns<OpenOrder> = [
  ['Send by', ({ sendBy }) => sendBy],
  ...common,
  ['Refunded', ({ refunded }) => inRupees(refunded)],
  ...person,
  ['Needed by', ({ delivery }) => delivery.neededBy ?? ''],
  ['Gift note', ({ delivery }) => delivery.giftNote ?? ''],
  ['Your note', ({ note }) => note],
];

interface PlacedOrder extends Ordered {
  paymentId: string;
}

const periodColumns: Columns<PlacedOrder> = [
  ...common,
  ['Before discount', ({ quote }) => inRupees(quote.total)],
  ['Coupon', ({ quote }) => quote.coupon?.code ?? ''],
  ['Payment ID', ({ paymentId }) => paymentId],
  ...person,
];

interface GivenBack {
  at: string | null;
  /** Tells those of the same time apart. */
  key: string;
  /** '' for a payment that became no order. */
  orderId: string;
  paymentId: string;
  refundId: string | null;
  /** Paise. */
  amount: number | null;
}

const refundColumns: Columns<GivenBack> = [
  ['Refunded on', ({ at }) => dayInIndia(new Date(at ?? ''))],
  ['Order ID', ({ orderId }) => orderId],
  ['Amount', ({ amount }) => inRupees(amount ?? 0)],
  ['Payment ID', ({ paymentId }) => paymentId],
  ['Refund ID', ({ refundId }) => refundId ?? ''],
];

const inRupees = (paise: number) => toRupees(paise).toFixed(2);

/**
 * Returns a table with a row per item. A cell that begins like a formula gets an apostrophe in front, because shoppers write
 * names and addresses, and a spreadsheet would run them.
 */
function toCsv<Row>(columns: Columns<Row>, rows: readonly Row[], hasHead: boolean): string {
  const head = hasHead ? [columns.map(([name]) => name)] : [];
  return stringify([...head, ...rows.map((row) => columns.map(([, cell]) => cell(row)))], {
    // Excel reads a file without it as Latin-1.
    bom: hasHead,
    record_delimiter: 'windows',
    // An address may contain line breaks, and what begins a cell differs from country to country.
    quoted_string: true,
    escape_formulas: true,
  });
}

/** Two days in India, both included: '2026-11-01'. */
export interface Period {
  from: string;
  until: string;
}

/** Returns the times from the first day's midnight to that after the last. */
function toTimes({ from, until }: Period): { start: string; end: string } {
  const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`).toISOString();
  return { start: midnight(from), end: midnight(addDays(until, 1)) };
}

/** Yields a table page by page, its head with the first. */
async function* toTable<Row>(
  columns: Columns<Row>,
  ...lists: AsyncIterable<Row[]>[]
): AsyncGenerator<string> {
  let hasHead = true;
  for (const list of lists) {
    for await (const rows of list) {
      yield toCsv(columns, rows, hasHead);
      hasHead = false;
    }
  }
}

/** Yields the table of all open orders, by the promised day. */
export function openOrdersTable(db: Database): AsyncGenerator<string> {
  return toTable(openColumns, openOrderPages(db));
}

/** What a payment has that became no order. */
const noOrder = {
  id: '',
  email: '',
  quote: { productName: '', lines: [], quantity: 0, discount: 0 },
  delivery: { customerName: '', phoneNumber: '', email: '', address: '', state: '', pincode: '' },
};

/** Yields the table of what was paid in a period: the orders, then the payments that became none. */
export function placedOrdersTable(db: Database, period: Period): AsyncGenerator<string> {
  const { start, end } = toTimes(period);
  const read = async (after: PlacedOrder | undefined): Promise<PlacedOrder[]> => {
    const page = await db
      .selectFrom('shop_order')
      .select(['id', 'placed_at', 'email', 'amount', 'snapshot', 'provider_payment_id'])
      .where('placed_at', '<', end)
      .where((eb) => {
        const { placedAt, id } = after ?? { placedAt: start, id: '' };
        return eb(eb.refTuple('placed_at', 'id'), '>', eb.tuple(placedAt, id));
      })
      .orderBy('placed_at')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    return page.map(({ id, placed_at, email, amount, snapshot, provider_payment_id }) => {
      const paid = { id, placedAt: placed_at, email, amount, paymentId: provider_payment_id };
      return { ...readSnapshot(snapshot), ...paid };
    });
  };
  const readOthers = async (after: PlacedOrder | undefined): Promise<PlacedOrder[]> => {
    const page = await db
      .selectFrom('surplus_payment')
      .select(['payment_id', 'amount', 'reason', 'flagged_at'])
      .where('flagged_at', '<', end)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('flagged_at', 'payment_id'),
          '>',
          tuple(after?.placedAt ?? start, after?.paymentId ?? ''),
        ),
      )
      .orderBy('flagged_at')
      .orderBy('payment_id')
      .limit(PAGE)
      .execute();
    return page.map(({ payment_id: paymentId, flagged_at: placedAt, amount, reason }) => {
      const quote = { ...noOrder.quote, total: amount, amount };
      return { ...noOrder, quote, paymentId, placedAt, amount, reason };
    });
  };
  return toTable(periodColumns, readPages(read), readPages(readOthers));
}

// Literals, so that the queries use the indexes of these.
const isRefund = sql<boolean>`type = 'refunded'`;
const isRefunded = sql<boolean>`state = 'refunded'`;
const hasRest = sql<boolean>`${restOfSurplus} > 0`;

/** Yields the table of what was refunded in a period: of orders, then of payments that became no order, last their parts. */
export function refundsTable(db: Database, period: Period): AsyncGenerator<string> {
  const { start, end } = toTimes(period);
  const ofOrders = (after: GivenBack | undefined) =>
    db
      .selectFrom('order_event')
      .innerJoin('shop_order', 'shop_order.id', 'order_event.order_id')
      .select(['at', 'key', 'order_id as orderId', 'provider_payment_id as paymentId'])
      .select(['refund_id as refundId', 'order_event.amount'])
      .where(isRefund)
      .where('at', '<', end)
      .where((eb) =>
        eb(eb.refTuple('at', 'key'), '>', eb.tuple(after?.at ?? start, after?.key ?? '')),
      )
      .orderBy('at')
      .orderBy('key')
      .limit(PAGE)
      .execute();
  const ofOthers = (after: GivenBack | undefined) =>
    db
      .selectFrom('surplus_payment')
      .select(['refunded_at as at', 'payment_id as key', sql<string>`''`.as('orderId')])
      .select(['payment_id as paymentId', 'refund_id as refundId', restOfSurplus.as('amount')])
      .where(isRefunded)
      .where(hasRest)
      .where('refunded_at', '<', end)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('refunded_at', 'payment_id'), '>', tuple(after?.at ?? start, after?.key ?? '')),
      )
      .orderBy('refunded_at')
      .orderBy('payment_id')
      .limit(PAGE)
      .execute();
  const partsOfOthers = (after: GivenBack | undefined) =>
    db
      .selectFrom('partial_refund as part')
      .innerJoin('surplus_payment', 'surplus_payment.payment_id', 'part.payment_id')
      .select(['recorded_at as at', 'part.refund_id as key', sql<string>`''`.as('orderId')])
      .select(['part.payment_id as paymentId', 'part.refund_id as refundId', 'part.amount'])
      .where('recorded_at', '<', end)
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('recorded_at', 'part.refund_id'),
          '>',
          tuple(after?.at ?? start, after?.key ?? ''),
        ),
      )
      .orderBy('recorded_at')
      .orderBy('part.refund_id')
      .limit(PAGE)
      .execute();
  const lists = [ofOrders, ofOthers, partsOfOthers].map(readPages);
  return toTable<GivenBack>(refundColumns, ...lists);
}

interface Sum {
  count: number;
  /** Paise. */
  amount: number;
}

/** Resolves to how many orders, other payments and refunds a period has, and their sums. */
export async function sumPeriod(
  db: Database,
  period: Period,
): Promise<{ orders: Sum; others: Sum; refunds: Sum }> {
  const { start, end } = toTimes(period);
  const toSum = (rows: readonly { count: unknown; amount: unknown }[]): Sum => ({
    // PostgreSQL returns a sum of bigint as text; a sum of nothing is null.
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    amount: rows.reduce((sum, row) => sum + Number(row.amount ?? 0), 0),
  });
  const orders = await db
    .selectFrom('shop_order')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('amount').as('amount')])
    .where('placed_at', '>=', start)
    .where('placed_at', '<', end)
    .execute();
  const others = await db
    .selectFrom('surplus_payment')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('amount').as('amount')])
    .where('flagged_at', '>=', start)
    .where('flagged_at', '<', end)
    .execute();
  const refunds = await db
    .selectFrom('order_event')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('amount').as('amount')])
    .where(isRefund)
    .where('at', '>=', start)
    .where('at', '<', end)
    .execute();
  const surplus = await db
    .selectFrom('surplus_payment')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum(restOfSurplus).as('amount')])
    .where(isRefunded)
    .where(hasRest)
    .where('refunded_at', '>=', start)
    .where('refunded_at', '<', end)
    .execute();
  const surplusParts = await db
    .selectFrom('partial_refund as part')
    .innerJoin('surplus_payment', 'surplus_payment.payment_id', 'part.payment_id')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('part.amount').as('amount')])
    .where('recorded_at', '>=', start)
    .where('recorded_at', '<', end)
    .execute();
  return {
    orders: toSum(orders),
    others: toSum(others),
    refunds: toSum([...refunds, ...surplus, ...surplusParts]),
  };
}
