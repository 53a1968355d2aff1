// Orders and refunds as tables for a spreadsheet (RFC 4180), with rupees and days in India. However many there are, a page of
// rows is in memory at a time.
import { stringify } from 'csv-stringify/sync';
import { addDays, dayInIndia } from '../../shop/dates.ts';
import { toRupees } from '../../shop/money.ts';
import { readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import type { QuoteLine } from '../../shop/price.ts';
import type { Database } from '../platform/database/schema.ts';
import { listOpenOrders } from './open-orders.ts';
import type { OpenOrder } from './open-orders.ts';

type Columns<Row> = readonly (readonly [name: string, cell: (row: Row) => string | number])[];

const PAGE = 200;

interface Ordered extends OrderSnapshot {
  id: string;
  placedAt: string;
  email: string;
  /** Paise. */
  amount: number;
}

const common: Columns<Ordered> = [
  ['Order ID', ({ id }) => id],
  ['Ordered on', ({ placedAt }) => dayInIndia(new Date(placedAt))],
  ['Items', ({ quote }) => quote.lines.map(lineText).join('\n')],
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
  at: string;
  /** '' for a payment that became no order. */
  orderId: string;
  paymentId: string;
  refundId: string;
  /** Paise. */
  amount: number;
}

const refundColumns: Columns<GivenBack> = [
  ['Refunded on', ({ at }) => dayInIndia(new Date(at))],
  ['Order ID', ({ orderId }) => orderId],
  ['Amount', ({ amount }) => inRupees(amount)],
  ['Payment ID', ({ paymentId }) => paymentId],
  ['Refund ID', ({ refundId }) => refundId],
];

const inRupees = (paise: number) => toRupees(paise).toFixed(2);

/** Returns a line in words: '2 × Dairy Milk Garland, Kids, Dairy Milk'. */
export function lineText({ quantity, name, versionName, chocolate }: QuoteLine): string {
  return [`${quantity} × ${name}`, versionName, chocolate].filter(Boolean).join(', ');
}

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
    // An address may contain line breaks.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

/** Returns the table of these open orders. */
export const ordersCsv = (orders: readonly OpenOrder[]): string => toCsv(openColumns, orders, true);

/** Two days in India, both included: '2026-11-01'. */
export interface Period {
  from: string;
  until: string;
}

/** Returns the times from the first day's midnight to that after the last. */
export function toTimes({ from, until }: Period): { start: string; end: string } {
  const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`).toISOString();
  return { start: midnight(from), end: midnight(addDays(until, 1)) };
}

/** Yields the table of all open orders, by the promised day. */
export async function* openOrdersTable(db: Database): AsyncGenerator<string> {
  let after: OpenOrder | undefined;
  do {
    const page: OpenOrder[] = await listOpenOrders(db, { limit: PAGE, after });
    if (after === undefined || page.length > 0) {
      yield toCsv(openColumns, page, after === undefined);
    }
    after = page.length === PAGE ? page.at(-1) : undefined;
  } while (after !== undefined);
}

/** Yields the table of the orders that were placed in a period, oldest first. */
export async function* placedOrdersTable(db: Database, period: Period): AsyncGenerator<string> {
  const { start, end } = toTimes(period);
  let [placedAt, id] = [start, ''];
  for (let isFirst = true; ; isFirst = false) {
    const page = await db
      .selectFrom('shop_order')
      .select(['id', 'placed_at', 'email', 'amount', 'snapshot', 'provider_payment_id'])
      .where('placed_at', '<', end)
      .where((eb) => eb(eb.refTuple('placed_at', 'id'), '>', eb.tuple(placedAt, id)))
      .orderBy('placed_at')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const rows = page.map((row) => ({
      ...readSnapshot(row.snapshot),
      id: row.id,
      placedAt: row.placed_at,
      email: row.email,
      amount: row.amount,
      paymentId: row.provider_payment_id,
    }));
    yield toCsv(periodColumns, rows, isFirst);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    [placedAt, id] = [last.placed_at, last.id];
  }
}

/** Yields the table of what was refunded in a period: of orders, then of payments that became no order. */
export async function* refundsTable(db: Database, period: Period): AsyncGenerator<string> {
  const { start, end } = toTimes(period);
  let [at, key] = [start, ''];
  for (let isFirst = true; ; isFirst = false) {
    const page = await db
      .selectFrom('order_event')
      .innerJoin('shop_order', 'shop_order.id', 'order_event.order_id')
      .select(['order_event.at', 'order_event.key', 'order_event.amount', 'refund_id', 'order_id'])
      .select('shop_order.provider_payment_id')
      .where('type', '=', 'refunded')
      .where('at', '<', end)
      .where((eb) => eb(eb.refTuple('at', 'key'), '>', eb.tuple(at, key)))
      .orderBy('at')
      .orderBy('key')
      .limit(PAGE)
      .execute();
    const rows = page.map((row) => ({
      at: row.at,
      orderId: row.order_id,
      paymentId: row.provider_payment_id,
      refundId: row.refund_id ?? '',
      amount: row.amount ?? 0,
    }));
    yield toCsv(refundColumns, rows, isFirst);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    [at, key] = [last.at, last.key];
  }
  [at, key] = [start, ''];
  for (;;) {
    const page = await db
      .selectFrom('surplus_payment')
      .select(['payment_id', 'amount', 'refund_id', 'refunded_at'])
      .where('state', '=', 'refunded')
      .where('refunded_at', '<', end)
      .where((eb) => eb(eb.refTuple('refunded_at', 'payment_id'), '>', eb.tuple(at, key)))
      .orderBy('refunded_at')
      .orderBy('payment_id')
      .limit(PAGE)
      .execute();
    const rows = page.map((row) => ({
      at: row.refunded_at ?? '',
      orderId: '',
      paymentId: row.payment_id,
      refundId: row.refund_id ?? '',
      amount: row.amount,
    }));
    yield toCsv(refundColumns, rows, false);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    [at, key] = [last.refunded_at ?? '', last.payment_id];
  }
}

interface Sum {
  count: number;
  /** Paise. */
  amount: number;
}

/** Resolves to how many orders were placed and refunds made in a period, and their sums. */
export async function sumPeriod(
  db: Database,
  period: Period,
): Promise<{ orders: Sum; refunds: Sum }> {
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
  const refunds = await db
    .selectFrom('order_event')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('amount').as('amount')])
    .where('type', '=', 'refunded')
    .where('at', '>=', start)
    .where('at', '<', end)
    .execute();
  const surplus = await db
    .selectFrom('surplus_payment')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('amount').as('amount')])
    .where('state', '=', 'refunded')
    .where('refunded_at', '>=', start)
    .where('refunded_at', '<', end)
    .execute();
  return { orders: toSum(orders), refunds: toSum([...refunds, ...surplus]) };
}
