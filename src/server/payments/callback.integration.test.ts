// The form with which the provider sends a browser back: through the real app, against the payment stand-in.
import { expect, it, onTestFinished, vi } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { bothEmails } from '#support/payments/begin-attempt.ts';
import { paymentStage } from '#support/payments/payment-site.ts';
import type { Shop } from '#support/payments/payment-site.ts';

const site = paymentStage('drop');
const { begin } = site;

/** Sends the form as a browser does: from the provider's page, without a session. Resolves to where it leads. */
async function comeBack({ app }: Shop, fields: object, headers: object = {}) {
  const response = await app.request('/payments/callback', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://api.razorpay.com',
      'sec-fetch-site': 'cross-site',
      ...headers,
    },
    body: new URLSearchParams({ ...fields }).toString(),
  });
  return [response.status, response.headers.get('location')];
}

const toForm = (how: string) => [303, `/deliveryform?payment=${how}`];
const CONFIRMING = [303, '/success?payment=made'];

onDatabase('POST /payments/callback', (open) => {
  it('settles the payment and leads to the order, again without the provider', async () => {
    const { shop, kavya, pay, written } = await begin(await open());
    const paid = await pay();
    const first = await comeBack(shop, paid);
    expect(first).toEqual([303, expect.stringMatching(/^\/success\?order=MA-\w{10}$/)]);
    expect(shop.kicks()).toBe(1);

    await site.standIn.setFaults({ on: 'http', action: 'error' });
    const again = await Promise.all([1, 2, 3].map(() => comeBack(shop, paid)));
    expect(again).toEqual([first, first, first]);
    const { orders, mails } = await written();
    expect(orders).toMatchObject([{ id: String(first[1]).split('=')[1], email: kavya.email }]);
    expect(mails).toEqual(bothEmails);
  });

  it('refuses what is not genuine, and writes nothing', async () => {
    const { shop, pay, written } = await begin(await open());
    const [paid, other] = [await pay(), await begin(await open())];
    const theirs = await other.pay();
    const forgeries = [
      { ...paid, razorpay_signature: 'f'.repeat(64) },
      { ...paid, razorpay_signature: theirs.razorpay_signature },
      { ...paid, razorpay_payment_id: theirs.razorpay_payment_id },
      { ...paid, razorpay_order_id: theirs.razorpay_order_id },
      { ...paid, razorpay_order_id: 'order_nobody' },
      { ...paid, razorpay_signature: '' },
      { razorpay_payment_id: paid.razorpay_payment_id },
      {},
    ];
    for (const form of forgeries) {
      expect([form, ...(await comeBack(shop, form))]).toEqual([form, ...toForm('refused')]);
    }
    expect(await written()).toMatchObject({ state: 'paying', orders: [], mails: [] });
    const warnings = shop.log().filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(forgeries.length);
    expect(JSON.stringify(warnings)).not.toContain(paid.razorpay_signature);
  });

  it('takes nothing from a failure: the order of a payment that was made stays as it is', async () => {
    const { shop, pay, written } = await begin(await open());
    const { razorpay_order_id: order_id, razorpay_payment_id: payment_id } = await pay();
    const failure = {
      'error[code]': 'BAD_REQUEST_ERROR',
      'error[description]': '<b>Payment failed</b>',
      'error[metadata]': JSON.stringify({ payment_id, order_id }),
    };
    const before = await written();
    expect(await comeBack(shop, failure)).toEqual(toForm('failed'));
    expect(await written()).toEqual(before);
  });

  it.each([
    ['is not captured yet', { outcome: 'authorized' }, 'paying'],
    ['is of another amount', { amount: 100 }, 'needs_attention'],
  ])('leads to /success, which asks again, if the payment %s', async (_what, how, state) => {
    const { shop, pay, written } = await begin(await open());
    expect(await comeBack(shop, await pay(how))).toEqual(CONFIRMING);
    expect(await written()).toMatchObject({ state, orders: [] });
  });

  it('leads there while the provider or the database is away, and settles the next form', async () => {
    const { shop, pay, written } = await begin(await open());
    const paid = await pay();
    await site.standIn.setFaults({ on: 'http', action: 'error', times: 1 });
    expect(await comeBack(shop, paid)).toEqual(CONFIRMING);
    expect((await written()).attempt).toMatchObject({ checks: 0 });
    const [, order] = await comeBack(shop, paid);
    expect(order).toContain('/success?order=');
    await shop.parts.db.destroy();
    expect(await comeBack(shop, paid)).toEqual(CONFIRMING);
    expect(shop.log('callback: not confirmed')).toMatchObject([{ level: 'warn' }, {}]);
  });

  it('is counted by no address: whatever strangers send, a genuine return is confirmed', async () => {
    const anonymous = [{ by: 'address', points: 2, seconds: 60 }] as const;
    const { shop, pay, written } = await begin(await open(), { rules: { anonymous } });
    const paid = await pay();
    const forged = { ...paid, razorpay_signature: 'f'.repeat(64) };
    // A minute ends at its own time.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    for (let i = 0; i < 400; i += 1) await comeBack(shop, forged);
    // Neither its lines nor the warnings about it push other lines out of the log.
    expect(shop.log('callback: wrong signature')).toHaveLength(300);
    expect((await comeBack(shop, paid))[1]).toContain('/success?order=');
    expect((await written()).orders).toHaveLength(1);
  });

  it('reads a small form only, and whoever opens the address sees the orders', async () => {
    const { shop, pay } = await begin(await open());
    const paid = await pay();
    expect(await comeBack(shop, { ...paid, more: 'x'.repeat(8_192) })).toEqual([413, null]);
    const json = { 'content-type': 'application/json' };
    expect(await comeBack(shop, paid, json)).toEqual([415, null]);
    const opened = await shop.app.request('/payments/callback');
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/your-orders']);
    // Every other write still has to come from the shop.
    const headers = { origin: 'https://api.razorpay.com' };
    const verified = await shop.app.request('/payments/verify', { method: 'POST', headers });
    expect(verified.status).toBe(403);
  });
});
