// Every route that writes, and every read of an account, names its limits here, and by whom it is counted; and what each
// does with texts that no database keeps.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { orderOf } from '#support/payments/payment-site.ts';
import { another, asha, ashasProfile } from '#support/server/account-site.ts';
import { insertAccount, insertSession } from '#support/server/insert-session.ts';
import { openApp } from '#support/server/open-app.ts';
import type { OpenDatabase } from './platform/database/open.ts';
import { createLimits } from './platform/http/limits.ts';
import type { Limit } from './platform/http/limits.ts';
import { limitRules } from './web/limit-rules.ts';

const { name, email, password } = asha;
const wrong = { password: another, confirmPassword: another };
const anew = { newPassword: password };
const order = { ...orderOf(email), totalAmount: 1, couponCode: 'GUESS' };

/** A request of each route that gets as far as its limits; the limits it met signed out, and signed in if these differ. */
const routes: Readonly<Record<string, [body: unknown, signedOut: string, signedIn?: string]>> = {
  'POST /api/auth/sign-in/email': [{ email, password: another }, 'password'],
  // Never refused.
  'POST /api/auth/sign-out': [{}, ''],
  'POST /api/auth/send-verification-email': [{}, '', 'account email'],
  'POST /api/auth/verify-email': [{ token: 'x' }, 'anonymous'],
  'POST /api/auth/revoke-session': [{ id: 'x', password: 'x' }, '', 'account password'],
  'POST /api/auth/revoke-sessions': [{}, '', 'account'],
  'POST /api/auth/update-user': [{ name }, '', 'account'],
  'POST /api/auth/request-password-reset': [{ email }, 'anonymous email'],
  'POST /api/auth/reset-password': [{ token: 'x', ...anew }, 'anonymous'],
  'POST /api/auth/change-password': [{ currentPassword: 'x', ...anew }, '', 'account password'],
  'POST /api/auth/sign-up/email': [asha, 'signUp'],
  'POST /api/users/register': [{ ...ashasProfile, ...wrong }, 'password'],
  'POST /payments/orders': [order, '', 'account coupon'],
  'POST /payments/verify': [{}, '', 'account'],
  // Their signatures decide, before anything is looked up.
  'POST /payments/callback': [{}, ''],
  'POST /payments/webhook': [{}, ''],
  'POST /api/auth/delete-user': [{ password: 'x' }, '', 'account password'],
  'POST /reviews': [{}, '', 'account'],
  'POST /api/reviews': [{}, '', 'account'],
  'POST /reviews/:id/helpful': [{}, 'anonymous vote'],
  'POST /api/reviews/:id/helpful': [{}, 'anonymous vote'],
  'GET /orders/:email': [undefined, '', 'account'],
  'GET /api/users/delivery': [undefined, '', 'account'],
  'GET /api/auth/list-sessions': [undefined, '', 'account'],
};

/** Opens the shop, whose limits are replaced, with an account. Each cookie is that of a new session. */
async function openRoutes(
  database: OpenDatabase,
  replace: (name: string, limit: Limit) => Partial<Limit>,
) {
  const limits = createLimits(limitRules);
  for (const [limit, own] of Object.entries(limits)) Object.assign(own, replace(limit, { ...own }));
  const { app, parts } = openApp({ ...database, limits });
  const userId = await insertAccount(parts.auth, asha);
  const newCookie = async () => {
    const cookie = await insertSession(parts.auth, userId);
    return `${cookie.name}=${cookie.value}`;
  };
  const send = (route: string, cookie: string, body: unknown) => {
    const [method = '', path = ''] = route.split(' ');
    return app.request(path.replace(':email', email).replace(':id', 'r1'), {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  return { app, send, newCookie };
}

onDatabase('the routes of the shop', (open) => {
  it('each count whom they should', async () => {
    const met = new Set<string>();
    const { app, send, newCookie } = await openRoutes(await open(), (limit, own) => ({
      consume: (...caller) => (met.add(limit), own.consume(...caller)),
      tryConsume: (...caller) => (met.add(limit), own.tryConsume(...caller)),
    }));
    const writes = app.routes.filter(({ method }) => !['GET', 'ALL'].includes(method));
    const names = new Set(writes.map(({ method, path }) => `${method} ${path}`));
    const listed = Object.keys(routes).filter((route) => route.startsWith('POST'));
    expect(listed.toSorted()).toEqual([...names].toSorted());
    for (const [route, [body, signedOut, signedIn = signedOut]] of Object.entries(routes)) {
      const counted: string[] = [];
      for (const cookie of ['', await newCookie()]) {
        met.clear();
        await send(route, cookie, body);
        counted.push([...met].toSorted().join(' '));
      }
      expect([route, ...counted]).toEqual([route, signedOut, signedIn]);
    }
  });
});

/** What a request needs to get as far as the database. */
const right = {
  password,
  currentPassword: password,
  confirmPassword: password,
  totalAmount: 999,
  couponCode: '',
};

/** Yields the value once for each text in it, with the end of that text replaced. */
function* spoil(value: unknown, end: string): Generator<unknown> {
  if (typeof value === 'string') yield value + end;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    for (const spoilt of spoil(member, end)) {
      const copy = { ...value, [key]: spoilt };
      yield Array.isArray(value) ? Object.values(copy) : copy;
    }
  }
}

onBoth('every text of a request', (open) => {
  it('is stored as it was sent, cleaned or refused', async () => {
    const database = await open();
    const { send, newCookie } = await openRoutes(database, () => ({
      consume: async () => undefined,
      tryConsume: async () => true,
    }));
    const cookie = await newCookie();
    const failed: unknown[] = [];
    const note = async (route: string, body?: unknown) => {
      const { status } = await send(route, cookie, body);
      if (status === 500) failed.push([route, body]);
    };
    for (const end of ['\0', '\ud800', '\udfff']) {
      for (const [route, [body]] of Object.entries(routes)) {
        if (body === undefined || route.includes('webhook')) continue;
        const valid = Object.entries(right).filter(([key]) => Object.hasOwn(body as object, key));
        for (const spoilt of spoil({ ...(body as object), ...Object.fromEntries(valid) }, end)) {
          await note(route, spoilt);
        }
      }
    }
    for (const odd of ['%00', '%ed%a0%80', '%ff']) {
      await note(`POST /reviews/${odd}/helpful`, {});
      const queries = ['/orders/:email?before=', '/reviews?q=', '/reviews?productId='];
      for (const path of ['/payments/orders/', '/orders/', '/uploads/', ...queries]) {
        await note(`GET ${path}${odd}`);
      }
    }
    expect(failed).toEqual([]);
    for (const table of ['user', 'profile', 'payment_attempt', 'mail'] as const) {
      const rows = await database.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain('\ufffd');
    }
    expect((await send('GET /api/auth/list-sessions', cookie, undefined)).status).toBe(200);
    const login = { email, password: `${password}\0` };
    const refused = await send('POST /api/auth/sign-in/email', '', login);
    expect(await refused.json()).toMatchObject({
      status: 400,
      errors: [{ field: 'password', message: expect.stringContaining('cannot be saved') }],
    });
  });
});
