import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { serve } from '#support/server/ask.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { createLog } from '../log.ts';
import { createPseudonym } from '../secrets.ts';
import { canStore } from '../files.ts';
import { createApi, healthRoutes, requireUser } from './api.ts';
import type { CurrentSession } from './api.ts';
import { createLimits, requestAddress } from './limits.ts';
import { readBytes, readJson } from './request.ts';

const Order = v.object({ items: v.array(v.object({ quantity: v.number('How many?') })) });

/** Opens a site with a few routes of every kind; also returns its log and how often a route was reached. */
function openSite({
  origins = ['https://shop.example'],
  trustedProxies = 0,
  session = undefined as CurrentSession | undefined,
} = {}) {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const limits = createLimits({ account: [{ by: 'account', points: 5, seconds: 60 }] });
  const signedPaths = ['/payments/webhook'];
  const pseudonym = createPseudonym('a-secret-only-for-the-tests');
  const app = createApi({
    log,
    limits,
    origins,
    trustedProxies,
    signedPaths,
    pseudonym,
    findSession: () => Promise.resolve(session),
    before: [],
  });
  let worked = 0;
  app.get('/orders/:email', async (c) => {
    await Promise.resolve();
    return c.json({ address: c.get('clientAddress'), below: requestAddress.getStore() });
  });
  app.post('/payments/orders', async (c) => {
    const order = await readJson(c, Order);
    worked += 1;
    return c.json(order);
  });
  app.post('/payments/webhook', async (c) => c.json({ size: (await readBytes(c, 100)).length }));
  app.get('/me', async (c) => c.json(await requireUser(c)));
  app.get('/broken', () => {
    throw new Error('no row for asha@example.com', { cause: new Error('of asha@example.com') });
  });
  const post = (body: string, own: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...own };
    return app.request('/payments/orders', { method: 'POST', body, headers });
  };
  return { app, post, worked: () => worked, log: () => lines.map((line) => JSON.parse(line)) };
}

const order = JSON.stringify({ items: [{ quantity: 2 }] });

/** Resolves to the problem document, whose status is `status`. */
async function readProblem(response: Response, status: number) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const body = (await response.json()) as { status: number; detail: string; errors?: unknown };
  expect(body.status).toBe(status);
  expect(body.detail).toMatch(/\S/);
  return body;
}

describe('every response', () => {
  it('has an id, is never stored, and cannot be used as a document', async () => {
    const { app } = openSite();
    const responses = [await app.request('/orders/x'), await app.request('/broken')];
    for (const { headers } of responses) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'strict-transport-security': expect.stringContaining('max-age='),
      });
    }
    const [first = '', second] = responses.map(({ headers }) => headers.get('x-request-id'));
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it('is logged in one line, without personal data', async () => {
    const { app, log } = openSite();
    const path = '/orders/asha%40example.com?name=Asha';
    const response = await app.request(path, { headers: { cookie: 'session=secret' } });
    await app.request('/asha@example.com');
    expect(log()).toMatchObject([
      {
        level: 'info',
        method: 'GET',
        route: '/orders/:email',
        status: 200,
        requestId: response.headers.get('x-request-id'),
      },
      { status: 404 },
    ]);
    expect(JSON.stringify(log())).not.toMatch(/asha|secret/i);
  });

  it('is logged with the pseudonym of the address that a trusted proxy names, and the reason of a refusal', async () => {
    const { app, log } = openSite({ trustedProxies: 1 });
    const send = await serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    const from = async (address: string) => {
      const { text } = await send('/orders/x', { headers: { 'X-Forwarded-For': address } });
      return JSON.parse(text);
    };
    const [client, other] = ['192.0.2.7', '192.0.2.8'];
    expect(await from(`8.8.8.8, ${client}`)).toEqual({ address: client, below: client });
    expect(await from(other)).toEqual({ address: other, below: other });
    await from(client);
    const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/json' };
    await send('/payments/orders', { method: 'POST', body: order, headers });
    const [first, second, third, refused] = log();
    expect(first.from).toMatch(/^[\w-]{12}$/);
    expect(first.refusal).toBeUndefined();
    expect(second.from).not.toBe(first.from);
    expect(third.from).toBe(first.from);
    expect(refused).toMatchObject({ status: 403, refusal: 'INVALID_ORIGIN' });
    expect(JSON.stringify(log())).not.toContain('192.0.2');
    expect(createPseudonym('another secret')(client)).not.toBe(first.from);
  });
});

describe('a flood', () => {
  // A minute ends at its own time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());

  it('has few lines in the log, and what has no line has no id, so that it is counted as a page', async () => {
    const { app, log } = openSite();
    const statuses: boolean[] = [];
    for (let i = 0; i < 500; i += 1) {
      const { headers } = await app.request('/nothing', { method: 'POST' });
      statuses.push(headers.has('x-request-id'));
    }
    expect(log()).toHaveLength(300);
    expect(statuses.lastIndexOf(true)).toBe(299);
    await app.request('/orders/x');
    expect(log().at(-1)).toMatchObject({ route: '/orders/:email', status: 200 });
  });

  it('of an account is refused, reads too, and refuses nobody else at its address', async () => {
    const user = { id: 'a', email: 'asha@example.com', name: 'Asha' };
    const session = { id: 's', user };
    const { app } = openSite({ session });
    const read = async () => (await app.request('/me')).status;
    for (let i = 0; i < 5; i += 1) expect(await read()).toBe(200);
    expect(await read()).toBe(429);
    user.id = 'b';
    expect(await read()).toBe(200);
  });
});

describe('errors', () => {
  it('of the server reveal nothing, and are logged without addresses', async () => {
    const { app, log } = openSite();
    const response = await app.request('/broken');
    expect(JSON.stringify(await readProblem(response, 500))).not.toMatch(/row|asha/);
    const [failure] = log();
    expect(failure).toMatchObject({ level: 'error', err: { message: 'no row for [address]' } });
    expect(JSON.stringify(failure)).not.toContain('asha');
  });

  it('are 404 for an unknown path and 405 for another method [api-18]', async () => {
    const { app } = openSite();
    const unknown = await app.request('/nowhere');
    await readProblem(unknown, 404);
    const get = await app.request('/payments/orders');
    expect(get.status).toBe(405);
    expect(get.headers.get('allow')).toBe('POST');
    const post = await app.request('/orders/x', { method: 'DELETE' });
    expect(post.headers.get('allow')).toBe('GET, HEAD');
    await readProblem(post, 405);
    // `fetch` refuses to make such a request.
    const send = await serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
    const trace = await send('/orders/x', { method: 'TRACE', headers: { 'X-Own': 'mango' } });
    expect([trace.status, trace.text]).toEqual([405, expect.not.stringContaining('mango')]);
  });
});

describe('a body', () => {
  it('is read as JSON, whatever the charset parameter says', async () => {
    const { post, worked } = openSite();
    const response = await post(order, { 'content-type': 'application/json; charset=UTF-8' });
    expect(await response.json()).toEqual({ items: [{ quantity: 2 }] });
    expect(worked()).toBe(1);
  });

  const JSON_TYPE = 'application/json';
  const MALFORMED = 'The data is not well-formed JSON.';

  it.each([
    ['text/plain', order, 415, 'Send the data as application/json.'],
    ['application/x-www-form-urlencoded', order, 415, 'Send the data as application/json.'],
    ['application/jsonp', order, 415, 'Send the data as application/json.'],
    ['', order, 415, 'Send the data as application/json.'],
    [JSON_TYPE, '', 400, MALFORMED],
    [JSON_TYPE, '{', 400, MALFORMED],
    [JSON_TYPE, '{"items":[NaN]}', 400, MALFORMED],
    [JSON_TYPE, 'undefined', 400, MALFORMED],
    [JSON_TYPE, '\u0000', 400, MALFORMED],
    [JSON_TYPE, 'null', 400, 'The data does not have the expected form.'],
  ])('as %o %j is refused with %i', async (type, body, status, detail) => {
    const { post, worked } = openSite();
    const problem = await readProblem(await post(body, { 'content-type': type }), status);
    expect(problem.detail).toBe(detail);
    expect(worked()).toBe(0);
  });

  it('is refused with the name of each wrong field, once per field [api-18]', async () => {
    const { post } = openSite();
    const response = await post('{"items":[{"quantity":1},{"quantity":"2"}]}');
    expect(await readProblem(response, 400)).toMatchObject({
      detail: 'How many?',
      errors: [{ field: 'items.1.quantity', message: 'How many?' }],
    });
  });

  it('is limited to 64 KB, or to the size that its route sets', async () => {
    const { app, post, worked } = openSite();
    const large = JSON.stringify({ items: [], more: 'x'.repeat(65_536) });
    await readProblem(await post(large), 413);
    expect(worked()).toBe(0);
    const send = (size: number) =>
      app.request('/payments/webhook', { method: 'POST', body: 'x'.repeat(size) });
    expect(await (await send(100)).json()).toEqual({ size: 100 });
    expect((await send(101)).status).toBe(413);
  });
});

describe('a write', () => {
  it.each<[number, Record<string, string>]>([
    [403, { origin: 'https://evil.example' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://shop.example' }],
    [403, { origin: 'https://shop.example.evil.example', 'sec-fetch-site': 'same-origin' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [200, { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' }],
    [200, { 'sec-fetch-site': 'same-origin' }],
    [200, {}],
  ])('gets %i from the site of %o', async (status, headers) => {
    const { post, worked } = openSite();
    const response = await post(order, headers);
    expect([response.status, worked()]).toEqual([status, status === 200 ? 1 : 0]);
  });

  it('is not limited by address, and reaches its route also with a slash too many', async () => {
    const { app, post } = openSite();
    const paths = ['/payments/webhook', '/payments/webhook/', '//payments/webhook//?a'];
    const deliver = (_: unknown, index: number) =>
      app.request(`http://localhost${paths[index % 3]}`, { method: 'POST', body: 'x' });
    const responses = await Promise.all(Array.from({ length: 50 }, deliver));
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect((await post(order)).status).toBe(200);
  });
});

it.each(['/orders/%00', '/orders/x?name=%00', '/orders/a%00b@example.com', '/nowhere/%00'])(
  'refuses a NUL in the address: %s',
  async (path) => {
    const { detail } = await readProblem(await openSite().app.request(path), 400);
    expect(detail).toContain('a character that no address of the shop has');
  },
);

const yes = () => Promise.resolve(true);

describe('the shop', () => {
  // Waits for PostgreSQL's start in a hook, whose time limit is longer than a test's.
  beforeAll(postgresUrl);

  it('is ready while its database takes writes and payments can be made [running-14]', async () => {
    const { db, silence, repair } = await openBehindProxy();
    const app = new Hono().route('/', healthRoutes({ db, canPay: yes }));
    expect((await app.request('/readyz')).status).toBe(200);
    silence();
    const problem = await readProblem(await app.request('/readyz'), 503);
    expect(problem).toMatchObject({ database: false, payments: true });
    expect((await app.request('/healthz')).status).toBe(200);
    repair();
    expect((await app.request('/readyz')).status).toBe(200);
    await sql`set session characteristics as transaction read only`.execute(db);
    expect((await app.request('/readyz')).status).toBe(503);
    expect((await app.request('/readyz')).status).toBe(200);
  });

  const full = () => canStore('/dev/null/nowhere');
  it.each([
    ['payments are unavailable', { canPay: async () => false }, 'payments'],
    ['payments fail', { canPay: () => Promise.reject(new Error('away')) }, 'payments'],
    ['payments never respond', { canPay: () => new Promise<boolean>(() => {}) }, 'payments'],
    ['its disk is full', { canPay: yes, canStore: full }, 'the database'],
  ])('is not ready while %s [running-13]', async (_why, parts, missing) => {
    const { db } = await openBehindProxy();
    const app = new Hono().route('/', healthRoutes({ db, ...parts }));
    const response = await app.request('/readyz');
    expect(response.headers.get('retry-after')).toBe('5');
    const arePayments = missing === 'payments';
    expect(await readProblem(response, 503)).toMatchObject({
      detail: `Not ready: ${missing} cannot serve.`,
      database: arePayments,
      payments: !arePayments,
    });
  });
});
