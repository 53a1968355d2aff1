// The list of open orders and the full record of one.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { newAct } from '#support/server/new-act.ts';
import { dispatch, sellOrder } from '#support/server/sell-order.ts';
import { placedOrdersTable, refundsTable, sumPeriod } from '../../desk/more/tables.ts';
import { readOrderStory } from '../../desk/orders/read-order.ts';
import { receiveDispute } from '../payments/disputes.ts';
import { recordPartialRefund, recordRefund } from '../payments/record-refund.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import { listOpenOrders } from './open-orders.ts';
import type { OpenOrder } from './open-orders.ts';
import { sendOrder } from './send-order.ts';

const on = (day: number) => new Date(Date.parse('2026-11-14T12:45:00.000Z') + day * 86_400_000);
/** Sends an order on a day. */
const send = (db: Database, id: string, day: number) =>
  sendOrder({ db, clock: () => on(day) }, id, dispatch, newAct('send', id));
const asha = { id: 'asha', email: 'asha@example.com' };
const line = { productId: '6', quantity: 1 };
const silent = { error: () => undefined } as never;

type Queries = ReturnType<typeof watch>['queries'];

/** Resolves to the plans of the queries, on PostgreSQL without these ways, which it prefers for a small table. */
const explainAll = ({ db, kind }: OpenDatabase, queries: Queries, ...without: string[]) =>
  db.connection().execute(async (connection) => {
    for (const way of kind === 'postgres' ? without : []) {
      await sql.raw(`set enable_${way} = off`).execute(connection);
    }
    return Promise.all(
      Array.from(queries.values(), (query) => explain({ db: connection, kind }, query)),
    );
  });

onBoth('listOpenOrders', (open) => {
  it('reads only the rows that it returns, however many orders there are', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    for (let day = 0; day < 30; day += 1) {
      const { id } = await sellOrder(database.db, on(day));
      if (day > 2) await send(database.db, id, day);
    }
    const [first] = await listOpenOrders(db, { limit: 1 });
    await listOpenOrders(db, { limit: 1, after: first });
    await readOrderStory(db, first!.id, on(1));
    const plans = await explainAll(database, queries, 'seqscan');
    expect(plans.length).toBeGreaterThanOrEqual(8);
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan|SCAN (?!shop_order USING INDEX shop_order_open)/);
    }
    expect(plans.filter((plan) => plan.includes('shop_order_open'))).toHaveLength(2);
  });
});

onDatabase('listOpenOrders', (open) => {
  it('lists orders that are neither sent nor refunded in full, by promised day, page by page', async () => {
    const { db } = await open();
    const bought = [];
    for (const day of [2, 0, 1, 0, 3, 1]) bought.push(await sellOrder(db, on(day)));
    const [third, , second, , , gone] = bought;
    await third!.refundPart('rfnd_1', 10_050);
    await send(db, second!.id, 4);
    await gone!.refund();

    const pages: OpenOrder[][] = [];
    let after: OpenOrder | undefined;
    do {
      const page = await listOpenOrders(db, { limit: 3, after });
      pages.push(page);
      after = page.at(-1);
    } while (after !== undefined);
    expect(pages.map((page) => page.length)).toEqual([3, 1, 0]);
    expect(pages.flat().map(({ sendBy, refunded }) => [sendBy, refunded])).toEqual([
      ['2026-11-18', 0],
      ['2026-11-18', 0],
      ['2026-11-20', 10_050],
      ['2026-11-21', 0],
    ]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(4);
    expect(pages[1]?.[0]).toMatchObject({
      id: bought[4]!.id,
      placedAt: on(3).toISOString(),
      amount: 99_900,
      quote: { productName: 'Dairy Milk Garland' },
      delivery: { customerName: 'Kavya Raman' },
    });
  });
});

onBoth('the tables and sums of a period', (open, kind) => {
  it('are read in the order of an index, and sums of orders from it alone', async () => {
    const database = await open();
    const { refundPart } = await sellOrder(database.db, on(0));
    await refundPart('rfnd_1', 10_050);
    const { db, queries } = watch(database.db);
    const period = { from: '2026-11-01', until: '2026-11-30' };
    const refunds = { count: 1, amount: 10_050 };
    const sums = { orders: { count: 1, amount: 99_900 }, others: { count: 0, amount: 0 }, refunds };
    expect(await sumPeriod(db, period)).toEqual(sums);
    for (const table of [placedOrdersTable(db, period), refundsTable(db, period)]) {
      expect((await table.next()).value?.split('\r\n')).toHaveLength(3);
      for await (const more of table) expect(more).toBe('');
    }
    // PostgreSQL chooses between indexes by the number of rows, and by what it knows of their pages.
    for (let order = 0; order < 300; order++) await insertOrder(database.db, asha, line, on(-90));
    if (kind === 'postgres') await sql`vacuum analyze`.execute(database.db);
    const plans = await explainAll(database, queries, 'seqscan', 'bitmapscan', 'sort');
    expect(plans).toHaveLength(10);
    expect(plans[0]).toMatch(/(COVERING INDEX|Index Only Scan using) shop_order_newest/);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|Sort|SCAN|TEMP B-TREE/);
  });
});

onDatabase('the tables and sums of a period', (open) => {
  it('have each part of a payment that became no order on its own day in India', async () => {
    const { db } = await open();
    const { pay, payment } = await sellOrder(db, on(0));
    const surplus = { ...payment, id: 'pay_again' };
    await pay(surplus.id);
    const refund = (refundId: string, amount: number, time: string) => {
      const clock = () => new Date(time);
      return amount === surplus.amount
        ? recordRefund(db, clock, { ...surplus, refundId })
        : recordPartialRefund(db, clock, { id: refundId, amount }, surplus);
    };
    const read = async (month: string) => {
      const period = { from: `${month}-01`, until: `${month}-30` };
      let table = '';
      for await (const part of refundsTable(db, period)) table += part;
      const [, ...rows] = table.split('\r\n').filter(Boolean);
      return { rows, ...(await sumPeriod(db, period)).refunds };
    };
    await refund('rfnd_1', 25_050, '2026-11-30T18:29:59.999Z');
    await refund('rfnd_2', 10_000, '2026-11-30T18:30:00.000Z');
    await refund('rfnd_all', surplus.amount, '2026-12-05T09:00:00.000Z');
    expect(await read('2026-11')).toEqual({
      rows: ['"2026-11-30","","250.50","pay_again","rfnd_1"'],
      count: 1,
      amount: 25_050,
    });
    expect(await read('2026-12')).toEqual({
      rows: [
        '"2026-12-05","","648.50","pay_again","rfnd_all"',
        '"2026-12-01","","100.00","pay_again","rfnd_2"',
      ],
      count: 2,
      amount: 74_850,
    });
  });
});

onDatabase('readOrderStory', (open) => {
  it('returns the payment, the later events and the state of each e-mail', async () => {
    const { db } = await open();
    const { id, payment, pay, refundPart } = await sellOrder(db, on(0));
    await pay('pay_again');
    await refundPart('rfnd_1', 10_050);
    await send(db, id, 2);
    const money = { amount: 99_900, currency: 'INR', state: 'open' as const };
    const dispute = { id: 'disp_1', paymentId: payment.id, ...money };
    const event = { kind: 'payment.dispute.created', dispute, payment };
    await receiveDispute({ db, clock: () => on(3), mailer: { kick: () => 0 } }, event, silent);
    await sellOrder(db, on(4));

    const story = await readOrderStory(db, id, on(4));
    expect(story).toMatchObject({
      order: { id, amount: 99_900, send_by: null, provider_payment_id: payment.id },
      attempted: expect.any(String),
      surplus: [{ payment_id: 'pay_again', state: 'flagged' }],
      quote: { productName: 'Dairy Milk Garland' },
    });
    expect(story?.events.map(({ type }) => type)).toEqual(['refunded', 'sent']);
    expect(story?.mails.map(({ dedupe_key }) => dedupe_key).toSorted()).toEqual([
      'dispute:disp_1:payment.dispute.created',
      `order:${id}:notice`,
      `order:${id}:receipt`,
      `order:${id}:sent`,
      'payment:pay_again:attention',
      'refund:rfnd_1:part',
    ]);
    expect(Object.keys(story?.mails[0] ?? {})).not.toContain('payload');
    expect(await readOrderStory(db, 'MA-0000000000', on(0))).toBeUndefined();
  });
});
