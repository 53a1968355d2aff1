// The state of a payment for a browser that lost it: through the real app and the payment stand-in.
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { orderOf } from '#support/payments/payment-site.ts';
import { paymentStage } from '#support/payments/payment-stage.ts';
import { limitRules } from '../web/limit-rules.ts';
import { createLimits } from '../platform/http/limits.ts';
import { moveAttempt } from './attempts.ts';
import { createRazorpayClient } from './razorpay.ts';

/** A busy machine delivers late. */
const patiently = { timeout: 10_000 };

const site = paymentStage('drop');

describeOnBothDatabases('GET /payments/orders/{id}', (open) => {
  async function begin(replace = {}) {
    const shop = site.open(await open(), replace);
    const kavya = await shop.signUp();
    const { body } = await kavya.call('POST', '/payments/orders', orderOf(kavya.email));
    const ask = () => kavya.call('GET', `/payments/orders/${body.id}`);
    return { shop, kavya, id: body.id as string, ask };
  }

  it('returns pending until the payment, and then records an order that was never verified', async () => {
    const { shop, kavya, id, ask } = await begin();
    expect(await ask()).toMatchObject({ status: 200, body: { status: 'pending' } });
    await site.standIn.pay(id, { outcome: 'failure' });
    await site.standIn.pay(id, { outcome: 'authorized' });
    expect((await ask()).body).toEqual({ status: 'pending' });

    await site.standIn.pay(id);
    const responses = await Promise.all(Array.from({ length: 5 }, ask));
    const body = responses[0]?.body;
    expect(body).toEqual({ status: 'paid', orderId: expect.stringMatching(/^MA-/) });
    for (const response of responses) expect(response.body).toEqual(body);
    expect(shop.kicks()).toBeGreaterThan(0);
    const { body: orders } = await kavya.call('GET', `/orders/${kavya.email}`);
    expect(orders).toMatchObject([{ _id: body.orderId }]);

    await site.standIn.setFaults({ on: 'http', action: 'error' });
    expect((await ask()).body).toEqual(body);
  });

  it('settles both of two captured payments: one order, one flag', async () => {
    const { shop, id, ask } = await begin();
    await site.standIn.setFaults({ on: 'payment', action: 'capture-twice', times: 1 });
    await site.standIn.pay(id);
    expect((await ask()).body).toMatchObject({ status: 'paid' });
    const mails = await shop.parts.db.selectFrom('mail').select('kind').orderBy('kind').execute();
    expect(mails.map(({ kind }) => kind)).toEqual([
      'order-notice',
      'order-receipt',
      'payment-attention',
    ]);
  });

  it('records a refund that came before the shop heard of the payment', async () => {
    const { shop, id, ask } = await begin();
    const { razorpay_payment_id: paymentId } = await site.standIn.pay(id);
    const refund = { amount: 99_900, idempotencyKey: 'dashboard' };
    await createRazorpayClient(site.standIn.config).refundPayment(paymentId, refund);
    expect((await ask()).body).toEqual({ status: 'pending' });
    const mails = await shop.parts.db.selectFrom('mail').select('kind').execute();
    expect(mails).toEqual([{ kind: 'payment-refund' }]);
  });

  it('returns attention for a payment that does not fit', async () => {
    const { shop, id: orderId, ask } = await begin();
    await site.standIn.pay(orderId, { amount: 100 });
    expect((await ask()).body).toEqual({ status: 'attention' });
    await site.standIn.setFaults({ on: 'http', action: 'error', times: 1 });
    expect((await ask()).body).toEqual({ status: 'attention' });
    // Also after its refund: this payment order becomes no order, whatever else is paid.
    const { db } = shop.parts;
    const { id } = await db.selectFrom('payment_attempt').select('id').executeTakeFirstOrThrow();
    await moveAttempt(db, id, 'refunded', new Date());
    expect((await ask()).body).toEqual({ status: 'attention' });
  });

  it('stays pending while the provider cannot be asked', async () => {
    const limits = { connect: 2_000, whole: 3_000 };
    const provider = createRazorpayClient({ ...site.standIn.config, limits });
    const { id, ask } = await begin({ provider });
    await site.standIn.pay(id);
    await site.standIn.setFaults({ on: 'http', action: 'hang', times: 1 });
    expect(await ask()).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect((await ask()).body).toMatchObject({ status: 'paid' });
  });

  it('limits how often an account can make it ask the provider', async () => {
    const payment = [{ by: 'account', points: 3, seconds: 60 }] as const;
    const { id, ask } = await begin({ limits: createLimits({ ...limitRules, payment }) });
    await ask();
    await ask();
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // What the shop itself knows is returned in any case.
    await site.standIn.clearFaults();
    await site.standIn.pay(id);
    await expect.poll(async () => (await ask()).status, patiently).toBe(200);
    expect((await ask()).body).toMatchObject({ status: 'paid' });
  });

  it('returns 404 to another account and 401 to a signed-out visitor', async () => {
    const { shop, id } = await begin();
    const mallory = await shop.signUp();
    const theirs = await mallory.call('GET', `/payments/orders/${id}`);
    const nobodys = await mallory.call('GET', '/payments/orders/order_unknown');
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(nobodys.body);
    const signedOut = await mallory.call('GET', `/payments/orders/${id}`, undefined, {
      cookie: '',
    });
    expect(signedOut.status).toBe(401);
  });
});
