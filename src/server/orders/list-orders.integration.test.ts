// GET /orders/{email}: the session decides whose orders are returned.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { orderOf, startPaymentSite } from '#support/payments/payment-site.ts';
import type { OrderPayload, PaymentSite, Shopper } from '#support/payments/payment-site.ts';
import { ORDERS_PER_PAGE, OrdersResponse } from '../../shop/payloads/orders.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await startPaymentSite();
  await site.standIn.setFaults({ on: 'webhook', action: 'drop' });
});
afterAll(() => site.close());

async function buy(shopper: Shopper, change: Partial<OrderPayload> = {}): Promise<string> {
  const placed = await shopper.call('POST', '/payments/orders', orderOf(shopper.email, change));
  const paid = await site.standIn.pay(placed.body.id);
  const verified = await shopper.call('POST', '/payments/verify', paid);
  expect(verified.status).toBe(200);
  return verified.body.orderId;
}

describeOnBothDatabases('GET /orders/{email}', (open) => {
  it(
    'returns the account’s orders, newest first, with the names of the specification',
    covers('entity-28', 'entity-29', 'entity-30', 'entity-35', 'entity-36', 'call-8', 'api-3'),
    async () => {
      // Later than the clock of the payment stand-in, which sets when payments begin.
      let now = Date.parse('2036-11-14T12:45:00.000Z');
      const shop = site.open(await open(), { clock: () => new Date((now += 1_000)) });
      const kavya = await shop.signUp('kavya@shopper.example');
      const single = await buy(kavya, { couponCode: 'WELCOME10' });
      const items = [
        { productId: '4', selectedVersion: 'kids', quantity: 2 },
        { productId: 6, quantity: 3 },
      ];
      const wishes = { giftNote: 'Dear Amma,\nhappy birthday!', neededBy: '2036-12-03' };
      const several = await buy(kavya, {
        delivery: { ...orderOf(kavya.email).delivery, ...wishes },
        items: items.map((each) => ({ ...each, productId: String(each.productId) })),
      });

      const { status, body } = await kavya.call('GET', '/orders/Kavya%40Shopper.example');
      expect(status).toBe(200);
      expect(v.parse(OrdersResponse, body)).toEqual(body);
      const delivery = {
        customerName: 'Kavya Raman',
        address: '12, South Mada Street\nMylapore, Chennai',
        landmark: 'Opposite the temple tank',
        state: 'Tamil Nadu',
        pincode: '600004',
        phoneNumber: '9876543210',
      };
      const common = { status: 'Paid', email: 'kavya@shopper.example', ...delivery };
      expect(body).toEqual([
        {
          ...common,
          ...wishes,
          _id: several,
          date: expect.stringMatching(/^2036-11-14T12:45:\d\d\.000Z$/),
          productId: '4',
          productName: 'Fivestar Garland, Sandal Garland',
          quantity: 5,
          amountPaid: 2168,
          products: [
            {
              id: '4',
              name: 'Fivestar Garland',
              price: 799,
              quantity: 2,
              selectedVersion: 'kids',
              versionName: 'Kids',
              chocolate: 'Fivestar',
            },
            { id: '6', name: 'Sandal Garland', price: 190, quantity: 3 },
          ],
          originalAmount: 2168,
          discountedAmount: 2168,
        },
        {
          ...common,
          _id: single,
          date: expect.stringMatching(/^2036-11-14T12:45:\d\d\.000Z$/),
          productId: '3',
          productName: 'Dairy Milk Garland',
          quantity: 1,
          amountPaid: 899.1,
          selectedVersion: 'adult',
          versionName: 'Adult',
          chocolate: 'Dairy Milk',
          products: [
            {
              id: '3',
              name: 'Dairy Milk Garland',
              price: 999,
              quantity: 1,
              selectedVersion: 'adult',
              versionName: 'Adult',
              chocolate: 'Dairy Milk',
            },
          ],
          couponApplied: 'WELCOME10',
          discountPercentage: 10,
          originalAmount: 999,
          discountedAmount: 899.1,
        },
      ]);
    },
  );

  it(
    'returns 401 to a signed-out visitor and 403 for any other address, and no orders of others',
    covers('role-13', 'api-3'),
    async () => {
      const shop = site.open(await open());
      const [kavya, mallory] = [await shop.signUp('kavya@shopper.example'), await shop.signUp()];
      await buy(kavya);
      const own = '/orders/kavya@shopper.example';
      expect(await mallory.call('GET', own)).toMatchObject({ status: 403 });
      expect(await kavya.call('GET', own, undefined, { cookie: '' })).toMatchObject({
        status: 401,
      });
      for (const path of ['/orders/%25', "/orders/'%20or%201=1--"]) {
        expect({ path, ...(await kavya.call('GET', path)) }).toMatchObject({ path, status: 403 });
      }
      expect(await kavya.call('GET', `${own}%00`)).toMatchObject({ status: 400 });
      expect((await mallory.call('GET', `/orders/${mallory.email}`)).body).toEqual([]);
      expect((await kavya.call('GET', own)).body).toHaveLength(1);
    },
  );

  it('returns a bounded number at a time, those before an order of the account', async () => {
    const { db, kind } = await open();
    const shop = site.open({ db, kind });
    const [kavya, mallory] = [await shop.signUp(), await shop.signUp()];
    const insert = async ({ email }: Shopper, at?: Date) => {
      const user = db.selectFrom('user').select(['id', 'email']).where('email', '=', email);
      const line = { productId: '6', quantity: 1 };
      return insertOrder(db, await user.executeTakeFirstOrThrow(), line, at);
    };
    const placed: string[] = [];
    for (let index = 0; index < ORDERS_PER_PAGE + 3; index++) {
      // Two orders at the same time each, also across the end of the page.
      const at = new Date(Date.UTC(2026, 10, 14, 12, Math.floor((index + 1) / 2)));
      const id = await insert(kavya, at);
      placed.push(`${at.toISOString()} ${id}`);
    }
    const foreign = await insert(mallory);

    const get = async (query: string) => {
      const { status, body } = await kavya.call('GET', `/orders/${kavya.email}${query}`);
      expect(status).toBe(200);
      return v
        .parse(OrdersResponse, body)
        .map(({ _id: id, date }) => ({ id, at: `${date} ${id}` }));
    };
    const newest = await get('');
    const earlier = await get(`?before=${newest.at(-1)!.id}`);
    expect([newest.length, earlier.length]).toEqual([ORDERS_PER_PAGE, 3]);
    expect([...newest, ...earlier].map(({ at }) => at)).toEqual(placed.toSorted().toReversed());
    expect(await get(`?before=${earlier.at(-1)!.id}`)).toEqual([]);
    expect(await get(`?before=${foreign}`)).toEqual([]);
    const long = `/orders/${kavya.email}?before=${'9'.repeat(65)}`;
    expect(await kavya.call('GET', long)).toMatchObject({ status: 400 });
  });

  it('does not return the orders of a deleted account to the next one with its address', async () => {
    const shop = site.open(await open());
    const email = `${randomUUID()}@shopper.example`;
    await buy(await shop.signUp(email));
    await shop.parts.db.deleteFrom('user').where('email', '=', email).execute();
    const next = await shop.signUp(email);
    expect((await next.call('GET', `/orders/${email}`)).body).toEqual([]);
  });
});
