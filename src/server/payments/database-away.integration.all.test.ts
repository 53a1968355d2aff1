// The payment requests while PostgreSQL is silent or down.
import { beforeAll, expect, it } from 'vitest';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { orderOf, paymentStage, webhookEvent } from '#support/payments/payment-site.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';

// The first caller waits until PostgreSQL runs: a hook has time for that, a test has not.
beforeAll(postgresUrl);

const site = paymentStage('drop');

// How soon depends on the limits in postgres.ts, which have their own test. Without them no response would come.
it('returns 503, asks a shopper who paid not to pay again, and recovers by itself', async () => {
  const { silence, cut, repair, ...database } = await openBehindProxy();
  const shop = site.open(database);
  const kavya = await shop.signUp();
  const place = () => kavya.call('POST', '/payments/orders', orderOf(kavya.email));
  for (const trouble of [silence, cut]) {
    const { id } = (await place()).body;
    const paid = await site.standIn.pay(id);
    trouble();
    const verify = () => kavya.call('POST', '/payments/verify', paid);
    const payment = { id: paid.razorpay_payment_id, order_id: id };
    const responses = await Promise.all([
      place(),
      kavya.call('GET', `/payments/orders/${id}`),
      kavya.call('GET', `/orders/${kavya.email}`),
      shop.deliver(webhookEvent('payment.captured', payment)),
    ]);
    const verified = await verify();
    for (const { status, headers } of [...responses, verified]) {
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '5' });
    }
    expect(verified.body).toMatchObject({
      code: 'payment-unconfirmed',
      detail: expect.stringContaining('Please do not pay again'),
    });
    repair();
    expect(await verify()).toMatchObject({ status: 200, body: { orderId: expect.any(String) } });
  }
});
