import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { inTab } from '../platform/storage.ts';

const HINT = 'maalai.signed-in';
const GET_SESSION = '/api/auth/get-session';
const user = { id: 'u1', email: 'asha@example.com', name: 'Asha' };
const signedIn = { status: 200, body: { session: {}, user } };
const signedOut = { status: 200, body: null };

const browser = openBrowser();
/** The server's responses, by path; undefined if it cannot be reached. */
let server: Record<string, { status: number; body: unknown } | undefined>;
let requests: string[];

beforeEach(() => {
  server = {};
  requests = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    const response = server[path];
    if (!response) throw new TypeError('Failed to fetch');
    return Response.json(response.body, { status: response.status });
  });
  vi.resetModules();
});

const load = () => import('./session.ts');

it('asks the server when the first component subscribes', async () => {
  browser.setCookie('__Host-maalai.signed_in=1');
  server[GET_SESSION] = signedIn;
  const { sessionStore } = await load();
  expect(sessionStore.snapshot()).toEqual({ status: 'unknown' });
  const notified = new Promise<void>((resolve) => {
    sessionStore.subscribe(resolve);
    sessionStore.subscribe(() => {});
  });
  await notified;
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-in', user });
  expect(requests).toEqual([GET_SESSION]);
  expect(browser.attributes).toContain('data-signed-in');
  expect(browser.local.getItem(HINT)).toBe('1');
});

it('sends no request if the browser has no session', async () => {
  browser.setCookie('other=1');
  browser.local.setItem(HINT, '1');
  browser.attributes.add('data-signed-in');
  const { isSignedIn, sessionStore } = await load();
  sessionStore.subscribe(() => {});
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-out' });
  expect(browser.attributes).not.toContain('data-signed-in');
  expect(await isSignedIn()).toBe(false);
  expect(requests).toEqual([]);
});

it('removes a wrong hint [call-4]', async () => {
  browser.local.setItem(HINT, '1');
  browser.attributes.add('data-signed-in');
  server[GET_SESSION] = signedOut;
  const { refreshSession } = await load();
  expect(await refreshSession()).toEqual({ status: 'signed-out' });
  expect(browser.local.getItem(HINT)).toBeNull();
  expect(browser.attributes).not.toContain('data-signed-in');
});

it('stays unknown while the server cannot be reached or names no user, and uses the hint at a tap', async () => {
  browser.attributes.add('data-signed-in');
  const { isSignedIn, sessionStore } = await load();
  expect(await isSignedIn()).toBe(true);
  server[GET_SESSION] = { status: 200, body: { session: {}, user: { ...user, name: undefined } } };
  expect(await isSignedIn()).toBe(true);
  expect(sessionStore.snapshot()).toEqual({ status: 'unknown' });
});

it('follows another tab [call-4]', async () => {
  server[GET_SESSION] = signedOut;
  const { refreshSession, sessionStore } = await load();
  await refreshSession();
  server[GET_SESSION] = signedIn;
  const notified = new Promise<void>((resolve) => {
    sessionStore.subscribe(resolve);
  });
  browser.otherTab(HINT, '1');
  await notified;
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-in', user });
});

it('drops a response that a login overtook', async () => {
  const { refreshSession, sessionStore, signIn } = await load();
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) =>
    path === GET_SESSION ? late.promise : Response.json({ user }),
  );
  const overtaken = refreshSession();
  browser.setCookie('maalai.signed_in=1');
  expect((await signIn(user.email, 'papaya-lassi-42')).ok).toBe(true);
  late.resolve(Response.json(null));
  await overtaken;
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-in', user });
});

describe('a session that ended elsewhere', () => {
  const result = { paymentId: 'pay_1', signature: 'aa' };
  const paid = { orderId: 'order_1', userId: user.id, result };
  const others = { ...paid, userId: 'u2', details: { address: '7, Car Street' } };
  const payments = () => JSON.parse(browser.local.getItem('maalai.payments') ?? '');
  const draft = () => inTab('maalai.delivery', user.id).read();

  beforeEach(() => {
    const stored = [null, { ...paid, details: { address: '14, North Mada Street' } }, others];
    browser.local.setItem('maalai.payments', JSON.stringify(stored));
    inTab('maalai.delivery', user.id).write({ address: '14, North Mada Street' });
  });

  it('deletes the details of its payments at once, and what was typed with another login', async () => {
    const { setSession } = await load();
    setSession(user);
    expect(payments()[1].details).toBeDefined();
    expect(payments()[2].details).toBeUndefined();
    setSession(null);
    expect(payments()).toEqual([null, paid, { ...others, details: undefined }]);
    expect(draft()).toBeDefined();
    setSession(user);
    expect(draft()).toBeDefined();
    vi.resetModules();
    (await load()).setSession({ ...user, id: 'u2' });
    expect(draft()).toBeUndefined();
  });

  it('empties and reloads a page of the account once another one is signed in', async () => {
    const [reset, reload] = [vi.fn<() => void>(), vi.fn<() => void>()];
    Object.assign(document, { forms: [{ reset }] });
    vi.stubGlobal('location', { reload });
    const { sessionStore, setSession } = await load();
    setSession(user);
    setSession(null);
    setSession(user);
    expect(reload).not.toHaveBeenCalled();
    setSession(null);
    setSession({ ...user, id: 'u2' });
    expect([reset, reload].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    // Nothing goes on before the page is a new one.
    expect(sessionStore.snapshot().status).toBe('signed-out');
  });
});

it.each([
  ['everywhere', '/api/auth/revoke-sessions', 503, 'signed-in'],
  ['everywhere', '/api/auth/revoke-sessions', 401, 'signed-out'],
  ['everywhere', '/api/auth/revoke-sessions', 200, 'signed-out'],
  ['here', '/api/auth/sign-out', 0, 'signed-in'],
  ['here', '/api/auth/sign-out', 200, 'signed-out'],
] as const)('a sign-out %s at %s with %i leaves the store %s [call-3]', async (...row) => {
  const [where, path, status, left] = row;
  const { refreshSession, sessionStore } = await load();
  const { signOut } = await import('../account/log-out.ts');
  server[GET_SESSION] = signedIn;
  await refreshSession();
  server[path] = status ? { status, body: { status: true } } : undefined;
  browser.session.setItem('maalai.delivery', '{"address":"14, North Mada Street"}');
  expect(await signOut(where)).toBe(status === 200);
  expect(sessionStore.snapshot().status).toBe(left);
  expect(browser.session.getItem('maalai.delivery') === null).toBe(status === 200);
  expect(browser.local.getItem(HINT) === null).toBe(left === 'signed-out');
});

it('is not signed in if the browser refuses the cookie of the session', async () => {
  const { sessionStore, signIn } = await load();
  server['/api/auth/sign-in/email'] = signedIn;
  const refused = { ok: false, code: 'NO_COOKIES' };
  expect(await signIn(user.email, 'papaya-lassi-42')).toMatchObject(refused);
  expect(sessionStore.snapshot().status).not.toBe('signed-in');
});
