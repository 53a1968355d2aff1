// What the browser reports or asks after paying: through the real app, against the payment stand-in.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { bothEmails } from '#support/payments/begin-attempt.ts';
import { paymentStage } from '#support/payments/payment-site.ts';
import type { Shopper } from '#support/payments/payment-site.ts';
import { moveAttempt } from './attempts.ts';
import type { PaymentProvider } from './provider.ts';

const site = paymentStage('drop');
const { begin } = site;

const verify = (shopper: Shopper, payload: object, headers = {}) =>
  shopper.call('POST', '/payments/verify', payload, headers);

onDatabase('POST /payments/verify', (open) => {
  it('returns the order, and again without the provider [call-12 api-13]', async () => {
    const { shop, kavya, pay, written } = await begin(await open());
    const paid = await pay();
    const first = await verify(kavya, paid);
    const body = { orderId: expect.stringMatching(/^MA-/) };
    expect(first).toMatchObject({ status: 200, body });
    expect(shop.kicks()).toBe(1);
    expect(shop.log('verify: settled')).toMatchObject([{ outcome: 'paid' }]);

    await site.standIn.setFaults({ on: 'http', action: 'error' });
    expect(await verify(kavya, paid)).toMatchObject({ status: 200, body: first.body });
    expect(await written()).toMatchObject({
      state: 'paid',
      orders: [{ id: first.body.orderId, amount: 99_900 }],
      mails: bothEmails,
    });
  });

  it('accepts the specification’s payload, ignoring its claims [entity-34]', async () => {
    const { kavya, pay } = await begin(await open());
    const claimed = { ...(await pay()), amountPaid: 1, quantity: 99, email: 'm@shopper.example' };
    expect((await verify(kavya, claimed)).status).toBe(200);
    const { body } = await kavya.call('GET', `/orders/${kavya.email}`);
    expect(body).toMatchObject([{ amountPaid: 999, quantity: 1, email: kavya.email }]);
  });

  it('refuses a forged signature, writes nothing and logs it', async () => {
    const { shop, kavya, pay, written } = await begin(await open());
    const paid = await pay();
    for (const change of [
      { razorpay_signature: 'f'.repeat(64) },
      { razorpay_payment_id: 'pay_of_somebody' },
    ]) {
      const body = { code: 'payment-signature' };
      expect(await verify(kavya, { ...paid, ...change })).toMatchObject({ status: 400, body });
    }
    for (const payload of [{}, { ...paid, razorpay_signature: '' }]) {
      expect((await verify(kavya, payload)).status).toBe(400);
    }
    expect(await written()).toMatchObject({ state: 'paying', orders: [], mails: [] });
    const warnings = shop.log().filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(2);
    expect(JSON.stringify(warnings)).not.toContain(paid.razorpay_signature);
  });

  it('returns 404 to other accounts, and requires a session [api-14]', async () => {
    const { shop, kavya, pay, written } = await begin(await open());
    const mallory = await shop.signUp();
    const paid = await pay();
    const theirs = await verify(mallory, paid);
    const nobodys = await verify(mallory, { ...paid, razorpay_order_id: 'order_unknown' });
    expect(theirs.status).toBe(404);
    expect(theirs.body.detail).toContain('does not belong to an order of your account');
    expect(theirs.body).toEqual(nobodys.body);
    const refused = 'verify: not a payment order of this account';
    expect(shop.log(refused)).toHaveLength(2);
    expect((await verify(kavya, paid, { cookie: '' })).status).toBe(401);
    expect((await written()).orders).toEqual([]);
    expect((await verify(kavya, paid)).status).toBe(200);
  });

  it.each([
    ['another payment', { id: 'pay_of_somebody' }],
    ['a payment of another order', { orderId: 'order_of_somebody' }],
  ])('returns 400 when the provider returns %s', async (_what, odd) => {
    const database = await open();
    const { provider } = site.open(database).parts;
    const fetchPayment: PaymentProvider['fetchPayment'] = async (id) => ({
      ...(await provider.fetchPayment(id)),
      ...odd,
    });
    const replace = { provider: { ...provider, fetchPayment } };
    const { shop, kavya, pay, written } = await begin(database, replace);
    const body = { detail: 'This payment belongs to another order.' };
    expect(await verify(kavya, await pay())).toMatchObject({ status: 400, body });
    expect(await written()).toMatchObject({ orders: [], mails: [] });
    expect(shop.log().filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('returns pending for a payment that is not captured, and accepts it once it is', async () => {
    const { kavya, pay, written } = await begin(await open());
    for (const outcome of ['authorized', 'pending', 'failure']) {
      const paid = await pay({ outcome });
      const pending = { status: 409, body: { code: 'payment-pending' } };
      expect(await verify(kavya, paid)).toMatchObject(pending);
      expect((await written()).orders).toEqual([]);
      if (outcome !== 'failure') continue;
      await site.standIn.settleLate(paid.razorpay_payment_id, 'success');
      expect((await verify(kavya, paid)).status).toBe(200);
    }
  });

  it('says not to pay again, once a payment does not fit', async () => {
    const { kavya, pay, written } = await begin(await open());
    const refused = await verify(kavya, await pay({ amount: 100 }));
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment-attention' } });
    expect(refused.body.detail).toContain('do not pay again');
    expect(await written()).toMatchObject({ state: 'needs_attention', orders: [] });
  });

  it('says not to pay again while the provider cannot be asked, which is soon asked again', async () => {
    const { shop, kavya, pay, written } = await begin(await open());
    const paid = await pay();
    const later = new Date(Date.now() + 86_400_000).toISOString();
    await shop.parts.db.updateTable('payment_attempt').set({ next_check_at: later }).execute();
    await site.standIn.setFaults({ on: 'http', action: 'error', times: 1 });
    const unsure = await verify(kavya, paid);
    expect(unsure).toMatchObject({ status: 503, body: { code: 'payment-unconfirmed' } });
    expect(unsure.body.detail).toMatch(/being confirmed.*do not pay again/);
    expect(unsure.headers.get('retry-after')).toBe('5');
    const { attempt, orders } = await written();
    expect(orders).toEqual([]);
    expect(new Date(attempt?.next_check_at ?? later) <= new Date()).toBe(true);
    expect((await verify(kavya, paid)).status).toBe(200);
  });
});

onDatabase('GET /payments/orders/{id}', (open) => {
  async function beginHere(replace = {}) {
    const begun = await begin(await open(), replace);
    const { kavya, id } = begun;
    const loadStatus = (by = kavya, headers = {}) =>
      by.call('GET', `/payments/orders/${id}`, undefined, headers);
    return { ...begun, loadStatus };
  }

  it('returns pending until the payment, and then records an order that was never verified', async () => {
    const { shop, kavya, pay, loadStatus } = await beginHere();
    expect(await loadStatus()).toMatchObject({ status: 200, body: { status: 'pending' } });
    await pay({ outcome: 'failure' });
    await pay({ outcome: 'authorized' });
    expect((await loadStatus()).body).toEqual({ status: 'pending' });

    await pay();
    const { body } = await loadStatus();
    expect(body).toEqual({ status: 'paid', orderId: expect.stringMatching(/^MA-/) });
    expect(shop.kicks()).toBeGreaterThan(0);
    const { body: orders } = await kavya.call('GET', `/orders/${kavya.email}`);
    expect(orders).toMatchObject([{ _id: body.orderId }]);

    await site.standIn.setFaults({ on: 'http', action: 'error' });
    expect((await loadStatus()).body).toEqual(body);
    expect(shop.log('status: the provider could not be asked')).toEqual([]);
  });

  it('returns attention for a payment that does not fit', async () => {
    const { shop, pay, loadStatus, written } = await beginHere();
    await pay({ amount: 100 });
    expect((await loadStatus()).body).toEqual({ status: 'attention' });
    await site.standIn.setFaults({ on: 'http', action: 'error', times: 1 });
    expect((await loadStatus()).body).toEqual({ status: 'attention' });
    // Also after its refund: this payment order becomes no order, whatever else is paid.
    const { attempt } = await written();
    await moveAttempt(shop.parts.db, attempt?.id ?? '', 'refunded', new Date());
    expect((await loadStatus()).body).toEqual({ status: 'attention' });
  });

  it('stays pending while the provider cannot be asked', async () => {
    const { shop, pay, loadStatus } = await beginHere();
    await pay();
    await site.standIn.setFaults({ on: 'http', action: 'error', times: 1 });
    expect(await loadStatus()).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect(shop.log('status: the provider could not be asked')).toMatchObject([{ level: 'warn' }]);
    expect((await loadStatus()).body).toMatchObject({ status: 'paid' });
  });

  it('limits how often an account can make it ask the provider', async () => {
    const rules = { account: [{ by: 'account', points: 3, seconds: 60 }] };
    const { loadStatus } = await beginHere({ rules });
    for (const status of [200, 200, 429]) expect((await loadStatus()).status).toBe(status);
  });

  it('returns 404 to another account and 401 to a signed-out visitor', async () => {
    const { shop, loadStatus } = await beginHere();
    const mallory = await shop.signUp();
    const theirs = await loadStatus(mallory);
    const nobodys = await mallory.call('GET', '/payments/orders/order_unknown');
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(nobodys.body);
    expect((await loadStatus(mallory, { cookie: '' })).status).toBe(401);
  });
});
