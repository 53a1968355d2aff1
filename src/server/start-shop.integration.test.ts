// Every route that writes, and every read of an account, names its limits here, and by whom it is counted.
import { expect, it } from 'vitest';
import { describeOnSqlite } from '#support/databases/databases.ts';
import { insertAccount, insertSession, SESSION_SECRET } from '#support/server/insert-session.ts';
import { createAuth } from './accounts/auth.ts';
import { createLimits } from './platform/http/limits.ts';
import type { Limit } from './platform/http/limits.ts';
import { createLog } from './platform/log.ts';
import { createPseudonym } from './platform/secrets.ts';
import { createPictureStore } from './reviews/pictures/picture-store.ts';
import { visitorKey } from './reviews/votes.ts';
import { createApp } from './start-shop.ts';
import { limitRules } from './web/limit-rules.ts';

const email = 'asha@example.com';
const password = 'mango-lassi-42';
const wrong = { email, password: 'papaya-lassi-42' };

/** A request of each route that gets as far as its limits; the limits it met, signed out and then signed in. */
const routes: Readonly<Record<string, [body: unknown, signedOut: string, signedIn: string]>> = {
  'POST /api/auth/sign-in/email': [wrong, 'fastSignIn signIn', 'fastSignIn signIn'],
  // Never refused.
  'POST /api/auth/sign-out': [{}, '', ''],
  'POST /api/auth/send-verification-email': [{}, '', 'account confirmation'],
  'POST /api/auth/verify-email': [{ token: 'x' }, 'invalidLink', 'invalidLink'],
  'POST /api/auth/revoke-session': [{ id: 'x', password: 'x' }, '', 'account ownPassword'],
  'POST /api/auth/revoke-sessions': [{}, '', 'account'],
  'POST /api/auth/update-user': [{ name: 'Asha' }, '', 'account'],
  'POST /api/auth/request-password-reset': [
    { email },
    'linkRequest passwordReset',
    'linkRequest passwordReset',
  ],
  'POST /api/auth/reset-password': [
    { token: 'x', newPassword: password },
    'invalidLink',
    'invalidLink',
  ],
  'POST /api/auth/change-password': [
    { currentPassword: 'x', newPassword: password },
    '',
    'account ownPassword',
  ],
  'POST /api/auth/sign-up/email': [{ name: 'Asha', email, password }, 'signUp', 'signUp'],
  'POST /api/users/register': [
    { name: 'Asha', ...wrong, confirmPassword: wrong.password },
    'fastSignIn signIn',
    'fastSignIn signIn',
  ],
  'POST /payments/orders': [
    {
      totalAmount: 1,
      couponCode: 'GUESS',
      items: [{ productId: 3, selectedVersion: 'adult', quantity: 1 }],
      delivery: {
        customerName: 'Asha',
        email,
        phoneNumber: '9876543210',
        state: 'Tamil Nadu',
        pincode: '600004',
        address: '14, North Mada Street',
      },
    },
    '',
    'account coupon couponOfOthers payment',
  ],
  'POST /payments/verify': [{}, '', 'account'],
  // Their signatures decide, before anything is looked up.
  'POST /payments/callback': [{}, '', ''],
  'POST /payments/webhook': [{}, '', ''],
  'POST /api/auth/delete-user': [{ password: 'x' }, '', 'account ownPassword'],
  'POST /reviews': [{}, '', 'account review'],
  'POST /api/reviews': [{}, '', 'account review'],
  'POST /reviews/:id/helpful': [{}, 'vote voteOfReview', 'vote voteOfReview'],
  'POST /api/reviews/:id/helpful': [{}, 'vote voteOfReview', 'vote voteOfReview'],
  'GET /orders/:email': [undefined, '', 'account orderList'],
  'GET /api/users/delivery': [undefined, '', 'account'],
  'GET /api/auth/list-sessions': [undefined, '', 'account'],
};

describeOnSqlite('the routes of the shop', (open) => {
  it('each count whom they should', async () => {
    const database = await open();
    const log = createLog('silent');
    const origins = ['http://localhost:3000'];
    const auth = createAuth({ ...database, log, origins, secret: SESSION_SECRET });
    const met = new Set<string>();
    const note = ([name, limit]: [string, Limit]) => {
      const consume: Limit['consume'] = (...caller) => (met.add(name), limit.consume(...caller));
      const tryConsume: Limit['tryConsume'] = (caller) => (
        met.add(name),
        limit.tryConsume(caller)
      );
      return [name, { ...limit, consume, tryConsume }];
    };
    const limits = createLimits(limitRules);
    const nothing = () => Promise.reject(new Error('no request to the provider was expected'));
    const app = createApp({
      ...database,
      clock: () => new Date(),
      log,
      auth,
      limits: Object.fromEntries(Object.entries(limits).map(note)) as typeof limits,
      payment: { keyId: 'k', keySecret: 's', webhookSecrets: ['w'], scriptUrl: '/x' } as never,
      provider: new Proxy({} as never, { get: () => nothing }),
      canPay: async () => true,
      mailer: { kick: () => undefined },
      ratings: { kick: () => undefined },
      pictures: createPictureStore('/nowhere'),
      visitorKey: visitorKey(SESSION_SECRET),
      pseudonym: createPseudonym(SESSION_SECRET),
      origins,
      trustedProxies: 0,
    });
    const writes = app.routes.filter(({ method }) => !['GET', 'ALL'].includes(method));
    const names = new Set(writes.map(({ method, path }) => `${method} ${path}`));
    const listed = Object.keys(routes);
    expect(listed.filter((name) => name.startsWith('POST')).toSorted()).toEqual(
      [...names].toSorted(),
    );
    const userId = await insertAccount(auth, { email, password });
    const counted: Record<string, unknown> = {};
    for (const [name, [body]] of Object.entries(routes)) {
      const [method = '', path = ''] = name.split(' ');
      const { name: cookieName, value } = await insertSession(auth, userId);
      counted[name] = [body];
      for (const cookie of ['', `${cookieName}=${value}`]) {
        met.clear();
        await app.request(path.replace(':email', email).replace(':id', 'r1'), {
          method,
          headers: { cookie, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        (counted[name] as unknown[]).push([...met].toSorted().join(' '));
      }
    }
    expect(counted).toEqual(routes);
  });
});
