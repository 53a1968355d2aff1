// What the browser reports after paying: through the real app, against the payment stand-in.
import { expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { orderOf } from '#support/payments/payment-site.ts';
import type { Shop, Shopper } from '#support/payments/payment-site.ts';
import { paymentStage } from '#support/payments/payment-stage.ts';
import { createRazorpayClient, windowSignature } from './razorpay.ts';

/** A busy machine delivers late. */
const patiently = { timeout: 10_000 };

const site = paymentStage('hold');

const verify = (shopper: Shopper, payload: object) =>
  shopper.call('POST', '/payments/verify', payload);

async function placeOrder(shopper: Shopper): Promise<string> {
  const placed = await shopper.call('POST', '/payments/orders', orderOf(shopper.email));
  expect(placed.status).toBe(200);
  return placed.body.id;
}

async function written({ parts: { db } }: Shop) {
  const [attempts, orders, mails] = await Promise.all([
    db.selectFrom('payment_attempt').select(['state', 'provider_order_id']).execute(),
    db.selectFrom('shop_order').selectAll().execute(),
    db.selectFrom('mail').select('dedupe_key').orderBy('dedupe_key').execute(),
  ]);
  return { attempts, orders, mails: mails.map(({ dedupe_key }) => dedupe_key) };
}

describeOnBothDatabases('POST /payments/verify', (open) => {
  it(
    'returns the recorded order, and the same again without asking the provider',
    covers('call-12', 'api-13'),
    async () => {
      const shop = site.open(await open());
      const kavya = await shop.signUp();
      const paid = await site.standIn.pay(await placeOrder(kavya));
      const first = await verify(kavya, paid);
      expect(first).toMatchObject({
        status: 200,
        body: { orderId: expect.stringMatching(/^MA-/) },
      });
      expect(shop.kicks()).toBe(1);

      await site.standIn.setFaults({ on: 'http', action: 'error' });
      const again = await verify(kavya, paid);
      expect(again).toMatchObject({ status: 200, body: first.body });
      const { orders, mails } = await written(shop);
      expect(orders).toMatchObject([{ id: first.body.orderId, amount: 99_900 }]);
      expect(mails).toHaveLength(2);
    },
  );

  it('accepts the specification’s payload, ignoring its claims', covers('entity-34'), async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const paid = await site.standIn.pay(await placeOrder(kavya));
    const claimed = { ...paid, amountPaid: 1, quantity: 99, email: 'mallory@shopper.example' };
    expect((await verify(kavya, claimed)).status).toBe(200);
    const { body } = await kavya.call('GET', `/orders/${kavya.email}`);
    expect(body).toMatchObject([{ amountPaid: 999, quantity: 1, email: kavya.email }]);
  });

  it('records one order and one e-mail to each side for ten verifications at once and the webhooks', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const paid = await site.standIn.pay(await placeOrder(kavya));
    const calls = Array.from({ length: 10 }, () => verify(kavya, paid));
    const [responses] = await Promise.all([Promise.all(calls), site.standIn.releaseWebhooks()]);
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.orderId}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
    const notDelivered = async () =>
      (await site.standIn.ledger()).webhooks.filter(
        (each) => each.order_id === paid.razorpay_order_id && each.state !== 'delivered',
      );
    await expect.poll(notDelivered, patiently).toEqual([]);

    const { attempts, orders, mails } = await written(shop);
    const orderId = responses[0]?.body.orderId;
    expect(attempts).toMatchObject([{ state: 'paid' }]);
    expect(orders).toMatchObject([{ id: orderId }]);
    expect(mails).toEqual([`order:${orderId}:notice`, `order:${orderId}:receipt`]);
  });

  it('refuses forged, cut and swapped signatures, writes nothing and logs it', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const [one, other] = [await placeOrder(kavya), await placeOrder(kavya)];
    const [paid, paidOther] = [await site.standIn.pay(one), await site.standIn.pay(other)];
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = paid;
    const forged: Record<string, object> = {
      forged: { ...paid, razorpay_signature: 'f'.repeat(64) },
      cut: { ...paid, razorpay_signature: razorpay_signature.slice(0, 63) },
      'in capitals': { ...paid, razorpay_signature: razorpay_signature.toUpperCase() },
      'of the other payment': { ...paid, razorpay_signature: paidOther.razorpay_signature },
      'for another payment': { ...paid, razorpay_payment_id: paidOther.razorpay_payment_id },
      'for another order': { ...paid, razorpay_order_id: other },
      'with the parts swapped': {
        ...paid,
        razorpay_signature: windowSignature(
          razorpay_payment_id,
          razorpay_order_id,
          site.standIn.config.keySecret,
        ),
      },
      'with the public key': {
        ...paid,
        razorpay_signature: windowSignature(
          razorpay_order_id,
          razorpay_payment_id,
          site.standIn.config.keyId,
        ),
      },
    };
    for (const [what, payload] of Object.entries(forged)) {
      const { status, body } = await verify(kavya, payload);
      expect({ what, status, body }).toMatchObject({
        status: 400,
        body: { code: 'payment-signature' },
      });
    }
    for (const payload of [
      {},
      { ...paid, razorpay_signature: '' },
      { ...paid, razorpay_payment_id: 7 },
    ]) {
      expect((await verify(kavya, payload)).status).toBe(400);
    }
    const { attempts, orders, mails } = await written(shop);
    expect({ orders, mails }).toEqual({ orders: [], mails: [] });
    expect(attempts.map(({ state }) => state)).toEqual(['paying', 'paying']);
    const warnings = shop.log().filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(Object.keys(forged).length);
    expect(JSON.stringify(warnings)).not.toContain(razorpay_signature);
  });

  it(
    'returns 404 for another account’s payment order, and requires a session',
    covers('api-14'),
    async () => {
      const shop = site.open(await open());
      const [kavya, mallory] = [await shop.signUp(), await shop.signUp()];
      const paid = await site.standIn.pay(await placeOrder(kavya));
      const theirs = await verify(mallory, paid);
      const nobodys = await verify(mallory, { ...paid, razorpay_order_id: 'order_unknown' });
      expect(theirs.status).toBe(404);
      expect(theirs.body).toEqual(nobodys.body);
      const signedOut = await kavya.call('POST', '/payments/verify', paid, { cookie: '' });
      expect(signedOut.status).toBe(401);
      expect((await written(shop)).orders).toEqual([]);
      expect((await verify(kavya, paid)).status).toBe(200);
    },
  );

  it.each([
    ['another payment', { id: 'pay_of_somebody' }],
    ['a payment of another order', { orderId: 'order_of_somebody' }],
  ])('returns 400 when the provider returns %s', async (_what, odd) => {
    const { provider } = site.open(await open()).parts;
    const shop = site.open(await open(), {
      provider: {
        ...provider,
        fetchPayment: async (id) => ({ ...(await provider.fetchPayment(id)), ...odd }),
      },
    });
    const kavya = await shop.signUp();
    const paid = await site.standIn.pay(await placeOrder(kavya));
    const { status, body } = await verify(kavya, paid);
    expect({ status, detail: body.detail }).toEqual({
      status: 400,
      detail: 'This payment belongs to another order.',
    });
    expect(await written(shop)).toMatchObject({ orders: [], mails: [] });
    expect(shop.log().filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('returns pending for a payment that is not captured, and accepts a captured one', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const orderId = await placeOrder(kavya);
    for (const outcome of ['authorized', 'pending', 'failure']) {
      const paid = await site.standIn.pay(orderId, { outcome });
      const { status, body } = await verify(kavya, paid);
      expect({ outcome, status, body }).toMatchObject({
        status: 409,
        body: { code: 'payment-pending' },
      });
    }
    expect((await written(shop)).orders).toEqual([]);
    expect((await verify(kavya, await site.standIn.pay(orderId))).status).toBe(200);
    expect((await written(shop)).attempts).toMatchObject([{ state: 'paid' }]);
  });

  it('accepts a payment that failed first and was captured late', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const failed = await site.standIn.pay(await placeOrder(kavya), { outcome: 'failure' });
    expect((await verify(kavya, failed)).status).toBe(409);
    await site.standIn.settleLate(failed.razorpay_payment_id, 'success');
    expect((await verify(kavya, failed)).status).toBe(200);
  });

  it('makes no order from a payment of another amount, and notifies the shop once', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    await site.standIn.setFaults({ on: 'payment', action: 'wrong-amount', amount: 100, times: 1 });
    const paid = await site.standIn.pay(await placeOrder(kavya));
    for (let call = 0; call < 3; call += 1) {
      const { status, body } = await verify(kavya, paid);
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'payment-attention' });
      expect(body.detail).toContain('do not pay again');
    }
    const { attempts, orders, mails } = await written(shop);
    expect(orders).toEqual([]);
    expect(attempts).toMatchObject([{ state: 'needs_attention' }]);
    expect(mails).toEqual([`payment:${paid.razorpay_payment_id}:attention`]);
  });

  it('flags the second of two payments captured for one order', async () => {
    const shop = site.open(await open());
    const kavya = await shop.signUp();
    const orderId = await placeOrder(kavya);
    const first = await verify(kavya, await site.standIn.pay(orderId));
    const twice = await site.standIn.pay(orderId, { again: true });
    const second = await verify(kavya, twice);
    expect(second).toMatchObject({ status: 200, body: first.body });
    const { orders, mails } = await written(shop);
    expect(orders).toHaveLength(1);
    expect(mails).toContain(`payment:${twice.razorpay_payment_id}:attention`);
    expect(mails).toHaveLength(3);
  });

  it('says not to pay again when the provider cannot be asked, and a repeat finds the payment', async () => {
    const limits = { connect: 2_000, whole: 3_000 };
    const provider = createRazorpayClient({ ...site.standIn.config, limits });
    const shop = site.open(await open(), { provider });
    const kavya = await shop.signUp();
    const paid = await site.standIn.pay(await placeOrder(kavya));
    await site.standIn.setFaults({ on: 'http', action: 'hang', times: 1 });
    const unsure = await verify(kavya, paid);
    expect(unsure).toMatchObject({ status: 503, body: { code: 'payment-unconfirmed' } });
    expect(unsure.body.detail).toMatch(/being confirmed.*do not pay again/);
    expect(unsure.headers.get('retry-after')).toBe('5');
    expect((await written(shop)).orders).toEqual([]);
    expect((await verify(kavya, paid)).status).toBe(200);
  });
});
