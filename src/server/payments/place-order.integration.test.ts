// Beginning a payment, and the repeats of it, through the real app against the payment stand-in.
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import { attemptsIn, orderOf, paymentStage } from '#support/payments/payment-site.ts';
import type { OrderPayload, Shopper } from '#support/payments/payment-site.ts';
import { newAct } from '#support/server/new-act.ts';
import { alwaysOpen } from '../../shop/availability.ts';
import type { Availability } from '../../shop/availability.ts';
import { addDays, dayInIndia, formatDay } from '../../shop/dates.ts';
import { setAvailability } from '../state/availability.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import { moveAttempt, scheduleCheck } from './attempts.ts';
import { createRazorpayClient } from './razorpay.ts';

const site = paymentStage('drop');

/** Opens a shop with a shopper. */
async function begin(database: OpenDatabase, replace = {}) {
  const shop = site.open(database, replace);
  return { shop, kavya: await shop.signUp() };
}

/** Places an order, under an idempotency key if one is given. */
const place = (by: Shopper, change: Partial<OrderPayload> = {}, key?: string) =>
  by.call('POST', '/payments/orders', orderOf(by.email, change), key ? keyed(key) : {});
const keyed = (key: string) => ({ 'idempotency-key': key });

onBoth('POST /payments/orders', (open) => {
  it('creates one attempt and order for repeats in two processes [api-12]', async () => {
    const database = await open();
    const [here, there] = [site.open(database), site.open(database)];
    const kavya = await here.signUp('kavya@shopper.example');
    const sameKavya = await there.signIn('kavya@shopper.example');
    const before = (await site.providerOrders()).length;
    const responses = await Promise.all(
      [kavya, sameKavya, kavya, sameKavya].map((each) => place(each, {}, 'one-tap')),
    );
    // Also later, and in any order of the members.
    const { delivery, items, totalAmount } = orderOf(kavya.email);
    const reordered = { delivery, items, totalAmount };
    responses.push(await kavya.call('POST', '/payments/orders', reordered, keyed('one-tap')));
    const [attempt, ...others] = await attemptsIn(here);
    expect(others).toEqual([]);
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`))).toEqual(
      new Set([`200 ${attempt?.provider_order_id}`]),
    );
    expect(await site.providerOrders()).toHaveLength(before + 1);
  });

  it('begins nothing if the account is deleted meanwhile', async () => {
    const database = await open();
    const { shop, kavya } = await begin(database);
    const response = await whileWaiting(
      database,
      (trx) => trx.deleteFrom('user').execute(),
      () => place(kavya),
    );
    expect(response).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } });
    expect(await attemptsIn(shop)).toEqual([]);
  });
});

onDatabase('POST /payments/orders', (open) => {
  it('stores an attempt and returns what the payment window needs [entity-32 call-11,29 constant-41 api-8]', async () => {
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
    // Without what the shop can look up: so its size has a limit.
    expect(attempt?.snapshot).not.toContain('picture');
    expect(JSON.parse(attempt?.snapshot ?? '')).toMatchObject({
      quote: { amount: 79_920, total: 99_900, coupon: { code: 'SPECIAL20', percent: 20 } },
      delivery: { customerName: 'Kavya Raman', pincode: '600004' },
    });
    const created = (await site.providerOrders()).find(({ id }) => id === body.id);
    expect(created).toMatchObject({ amount: 79_920, receipt: attempt?.receipt });
    expect(attempt?.receipt.length).toBeLessThanOrEqual(40);
  });
});

onDatabase('what is refused', (open) => {
  it('is no further attempt of an account: the 21st open one ends the oldest without a payment', async () => {
    let now = Date.parse('2026-11-14T12:45:00.000Z');
    const { shop, kavya } = await begin(await open(), { clock: () => new Date((now += 1)) });
    const { db } = shop.parts;
    const placeNext = async (key?: string) =>
      expect((await place(kavya, {}, key)).status).toBe(200);
    for (let more = 0; more < 20; more += 1) await placeNext(`open-${more}`);
    const begun = (await attemptsIn(shop)).map(({ id }) => id);
    const ended = async () =>
      (await attemptsIn(shop)).filter(({ state }) => state === 'expired').map(({ id }) => id);
    // One with a payment under way never makes room.
    await scheduleCheck(db, begun[1]!, new Date(now));
    // A repeat is not one more.
    await placeNext('open-0');
    expect(await ended()).toEqual([]);
    await placeNext();
    expect(await ended()).toEqual([begun[0]]);
    await placeNext();
    expect(await ended()).toEqual([begun[0], begun[2]]);
    for (const { id } of await attemptsIn(shop)) await scheduleCheck(db, id, new Date(now));
    await placeNext();
    expect(await ended()).toHaveLength(2);
  });

  it('requires a session and the account’s own e-mail [api-9]', async () => {
    const { shop, kavya } = await begin(await open());
    const order = orderOf(kavya.email);
    const stranger = await kavya.call('POST', '/payments/orders', order, { cookie: '' });
    expect(stranger.status).toBe(401);
    const other = await kavya.call('POST', '/payments/orders', orderOf('asha@shopper.example'));
    expect(other.status).toBe(403);
    expect(other.body.detail).toContain('the e-mail address of your own account');
    expect(other.headers.get('content-type')).toBe('application/problem+json');
    expect(await attemptsIn(shop)).toEqual([]);
  });

  it('refuses a total that is not its price, but for rounding [api-11]', async () => {
    const { shop, kavya } = await begin(await open());
    const before = await site.providerOrders();
    for (const totalAmount of [998.99, 999.01, 99_900, 0, -999, 1e300]) {
      const { status, body } = await place(kavya, { totalAmount });
      expect({ totalAmount, status, body }).toMatchObject({
        status: 409,
        body: { code: 'price-changed', amount: 99_900, totalAmount: 999 },
      });
      expect(body.detail).toContain('₹999.00');
    }
    expect(await attemptsIn(shop)).toEqual([]);
    expect(await site.providerOrders()).toEqual(before);
    // 1899 less 15 %, as a browser computes it: not 1614.15.
    const totalAmount = 1899 * 0.85;
    expect(totalAmount).not.toBe(1614.15);
    const items = [{ productId: 'COMBO_003', quantity: 1 }];
    const { body } = await place(kavya, { items, couponCode: 'SAVE15', totalAmount });
    expect(body.amount).toBe(161_415);
  });

  it('refuses what was tampered with, and ignores prices [api-10]', async () => {
    const { shop, kavya } = await begin(await open());
    const garland = { productId: '3', selectedVersion: 'adult', quantity: 1 };
    const withItem = (change: object) => ({ items: [{ ...garland, ...change }] });
    const { delivery } = orderOf(kavya.email);
    const tampered: [field: string, change: object][] = [
      // With a second line that makes the total right, so that only the quantity is at fault.
      [
        'items.1.quantity',
        { items: [garland, { productId: '2', quantity: -1 }], totalAmount: 200 },
      ],
      ['items.0.selectedVersion', withItem({ selectedVersion: 'constructor' })],
      ['items', withItem({ quantity: 501 })],
      ['couponCode', { couponCode: 'FREE100' }],
      ['delivery.pincode', { delivery: { ...delivery, pincode: '000004' } }],
    ];
    for (const [field, change] of tampered) {
      const { status, body } = await place(kavya, change);
      expect([status, body.errors?.[0]?.field, body.detail]).toEqual([
        400,
        field,
        body.errors?.[0]?.message,
      ]);
    }
    expect(await attemptsIn(shop)).toEqual([]);
    expect((await place(kavya, withItem({ price: 1, unit: 100 }))).body.amount).toBe(99_900);
  });

  it('refuses a needed-by date that has passed, but not in a repeat of an earlier request', async () => {
    let now = new Date('2026-11-22T18:29:00.000Z');
    const { shop, kavya } = await begin(await open(), { clock: () => now });
    const delivery = { ...orderOf(kavya.email).delivery, neededBy: '2026-11-22' };
    const placed = await place(kavya, { delivery }, 'before-midnight');
    expect(placed.status).toBe(200);

    now = new Date('2026-11-22T18:30:00.000Z');
    const message = 'This date has passed. Please choose a later one';
    expect(await place(kavya, { delivery }, 'after-midnight')).toMatchObject({
      status: 400,
      body: { detail: message, errors: [{ field: 'delivery.neededBy', message }] },
    });
    expect(await attemptsIn(shop)).toHaveLength(1);
    expect((await place(kavya, { delivery }, 'before-midnight')).body).toEqual(placed.body);
  });

  it('limits the guessing of coupon codes, but not the use of a valid one or of none', async () => {
    const rules = { coupon: [{ by: 'account', points: 3, seconds: 60 }] };
    const { kavya } = await begin(await open(), { rules });
    const send = async (couponCode: string, more = {}) =>
      (await place(kavya, { couponCode, ...more })).status;
    // A right code for what cannot be sold is no guess either.
    const items = [{ productId: 'unknown', quantity: 1 }];
    for (let use = 0; use < 4; use += 1) {
      expect(await send('SAVE15')).toBe(200);
      expect(await send('SAVE15', { items })).toBe(400);
    }
    for (let guess = 0; guess < 3; guess += 1) expect(await send(`GUESS${guess}`)).toBe(400);
    expect(await send('GUESS4')).toBe(429);
    expect(await send('SAVE15')).toBe(429);
    expect((await place(kavya)).status).toBe(200);
  });

  it('stores no more attempts a day than the limits allow, and refuses none', async () => {
    const ofNewcomers = { by: 'newcomer and network', points: 4, seconds: 60 } as const;
    const rules = { attempt: [{ by: 'account', points: 3, seconds: 60 } as const, ofNewcomers] };
    const shop = site.open(await open(), { rules });
    const { db } = shop.parts;
    const [mallory, kavya] = [await shop.signUp(), await shop.signUp()];
    const count = async (who: typeof kavya) =>
      (await attemptsIn(shop)).filter(({ email }) => email === who.email).length;
    const first = await place(mallory, {}, 'the-first');
    await scheduleCheck(db, (await attemptsIn(shop))[0]?.id ?? '', new Date());
    for (let more = 0; more < 5; more += 1) expect((await place(mallory)).status).toBe(200);
    expect(await count(mallory)).toBe(3);
    // One that a payment reached stays.
    expect((await place(mallory, {}, 'the-first')).body).toEqual(first.body);
    // The first of an account is stored, whatever others of its network did; of a confirmed one, as many as it may.
    for (const stored of [1, 1]) {
      expect((await place(kavya)).status).toBe(200);
      expect(await count(kavya)).toBe(stored);
    }
    await db
      .updateTable('user')
      .set({ emailVerified: sql<boolean>`true` })
      .execute();
    for (const stored of [2, 3, 3]) {
      expect((await place(kavya)).status).toBe(200);
      expect(await count(kavya)).toBe(stored);
    }
  });

  it('returns 502 when the provider refuses', async () => {
    const config = { ...site.standIn.config, keySecret: 'revoked' };
    const shop = site.open(await open(), { provider: createRazorpayClient(config) });
    const refused = await place(await shop.signUp());
    expect(refused).toMatchObject({ status: 502, body: { code: 'payment-refused' } });
    expect(JSON.stringify([refused.body, shop.log()])).not.toContain('revoked');
  });
});

onDatabase('POST /payments/orders, again', (open) => {
  const creating = { on: 'http', call: 'POST /v1/orders', times: 1 } as const;

  it('refuses another order under a used key, but accepts the key from another account', async () => {
    const shop = site.open(await open());
    const [kavya, asha] = [await shop.signUp(), await shop.signUp()];
    const first = await place(kavya, {}, 'k');
    const second = await place(kavya, { couponCode: 'LUCKY50' }, 'k');
    expect(second).toMatchObject({ status: 409, body: { code: 'idempotency-key-reused' } });
    expect(await attemptsIn(shop)).toHaveLength(1);
    const hers = await place(asha, {}, 'k');
    expect(hers.status).toBe(200);
    expect(hers.body.id).not.toBe(first.body.id);
  });

  it('finds the attempt of a repeat that began at the same moment', async () => {
    const { shop, kavya } = await begin(await open());
    const { attempt } = shop.parts.limits;
    const { promise: both, resolve: goOn } = Promise.withResolvers<void>();
    // Each comes so far before either has stored its attempt.
    const waiting = vi.spyOn(attempt, 'tryConsume').mockImplementation(async () => {
      if (waiting.mock.calls.length === 2) goOn();
      await both;
      return true;
    });
    const [first, second] = await Promise.all([1, 2].map(() => place(kavya, {}, 'k')));
    expect([first?.status, second?.body]).toEqual([200, first?.body]);
    expect(await attemptsIn(shop)).toHaveLength(1);
  });

  it('refuses an invalid key', async () => {
    const { shop, kavya } = await begin(await open());
    const send = async (key: string) =>
      (await kavya.call('POST', '/payments/orders', orderOf(kavya.email), keyed(key))).status;
    for (const key of ['', 'x'.repeat(201), 'two words', 'ஒன்று']) {
      const status = await send(Buffer.from(key).toString('latin1'));
      expect({ key, status }).toEqual({ key, status: 400 });
    }
    expect(await send('x'.repeat(200))).toBe(200);
    expect(await attemptsIn(shop)).toHaveLength(1);
  });

  it('refuses to repeat an attempt that has expired', async () => {
    const { shop, kavya } = await begin(await open());
    await place(kavya, {}, 'old');
    const [attempt] = await attemptsIn(shop);
    await moveAttempt(shop.parts.db, attempt?.id ?? '', 'expired', new Date());
    const { status, body } = await place(kavya, {}, 'old');
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'attempt-expired' });
    expect(body.detail).toContain('no money was taken');
    expect(await attemptsIn(shop)).toHaveLength(1);
  });

  it('says that no money was taken when the provider’s response is lost; a repeat succeeds', async () => {
    const { shop, kavya } = await begin(await open());
    await site.standIn.setFaults({ ...creating, action: 'drop', stage: 'after' });
    const failed = await place(kavya, {}, 'k');
    expect(failed).toMatchObject({ status: 503, body: { code: 'payment-unavailable' } });
    expect(failed.body.detail).toContain('no money was taken');
    expect(failed.headers.get('retry-after')).toBe('5');
    expect(shop.log('the provider gave no order to pay')).toHaveLength(1);
    expect(await attemptsIn(shop)).toMatchObject([{ state: 'created', provider_order_id: null }]);

    const repeated = await place(kavya, {}, 'k');
    expect(repeated.status).toBe(200);
    const [attempt, ...others] = await attemptsIn(shop);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ state: 'paying', provider_order_id: repeated.body.id });
    expect((await place(kavya, {}, 'k')).body).toEqual(repeated.body);
  });

  it('returns 503 to all waiting requests, in two processes, when the only request to the provider fails', async () => {
    const database = await open();
    const client = createRazorpayClient(site.standIn.config);
    const { promise: bothWait, resolve: pause } = Promise.withResolvers<void>();
    // Whichever asks gets no response before the other one waits for it.
    const createOrder: typeof client.createOrder = (order) =>
      bothWait.then(() => client.createOrder(order));
    const parts = { provider: { ...client, createOrder }, pause: async () => pause() };
    const [here, there] = [site.open(database, parts), site.open(database, parts)];
    const kavya = await here.signUp();
    const sameKavya = await there.signIn(kavya.email);
    const before = (await site.providerOrders()).length;
    await site.standIn.setFaults({ ...creating, action: 'error' });
    const responses = await Promise.all([kavya, sameKavya].map((each) => place(each, {}, 'k')));
    for (const { status, body } of responses) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'payment-unavailable' });
    }
    expect((await place(sameKavya, {}, 'k')).status).toBe(200);
    expect(await site.providerOrders()).toHaveLength(before + 1);
  });

  it('waits for the lease of a process that died while asking, and then asks itself', async () => {
    let now = Date.now();
    const pause = async (milliseconds: number) => (now += milliseconds);
    const { shop, kavya } = await begin(await open(), { clock: () => new Date(now), pause });
    await site.standIn.setFaults({ ...creating, action: 'drop' });
    expect((await place(kavya, {}, 'k')).status).toBe(503);
    const leasedFor = 5_500;
    const opening_until = new Date(now + leasedFor).toISOString();
    await shop.parts.db.updateTable('payment_attempt').set({ opening_until }).execute();
    expect((await place(kavya, {}, 'k')).body.id).toMatch(/^order_/);
    expect(new Date(now).toISOString()).toBe(opening_until);
    expect(await attemptsIn(shop)).toMatchObject([{ state: 'paying', opening_until: null }]);
  });
});

onDatabase('a shop that is closed, late or sold out', (open) => {
  const until = addDays(dayInIndia(new Date()), 30);

  async function beginHere() {
    const database = await open();
    const parts = { db: database.db, clock: () => new Date() };
    return {
      ...(await begin(database)),
      set: (state: Availability) => setAvailability(parts, state, newAct('availability')),
    };
  }

  it('takes no new order, and honours those that were begun before', async () => {
    const { shop, kavya, set } = await beginHere();
    const before = await place(kavya, {}, 'before');
    await set({ mode: 'closed', until, soldOut: {} });
    const refused = await place(kavya, {}, 'after');
    expect(refused).toMatchObject({ status: 409, body: { code: 'closed' } });
    expect(refused.body.detail).toContain(`Closed until ${formatDay(until)}. Nothing was charged`);
    expect((await place(kavya, {}, 'before')).body).toEqual(before.body);
    expect(await attemptsIn(shop)).toHaveLength(1);
    await set(alwaysOpen);
    expect(await place(kavya, {}, 'after')).toMatchObject({ status: 200 });
  });

  it('names what is sold out', async () => {
    const { kavya, set } = await beginHere();
    await set({ mode: 'open', soldOut: { '3': { backOn: until }, '6': { backOn: until } } });
    const items = ['3', '6'].map((productId) => ({ productId, quantity: 1 }));
    const refused = await place(kavya, { items });
    expect(refused).toMatchObject({ status: 409, body: { code: 'sold-out' } });
    const why = `Sold out · Back on ${formatDay(until)}.`;
    expect(refused.body.detail).toContain(`: ${why} Sandal Garland: ${why} Nothing was charged`);
  });

  it('keeps the day that a late shop has promised', async () => {
    const { shop, kavya, set } = await beginHere();
    await set({ mode: 'late', shipsFrom: until, soldOut: {} });
    await place(kavya);
    const [attempt] = await attemptsIn(shop);
    expect(JSON.parse(attempt?.snapshot ?? '')).toMatchObject({ shipsFrom: until });
  });
});
