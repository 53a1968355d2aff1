// Every route that writes, and every read of an account, names its limits here, and by whom it is counted; and what each
// does with texts that no database keeps.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { insertAccount, insertSession } from '#support/server/insert-session.ts';
import { openApp } from '#support/server/open-app.ts';
import type { OpenDatabase } from './platform/database/open.ts';
import { createLimits } from './platform/http/limits.ts';
import type { Limit } from './platform/http/limits.ts';
import { limitRules } from './web/limit-rules.ts';

const email = 'asha@example.com';
const password = 'mango-lassi-42';
const wrong = { email, password: 'papaya-lassi-42' };

/** A request of each route that gets as far as its limits; the limits it met, signed out and then signed in. */
const routes: Readonly<Record<string, [body: unknown, signedOut: string, signedIn: string]>> = {
  'POST /api/auth/sign-in/email': [wrong, 'password', 'password'],
  // Never refused.
  'POST /api/auth/sign-out': [{}, '', ''],
  'POST /api/auth/send-verification-email': [{}, '', 'account email'],
  'POST /api/auth/verify-email': [{ token: 'x' }, 'anonymous', 'anonymous'],
  'POST /api/auth/revoke-session': [{ id: 'x', password: 'x' }, '', 'account password'],
  'POST /api/auth/revoke-sessions': [{}, '', 'account'],
  'POST /api/auth/update-user': [{ name: 'Asha' }, '', 'account'],
  'POST /api/auth/request-password-reset': [{ email }, 'anonymous email', 'anonymous email'],
  'POST /api/auth/reset-password': [
    { token: 'x', newPassword: password },
    'anonymous',
    'anonymous',
  ],
  'POST /api/auth/change-password': [
    { currentPassword: 'x', newPassword: password },
    '',
    'account password',
  ],
  'POST /api/auth/sign-up/email': [{ name: 'Asha', email, password }, 'signUp', 'signUp'],
  'POST /api/users/register': [
    { name: 'Asha', ...wrong, confirmPassword: wrong.password },
    'password',
    'password',
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
    'account coupon',
  ],
  'POST /payments/verify': [{}, '', 'account'],
  // Their signatures decide, before anything is looked up.
  'POST /payments/callback': [{}, '', ''],
  'POST /payments/webhook': [{}, '', ''],
  'POST /api/auth/delete-user': [{ password: 'x' }, '', 'account password'],
  'POST /reviews': [{}, '', 'account'],
  'POST /api/reviews': [{}, '', 'account'],
  'POST /reviews/:id/helpful': [{}, 'anonymous vote', 'anonymous vote'],
  'POST /api/reviews/:id/helpful': [{}, 'anonymous vote', 'anonymous vote'],
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
  const replaced = Object.entries(limits).map(([name, limit]) => [
    name,
    { ...limit, ...replace(name, limit) },
  ]);
  const { app, parts } = openApp({
    ...database,
    limits: Object.fromEntries(replaced) as typeof limits,
  });
  const userId = await insertAccount(parts.auth, { email, password });
  const newCookie = async () => {
    const { name, value } = await insertSession(parts.auth, userId);
    return `${name}=${value}`;
  };
  const send = (name: string, cookie: string, body: unknown) => {
    const [method = '', path = ''] = name.split(' ');
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
    const { app, send, newCookie } = await openRoutes(await open(), (name, limit) => ({
      consume: (...caller) => (met.add(name), limit.consume(...caller)),
      tryConsume: (...caller) => (met.add(name), limit.tryConsume(...caller)),
    }));
    const writes = app.routes.filter(({ method }) => !['GET', 'ALL'].includes(method));
    const names = new Set(writes.map(({ method, path }) => `${method} ${path}`));
    const listed = Object.keys(routes);
    expect(listed.filter((name) => name.startsWith('POST')).toSorted()).toEqual(
      [...names].toSorted(),
    );
    const counted: Record<string, unknown> = {};
    for (const [name, [body]] of Object.entries(routes)) {
      const own = await newCookie();
      counted[name] = [body];
      for (const cookie of ['', own]) {
        met.clear();
        await send(name, cookie, body);
        (counted[name] as unknown[]).push([...met].toSorted().join(' '));
      }
    }
    expect(counted).toEqual(routes);
  });
});

/** What a request needs to get as far as the database. */
const right = {
  password,
  currentPassword: password,
  confirmPassword: password,
  totalAmount: 999,
  couponCode: '',
  dob: '1990-01-31',
};

/** Yields the value once for each text in it, with the end of that text replaced. */
function* spoil(value: unknown, end: string): Generator<unknown> {
  if (typeof value === 'string') yield value + end;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const spoilt of spoil(member, end)) {
      const copy = { ...value, [name]: spoilt };
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
    const note = async (name: string, body?: unknown) => {
      const { status } = await send(name, cookie, body);
      if (status === 500) failed.push([name, body]);
    };
    for (const end of ['\0', '\ud800', '\udfff']) {
      for (const [name, [body]] of Object.entries(routes)) {
        if (body === undefined || name.includes('webhook')) continue;
        const isForm = name.endsWith('register');
        const known = Object.keys({ ...(body as object), ...(isForm && { dob: '' }) });
        const valid = Object.entries(right).filter(([key]) => known.includes(key));
        for (const spoilt of spoil({ ...(body as object), ...Object.fromEntries(valid) }, end)) {
          await note(name, spoilt);
        }
      }
    }
    for (const odd of ['%00', '%ed%a0%80', '%ff']) {
      await note(`POST /reviews/${odd}/helpful`, {});
      for (const path of [
        `/payments/orders/${odd}`,
        `/orders/:email?before=${odd}`,
        `/orders/${odd}`,
        `/uploads/${odd}`,
        `/reviews?q=${odd}`,
        `/reviews?productId=${odd}`,
      ]) {
        await note(`GET ${path}`);
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
