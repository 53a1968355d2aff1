// The one box that finds an order.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { findOrders, FOUND_PER_PAGE } from './find-orders.ts';

const start = Date.parse('2026-11-14T20:45:00.000Z');

/** Places orders of these people, a minute between two. Resolves to the ids. */
async function placeOrders(db: Database, ...people: { name: string; email: string }[]) {
  const ids: string[] = [];
  for (const [i, person] of people.entries()) {
    const at = new Date(start + i * 60_000);
    const account = { id: 'a-user', ...person };
    ids.push(await insertOrder(db, account, { productId: '6', quantity: 1 }, at));
  }
  return ids;
}

const kavya = { name: 'Kavya Raman', email: 'kavya@shopper.example' };
const priya = { name: 'Priya D’Souza', email: 'priya@shopper.example' };

onBoth('findOrders', (open, kind) => {
  it('reads in the order of an index', async () => {
    const database = await open();
    const [id = ''] = await placeOrders(database.db, kavya, priya);
    const { db, queries } = watch(database.db);
    for (const text of ['', kavya.email, '9876543210', id, 'Kavya', 'pay_1']) {
      await findOrders(db, text);
      await findOrders(db, text, id);
    }
    const plans = await database.db.connection().execute(async (connection) => {
      // PostgreSQL would otherwise read a small table whole.
      if (kind === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
      const explained = [...queries.values()].map((query) =>
        explain({ db: connection, kind }, query),
      );
      return Promise.all(explained);
    });
    expect(plans.length).toBeGreaterThanOrEqual(9);
    for (const plan of plans)
      expect(plan).not.toMatch(/Seq Scan|SCAN (?!\w+ USING)|TEMP B-TREE FOR ORDER BY/);
    // PostgreSQL may read a table of two rows by its order instead.
    const byPhone = plans.filter((plan) => plan.includes('shop_order_phone'));
    expect(byPhone.length).toBeGreaterThanOrEqual(kind === 'sqlite' ? 2 : 1);
  });
});

onDatabase('findOrders', (open) => {
  it('finds an order by its number, telephone number, e-mail and name, newest first', async () => {
    const { db } = await open();
    const ashu = { name: 'Asha "Ashu" Rao', email: 'asha@shopper.example' };
    const [four = '', one = '', two = '', three = ''] = await placeOrders(
      db,
      ashu,
      kavya,
      priya,
      kavya,
    );
    await db.updateTable('shop_order').set({ phone: '9000000001' }).where('id', '=', two).execute();
    const find = async (text: string) => (await findOrders(db, text)).orderIds;
    expect(await find('')).toEqual([three, two, one, four]);
    const parts = [two, two.slice(3), two.toLowerCase(), ` ${two.slice(3, 9)} `, two.slice(-5)];
    for (const [texts, ids] of [
      [[...parts, '90000 00001', 'd’souza'], [two]],
      [
        ['9876543210', '+91 98765 43210', '098765-43210'],
        [three, one, four],
      ],
      [
        ['Kavya@Shopper.example ', 'kavya r'],
        [three, one],
      ],
      [['@shopper.example'], [three, two, one, four]],
      [['"ASHU" r'], [four]],
      [['Nobody', '%', '_', 'x'.repeat(10_000), 'MA-', "'; --", '-', 'pay_', '60'], []],
    ] as const) {
      for (const text of texts) expect([text, await find(text)]).toEqual([text, ids]);
    }
  });

  it('finds an order by any of its numbers and words, however they are written', async () => {
    const { db } = await open();
    const rene = { name: 'Rene\u0301e D’Souza', email: 'rene.d@shopper.example' };
    const pinky = { name: 'Pinky Kapoor', email: 'pinky@shopper.example' };
    const [one = '', two = '', three = ''] = await placeOrders(db, kavya, rene, pinky);
    const read = await db
      .selectFrom('shop_order')
      .selectAll()
      .where('id', '=', two)
      .executeTakeFirstOrThrow();
    const sent = { order_id: two, type: 'sent', at: read.placed_at, courier: 'DTDC' } as const;
    await db
      .insertInto('order_event')
      .values({ ...sent, key: 'sent', tracking_number: 'EM 4521-8890' })
      .execute();
    const { attempt_id } = read;
    const payment = { payment_id: 'pay_twice', attempt_id, amount: 1, currency: 'INR' };
    const flag = { reason: 'Twice', state: 'flagged', flagged_at: read.placed_at } as const;
    await db
      .insertInto('surplus_payment')
      .values({ ...payment, ...flag })
      .execute();
    const changed = { phone: '9000012789', snapshot: read.snapshot.replace('600004', '682001') };
    await db.updateTable('shop_order').set(changed).where('id', '=', two).execute();
    const id = two.slice(3);
    const numbers = [`#${two}`, `MA ${id}`, `ma${id}`, `# ma - ${id.slice(0, 6)}`];
    const parcels = ['em45218890', 'EM 4521 8890', '45218890', '4521-8890', '8890'];
    const payments = [read.provider_payment_id, 'pay_twice'];
    const contacts = ['12789', '+91 90000 12', 'rene.d', 'RENE.D@shop'];
    const names = ['d‘souza  ren\u00e9', 'Souza 682001', "ＲＥＮÉ d'souza", '682001', '682 001'];
    const plain = ['renee', 'souza, Rene.', 'd\u00b4souza', 'renee;682001'];
    const copied = [`Order ${two}.`, `https://desk.example/orders/${two}/sent`, 'EM 4521-8890.'];
    const links = ['<rene.d@shopper.example>', 'mailto:rene.d@shopper.example', 'tel:9000012789'];
    const digits = [
      '६८२ ००१',
      '६८२००१',
      '６８２００１',
      '٦٨٢٠٠١',
      'ＥＭ ４５２１',
      '९००००१२७८९',
      '＋９１ ९०००० १२',
    ];
    const labels = [
      'PIN 682001',
      'pin code: 682 001',
      'Pincode-682001',
      'ＰＩＮ ६८२००१',
      'Souza, PIN 682001',
    ];
    const known = [
      'Souza 682 001',
      'souza +91 90000 12789',
      'Phone 90000 12789',
      'Tel. no. 12789',
      'AWB: 4521',
    ];
    const all = [numbers, parcels, payments, contacts, names, plain, copied, links].flat();
    all.push(...digits, ...labels, ...known, `ＭＡ－${id}`);
    for (const text of all) {
      expect([text, (await findOrders(db, text)).orderIds]).toEqual([text, [two]]);
    }
    for (const text of ['souza 600004', '6820', 'pay_other', ',', '<>']) {
      expect([text, (await findOrders(db, text)).orderIds]).toEqual([text, []]);
    }
    expect((await findOrders(db, 'shopper example')).orderIds).toEqual([three, two, one]);
    expect((await findOrders(db, 'PIN 600004')).orderIds).toEqual([three, one]);
    expect((await findOrders(db, 'pin')).orderIds).toEqual([three]);
  });

  it('finds an order by a number that was heard or read: no number has an I, L or O', async () => {
    const { db } = await open();
    await placeOrders(db, kavya);
    const id = 'MA-W10XYZ01QR';
    await db.updateTable('shop_order').set({ id }).execute();
    for (const text of ['MA-WIOXYZOLQR', 'maw1oxy', 'wlo xyz', 'zoiqr']) {
      expect([text, (await findOrders(db, text)).orderIds]).toEqual([text, [id]]);
    }
  });

  it('pages through all that match, and through bounded parts of the others', async () => {
    const { db } = await open();
    const people = Array.from({ length: FOUND_PER_PAGE + 2 }, () => kavya);
    const [first = '', ...others] = await placeOrders(db, priya, ...people);
    for (const text of ['', 'kavya', kavya.email]) {
      const page = await findOrders(db, text);
      const rest = await findOrders(db, text, page.before);
      const all = [...page.orderIds, ...rest.orderIds];
      expect(page.orderIds).toHaveLength(FOUND_PER_PAGE);
      expect(rest.before).toBeUndefined();
      expect(all).toEqual([...others.toReversed(), ...(text === '' ? [first] : [])]);
    }
    expect(await findOrders(db, '', 'MA-unknown')).toEqual(await findOrders(db, ''));
  });

  it('reads no other order once the whole number is known', async () => {
    const { db: given } = await open();
    const [id = ''] = await placeOrders(given, kavya, priya);
    const { db, queries } = watch(given);
    expect(await findOrders(db, id)).toEqual({ orderIds: [id], before: undefined });
    expect(queries.size).toBe(1);
  });
});
