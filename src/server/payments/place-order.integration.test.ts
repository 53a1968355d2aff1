// Beginning a payment, through the real app, against the payment stand-in.
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { orderOf } from '#support/payments/payment-site.ts';
import type { Shopper } from '#support/payments/payment-site.ts';
import { attemptsIn, paymentStage } from '#support/payments/payment-stage.ts';
import { limitRules } from '../web/limit-rules.ts';
import { createLimits } from '../platform/http/limits.ts';
import { moveAttempt } from './attempts.ts';
import { createRazorpayClient } from './razorpay.ts';

const site = paymentStage('drop');

describeOnBothDatabases('POST /payments/orders', (open) => {
  it(
    'keeps an attempt and returns what the payment window needs',
    covers('entity-32', 'call-11', 'call-29', 'constant-41', 'api-8'),
    async () => {
      const shop = site.open(await open());
      const kavya = await shop.signUp('Kavya@Shopper.example');
      const order = orderOf('kavya@shopper.example', { couponCode: ' special20 ' });
      const { status, body } = await kavya.call('POST', '/payments/orders', order);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          id: expect.stringMatching(/^order_/),
          amount: 79_920,
          currency: 'INR',
          key: site.standIn.config.keyId,
          script: '/test-payments/checkout.js',
          name: 'Maalai',
        },
      });
      const [attempt] = await attemptsIn(shop);
      expect(attempt).toMatchObject({
        state: 'paying',
        email: 'kavya@shopper.example',
        amount: 79_920,
        currency: 'INR',
        provider_order_id: body.id,
      });
      expect(JSON.parse(attempt?.snapshot ?? '')).toMatchObject({
        quote: { amount: 79_920, total: 99_900, coupon: { code: 'SPECIAL20', percent: 20 } },
        delivery: { customerName: 'Kavya Raman', pincode: '600004' },
      });
      const asked = (await site.providerOrders()).find(({ id }) => id === body.id);
      expect(asked).toMatchObject({ amount: 79_920, receipt: attempt?.receipt });
      expect(attempt?.receipt.length).toBeLessThanOrEqual(40);
    },
  );

  it('returns 429 for one more while an account has 200 open', async () => {
    const shop = site.open(await open());
    const [kavya, asha] = [await shop.signUp(), await shop.signUp()];
    const place = (by: Shopper, key?: string) =>
      by.call('POST', '/payments/orders', orderOf(by.email), key ? { 'idempotency-key': key } : {});
    expect((await place(kavya, 'the-first')).status).toBe(200);
    const { db } = shop.parts;
    const begun = await db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();
    const others = Array.from({ length: 199 }, (_, index) => {
      const unlike = { id: `open-${index}`, receipt: `open-${index}`, idempotency_key: null };
      return { ...begun, ...unlike, provider_order_id: null };
    });
    await db.insertInto('payment_attempt').values(others).execute();
    const refused = await place(kavya);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-open-orders' } });
    expect(refused.headers.get('retry-after')).toBe('86400');
    expect(refused.body.detail).toMatch(/no money was taken.*contact us at/);
    expect(await attemptsIn(shop)).toHaveLength(200);
    // A repeat is not one more, and other accounts are not affected.
    expect((await place(kavya, 'the-first')).status).toBe(200);
    expect((await place(asha)).status).toBe(200);
    await moveAttempt(db, begun.id, 'paid', new Date());
    expect((await place(kavya)).status).toBe(200);
    expect((await place(kavya)).status).toBe(429);
  });

  it('requires a session and the account’s own e-mail', covers('api-9'), async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp('kavya@shopper.example');
    const order = orderOf('kavya@shopper.example');
    const stranger = await kavya.call('POST', '/payments/orders', order, { cookie: '' });
    expect(stranger.status).toBe(401);
    const other = await kavya.call('POST', '/payments/orders', orderOf('asha@shopper.example'));
    expect(other.status).toBe(403);
    expect(other.headers.get('content-type')).toBe('application/problem+json');
    expect(await attemptsIn(shop)).toEqual([]);
  });

  it(
    'refuses a total that is not its own price, returns the right amount and writes nothing',
    covers('api-11'),
    async () => {
      const shop = site.open(await open());
      const kavya = await shop.signUp('kavya@shopper.example');
      const before = await site.providerOrders();
      for (const totalAmount of [998.99, 999.01, 99_900, 1, 0, -999, 1e300]) {
        const order = orderOf('kavya@shopper.example', { totalAmount });
        const { status, body } = await kavya.call('POST', '/payments/orders', order);
        expect({ totalAmount, status, body }).toMatchObject({
          status: 409,
          body: { code: 'price-changed', amount: 99_900, totalAmount: 999 },
        });
        expect(body.detail).toContain('₹999.00');
      }
      expect(await attemptsIn(shop)).toEqual([]);
      expect(await site.providerOrders()).toEqual(before);
    },
  );

  it('refuses a needed-by date that has passed, but not in a repeat of an earlier request', async () => {
    let now = new Date('2026-11-22T18:29:00.000Z');
    const shop = site.open(await open(), { clock: () => now });
    const kavya = await shop.signUp();
    const delivery = { ...orderOf(kavya.email).delivery, neededBy: '2026-11-22' };
    const place = (key: string) =>
      kavya.call('POST', '/payments/orders', orderOf(kavya.email, { delivery }), {
        'idempotency-key': key,
      });
    const placed = await place('before-midnight');
    expect(placed.status).toBe(200);

    now = new Date('2026-11-22T18:30:00.000Z');
    const message = 'This date has passed. Please choose a later one';
    expect(await place('after-midnight')).toMatchObject({
      status: 400,
      body: { detail: message, errors: [{ field: 'delivery.neededBy', message }] },
    });
    expect(await attemptsIn(shop)).toHaveLength(1);
    expect((await place('before-midnight')).body).toEqual(placed.body);
  });

  it('accepts a total with the rounding error of a browser', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp('kavya@shopper.example');
    // 1899 less 15 %, as a browser computes it: not 1614.15.
    const totalAmount = 1899 * 0.85;
    expect(totalAmount).not.toBe(1614.15);
    const items = [{ productId: 'COMBO_003', quantity: 1 }];
    const order = orderOf('kavya@shopper.example', { items, couponCode: 'SAVE15', totalAmount });
    const { status, body } = await kavya.call('POST', '/payments/orders', order);
    expect({ status, amount: body.amount }).toEqual({ status: 200, amount: 161_415 });
  });

  it(
    'refuses a quantity that is not a whole number of at least 1, whatever the total',
    covers('api-10'),
    async () => {
      const shop = site.open(await open());
      const kavya = await shop.signUp();
      const garlands = { productId: '3', selectedVersion: 'adult', quantity: 2 };
      // Quantities, and what two garlands and so many crowns would cost: the total is right, so that only the
      // quantity is at fault.
      const tampered: [quantity: string, totalAmount: number][] = [
        ['-1', 1998 - 799],
        ['-2.5', 0.5],
        ['0', 1998],
        ['-0', 1998],
        ['0.5', 1998 + 399.5],
        ['1.5', 1998 + 1198.5],
        ['"1"', 1998 + 799],
        ['""', 1998],
        ['null', 1998],
        ['true', 1998 + 799],
        ['[1]', 1998 + 799],
        ['{}', 1998],
        ['1e300', 799e300],
        ['1e999', 1998],
        ['9007199254740991', 1998 + 799 * Number.MAX_SAFE_INTEGER],
        ['9007199254740992', 1998 + 799 * 2 ** 53],
      ];
      for (const [quantity, totalAmount] of tampered) {
        const items = [garlands, { productId: '2', quantity: 'TAMPERED' }];
        const order = JSON.stringify({ ...orderOf(kavya.email, { items }), totalAmount });
        const payload = order.replace('"TAMPERED"', quantity);
        const { status, body } = await kavya.call('POST', '/payments/orders', payload);
        expect({ quantity, status, errors: body.errors }).toEqual({
          quantity,
          status: 400,
          errors: [{ field: 'items.1.quantity', message: expect.any(String) }],
        });
      }
      const missing = orderOf(kavya.email, { items: [garlands, { productId: '2' }] });
      const { body } = await kavya.call('POST', '/payments/orders', {
        ...missing,
        totalAmount: 1998,
      });
      expect(body.errors).toMatchObject([{ field: 'items.1.quantity' }]);
      expect(await attemptsIn(shop)).toEqual([]);
    },
  );

  it('returns a short response for a payload with many errors', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    for (const count of [50, 20_000]) {
      const items = Array.from({ length: count }, () => ({}));
      const { status, body } = await kavya.call('POST', '/payments/orders', { items });
      expect(status).toBe(400);
      expect(JSON.stringify(body).length).toBeLessThan(4_000);
    }
  });

  it('refuses a request that was tampered with, and writes nothing', covers('api-10'), async () => {
    const shop = site.open(await open());
    const email = 'kavya@shopper.example';
    const kavya = await shop.signUp(email);
    const before = await site.providerOrders();
    const honest = orderOf(email);
    const [item] = honest.items as [Record<string, unknown>];
    const withItem = (change: object) => ({ ...honest, items: [{ ...item, ...change }] });
    const withDelivery = (change: object) => ({
      ...honest,
      delivery: { ...honest.delivery, ...change },
    });
    const raw = (from: string, to: string) => JSON.stringify(honest).replace(from, to);
    const tampered: Record<string, unknown> = {
      'quantity NaN': raw('"quantity":1', '"quantity":NaN'),
      'quantity that no provider would charge': orderOf(email, {
        items: [{ ...item, quantity: 501 }],
      }),
      'version of another kind': withItem({ selectedVersion: 'baby' }),
      'version missing': withItem({ selectedVersion: undefined }),
      'version as a member of all objects': withItem({ selectedVersion: 'constructor' }),
      'version where there is none': withItem({ productId: '6', selectedVersion: 'kids' }),
      'product unknown': withItem({ productId: '99' }),
      'product as a member of all objects': withItem({ productId: '__proto__' }),
      'product as object': withItem({ productId: { id: '3' } }),
      'chocolate unknown': withItem({ chocolate: 'Gold' }),
      'chocolate that leads to the contact page': withItem({ chocolate: 'Contact' }),
      'no items': { ...honest, items: [] },
      'items as object': { ...honest, items: { 0: item } },
      'too many items': { ...honest, items: Array.from({ length: 51 }, () => item) },
      'coupon unknown': { ...honest, couponCode: 'FREE100' },
      'coupon of another page': { ...honest, couponCode: 'GIFT25' },
      'coupon twice': { ...honest, couponCode: 'SAVE15,LUCKY50' },
      'coupon as list': { ...honest, couponCode: ['LUCKY50'] },
      'total as text': { ...honest, totalAmount: '999' },
      'total NaN': raw('"totalAmount":999', '"totalAmount":NaN'),
      'total 1e999': raw('"totalAmount":999', '"totalAmount":1e999'),
      'total missing': { ...honest, totalAmount: undefined },
      'total negative': { ...honest, totalAmount: -999 },
      'total of a price of its own': { ...withItem({ price: 1, unit: 100 }), totalAmount: 1 },
      'name blank': withDelivery({ customerName: ' ' }),
      'phone of nine digits': withDelivery({ phoneNumber: '987654321' }),
      'pincode that begins with 0': withDelivery({ pincode: '000004' }),
      'state made up': withDelivery({ state: 'Lanka' }),
      'address too long': withDelivery({ address: 'x'.repeat(501) }),
      'no delivery': { ...honest, delivery: undefined },
      'not an object': '[]',
      'not JSON': '{',
    };
    const taken: string[] = [];
    for (const [what, payload] of Object.entries(tampered)) {
      const { status, body } = await kavya.call('POST', '/payments/orders', payload);
      if (![400, 409].includes(status) || !body.detail) taken.push(`${what}: ${status}`);
    }
    expect(taken).toEqual([]);
    expect(await attemptsIn(shop)).toEqual([]);
    expect(await site.providerOrders()).toEqual(before);
    // Prices in a request are ignored: the server computes its own.
    const withPrice = withItem({ price: 1, total: 1, unit: 100 });
    const { body } = await kavya.call('POST', '/payments/orders', withPrice);
    expect(body.amount).toBe(99_900);
  });

  it('names the invalid field by its path', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp('kavya@shopper.example');
    const order = orderOf('kavya@shopper.example', { couponCode: 'FREE100' });
    const { body } = await kavya.call('POST', '/payments/orders', order);
    expect(body).toMatchObject({
      status: 400,
      detail: 'Invalid coupon code',
      errors: [{ field: 'couponCode', message: 'Invalid coupon code' }],
    });
  });

  it('returns 502 when the provider refuses', async () => {
    const config = { ...site.standIn.config, keySecret: 'revoked' };
    const shop = site.open(await open(), { provider: createRazorpayClient(config) });
    const kavya = await shop.signUp();
    const refused = await kavya.call('POST', '/payments/orders', orderOf(kavya.email));
    expect(refused).toMatchObject({ status: 502, body: { code: 'payment-refused' } });
    expect(JSON.stringify([refused.body, shop.log()])).not.toContain('revoked');
  });

  it('counts no guess of a coupon code when none was sent', async () => {
    const coupon = [{ by: 'account', points: 1, seconds: 60 }] as const;
    const shop = site.open(await open(), { limits: createLimits({ ...limitRules, coupon }) });
    const kavya = await shop.signUp();
    for (let times = 0; times < 3; times += 1) {
      const { status } = await kavya.call('POST', '/payments/orders', orderOf(kavya.email));
      expect(status).toBe(200);
    }
  });

  it('reports at the items that an amount is too high to be paid online', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const items = [{ productId: '3', selectedVersion: 'adult', quantity: 501 }];
    const order = orderOf(kavya.email, { items });
    const { status, body } = await kavya.call('POST', '/payments/orders', order);
    const message = expect.stringMatching(
      /^Our payment partner takes at most ₹5,00,000 in one payment/,
    );
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [{ field: 'items', message }],
    });
  });

  it('limits the guessing of coupon codes, but not the use of a valid one', async () => {
    const coupon = [{ by: 'account', points: 3, seconds: 60 }] as const;
    const shop = site.open(await open(), { limits: createLimits({ ...limitRules, coupon }) });
    const kavya = await shop.signUp();
    const send = async (couponCode: string) => {
      const order = orderOf(kavya.email, { couponCode });
      return (await kavya.call('POST', '/payments/orders', order)).status;
    };
    for (let use = 0; use < 5; use += 1) expect(await send('SAVE15')).toBe(200);
    for (let guess = 0; guess < 3; guess += 1) expect(await send(`GUESS${guess}`)).toBe(400);
    expect(await send('GUESS4')).toBe(429);
    expect(await send('SAVE15')).toBe(429);
  });
});
