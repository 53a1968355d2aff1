// What shoppers read of their own orders: the session decides whose.
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { asha, ashasProfile, bala, openAccountSite } from '#support/server/account-site.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { readSnapshot, withoutPerson } from '../../shop/order.ts';
import { ORDERS_PER_PAGE, OrdersResponse } from '../../shop/payloads/placed-orders.ts';
import { DeliveryResponse } from '../../shop/payloads/payments.ts';
import type { OpenDatabase } from '../platform/database/open.ts';

const OWN = `/orders/${asha.email}`;
const DELIVERY = '/api/users/delivery';
const line = { productId: '6', quantity: 1 };

/** Signs Asha in. `read` reads one of the two routes. */
async function visit(database: Pick<OpenDatabase, 'db' | 'kind'>) {
  const site = await openAccountSite(database, { accounts: [asha, bala] });
  const here = await site.signedIn();
  const read = async (path: string) => {
    const { status, body, headers } = await here.get(path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(v.parse(path === DELIVERY ? DeliveryResponse : OrdersResponse, body)).toEqual(body);
    return body;
  };
  const [id = '', balasId = ''] = site.ids;
  const own = { id, email: asha.email };
  const insert = insertOrder.bind(undefined, database.db);
  return { ...site, here, read, insert, own, balas: { id: balasId, email: bala.email } };
}

onBoth('GET /orders/{email}', (open) => {
  it('returns a bounded number at a time, those before an order of the account', async () => {
    const { here, read, insert, own, balas } = await visit(await open());
    const placed: string[] = [];
    for (let index = 0; index < ORDERS_PER_PAGE + 3; index++) {
      // Two orders at the same time each, also across the end of the page.
      const at = new Date(Date.UTC(2026, 10, 14, 12, Math.floor((index + 1) / 2)));
      placed.push(`${at.toISOString()} ${await insert(own, line, at)}`);
    }
    const foreign = await insert(balas, line);
    const page = async (query: string) => {
      const orders = v.parse(OrdersResponse, await read(`${OWN}${query}`));
      return orders.map(({ _id: id, date }) => ({ id, at: `${date} ${id}` }));
    };
    const newest = await page('');
    const earlier = await page(`?before=${newest.at(-1)!.id}`);
    expect([newest.length, earlier.length]).toEqual([ORDERS_PER_PAGE, 3]);
    expect([...newest, ...earlier].map(({ at }) => at)).toEqual(placed.toSorted().toReversed());
    expect(await page(`?before=${earlier.at(-1)!.id}`)).toEqual([]);
    expect(await page(`?before=${foreign}`)).toEqual([]);
    expect((await here.get(`${OWN}?before=${'9'.repeat(65)}`)).status).toBe(400);
  });
});

onDatabase('GET /orders/{email}', (open) => {
  it('returns the account’s orders, newest first, with the names of the specification [entity-28..30,35,36 call-8 api-3]', async () => {
    const { read, insert, own } = await visit(await open());
    const [first, second] = ['2026-11-14T12:45:01.000Z', '2026-11-14T12:45:02.000Z'];
    const garland = { productId: '3', selectedVersion: 'adult', quantity: 1 } as const;
    const single = await insert(own, garland, new Date(first), { coupon: 'WELCOME10' });
    const kids = { productId: '4', selectedVersion: 'kids', quantity: 2 } as const;
    const wishes = { giftNote: 'Dear Amma,\nhappy birthday!', neededBy: '2026-12-03' };
    const lines = [{ productId: '6', quantity: 3 }];
    const several = await insert(own, kids, new Date(second), { lines, wishes });

    const common = {
      status: 'Paid',
      email: asha.email,
      customerName: 'Kavya Raman',
      address: '14, North Mada Street, Mylapore, Chennai',
      landmark: 'Near the temple tank',
      state: 'Tamil Nadu',
      pincode: '600004',
      phoneNumber: '9876543210',
    };
    const [fivestar, milk] = [
      { selectedVersion: 'kids', versionName: 'Kids', chocolate: 'Fivestar' },
      { selectedVersion: 'adult', versionName: 'Adult', chocolate: 'Dairy Milk' },
    ];
    expect(await read('/orders/Asha%40Example.com')).toEqual([
      {
        ...common,
        ...wishes,
        _id: several,
        date: second,
        productId: '4',
        productName: 'Fivestar Garland, Sandal Garland',
        quantity: 5,
        amountPaid: 2168,
        products: [
          { id: '4', name: 'Fivestar Garland', price: 799, quantity: 2, ...fivestar },
          { id: '6', name: 'Sandal Garland', price: 190, quantity: 3 },
        ],
        originalAmount: 2168,
        discountedAmount: 2168,
      },
      {
        ...common,
        ...milk,
        _id: single,
        date: first,
        productId: '3',
        productName: 'Dairy Milk Garland',
        quantity: 1,
        amountPaid: 899.1,
        products: [{ id: '3', name: 'Dairy Milk Garland', price: 999, quantity: 1, ...milk }],
        couponApplied: 'WELCOME10',
        discountPercentage: 10,
        originalAmount: 999,
        discountedAmount: 899.1,
      },
    ]);
  });

  it('returns 401 to a signed-out visitor and 403 for any other address, and no orders of others [role-13 api-3]', async () => {
    const { here, newVisitor, insert, own, balas, read } = await visit(await open());
    const id = await insert(own, line);
    await insert(balas, line);
    await insert({ ...own, id: 'an earlier account' }, line);
    expect((await newVisitor().get(OWN)).status).toBe(401);
    for (const path of [`/orders/${bala.email}`, '/orders/%25', "/orders/'%20or%201=1--"]) {
      expect({ path, ...(await here.get(path)) }).toMatchObject({ path, status: 403 });
    }
    expect((await here.get(`${OWN}%00`)).status).toBe(400);
    expect(await read(OWN)).toMatchObject([{ _id: id }]);
  });
});

onDatabase('GET /api/users/delivery', (open) => {
  it('returns the data of the sign-up, without empty fields and without the date of birth', async () => {
    const { here, read } = await visit(await open());
    expect(await read(DELIVERY)).toEqual({});
    await here.register({ ...ashasProfile, landmark: '', state: '' });
    const { name: customerName, phoneNumber, pincode, address } = ashasProfile;
    expect(await read(DELIVERY)).toEqual({ customerName, phoneNumber, pincode, address });
  });

  it('returns the recipient and address of the last order, once there is one', async () => {
    const { here, read, own, insert } = await visit(await open());
    await here.register(ashasProfile);
    for (const [name, year] of Object.entries({ Kavya: 2024, Meera: 2025, Devi: 2023 })) {
      await insert({ ...own, name }, line, new Date(Date.UTC(year)));
    }
    expect(await read(DELIVERY)).toEqual({
      customerName: 'Meera',
      phoneNumber: '9876543210',
      landmark: 'Near the temple tank',
      state: 'Tamil Nadu',
      pincode: '600004',
      address: '14, North Mada Street, Mylapore, Chennai',
    });
  });

  it('returns nothing of another or an earlier account, nor of an erased person', async () => {
    const { db, read, own, balas, insert } = await visit(await open());
    await insert(balas, line);
    await insert({ ...own, id: 'an earlier account' }, line);
    expect(await read(DELIVERY)).toEqual({});
    const id = await insert(own, line);
    const order = db.selectFrom('shop_order').select('snapshot').where('id', '=', id);
    const { snapshot } = await order.executeTakeFirstOrThrow();
    const books = withoutPerson(readSnapshot(snapshot));
    await db.updateTable('shop_order').set({ snapshot: books }).where('id', '=', id).execute();
    expect(await read(DELIVERY)).toEqual({});
  });

  // PostgreSQL's plans depend on the number of rows; what it knows of them, on when it last counted.
  it('reads one order through the index, however many there are', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    const { read, balas, insert } = await visit({ ...database, db });
    for (let order = 0; order < 300; order++) await insert(balas, line);
    await sql`analyze`.execute(database.db);
    queries.clear();
    await read(DELIVERY);
    // Of the session one row is read, whichever way.
    const own = [...queries.values()].filter(({ sql: text }) => !text.includes('"session"'));
    const plans = await Promise.all(own.map((query) => explain(database, query)));
    expect(plans.join('\n')).toContain('shop_order_email');
    expect(plans.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
