// The shop's API while PostgreSQL is silent or down.
import { beforeAll, expect, it } from 'vitest';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { orderOf, paymentStage, webhookEvent } from '#support/payments/payment-site.ts';
import { another, asha, ashasProfile } from '#support/server/account-site.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { insertAccount } from '#support/server/insert-session.ts';
import { createLimits } from './platform/http/limits.ts';
import { limitRules } from './web/limit-rules.ts';

// The first caller waits until PostgreSQL runs: a hook has time for that, a test has not.
beforeAll(postgresUrl);

const site = paymentStage('drop');

// How soon depends on the limits in postgres.ts, which have their own test. Without them no response would come.
it('returns 503, asks a shopper who paid not to pay again, and recovers by itself', async () => {
  const { silence, cut, repair, ...database } = await openBehindProxy();
  const password = [{ by: 'account and network', points: 2, seconds: 60 }] as const;
  const limits = createLimits({ ...limitRules, password });
  const shop = site.open(database, { limits });
  await insertAccount(shop.parts.auth, asha);
  const { call } = await shop.signIn(asha.email);
  const writes = {
    '/payments/orders': orderOf(asha.email),
    '/api/auth/revoke-sessions': {},
    '/api/auth/sign-out': {},
    '/api/auth/verify-email': { token: 'x' },
    '/api/auth/sign-in/email': asha,
    '/api/auth/sign-up/email': { ...asha, email: 'new@example.com' },
    '/api/users/register': ashasProfile,
    '/api/auth/request-password-reset': { email: asha.email },
    '/api/auth/reset-password': { token: 'x', newPassword: another },
  };
  for (const trouble of [silence, cut]) {
    const { id } = (await call('POST', '/payments/orders', orderOf(asha.email))).body;
    const paid = await site.standIn.pay(id);
    const verify = () => call('POST', '/payments/verify', paid);
    const payment = { id: paid.razorpay_payment_id, order_id: id };
    const reads = [`/payments/orders/${id}`, `/orders/${asha.email}`];
    trouble();
    const responses = await Promise.all([
      ...[...reads, '/api/auth/get-session', '/api/auth/list-sessions'].map((path) =>
        call('GET', path),
      ),
      ...Object.entries(writes).map(([path, payload]) => call('POST', path, payload)),
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
    // A password that could not be checked does not count as a wrong one.
    expect((await call('POST', '/api/auth/sign-in/email', asha)).status).toBe(200);
  }
});
