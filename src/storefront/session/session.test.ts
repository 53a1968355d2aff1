import { covers } from '#support/covers.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';

const HINT = 'maalai.signed-in';
const user = { id: 'u1', email: 'asha@example.com', name: 'Asha' };

let browser: FakeBrowser;
/** The server's responses, by path; undefined if it cannot be reached. */
let server: Record<string, { status: number; body: unknown } | undefined>;
let asked: string[];

beforeEach(() => {
  browser = openBrowser();
  server = {};
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const response = server[path];
    if (!response) throw new TypeError('Failed to fetch');
    return Response.json(response.body, { status: response.status });
  });
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const GET_SESSION = '/api/auth/get-session';
const signedIn = { status: 200, body: { session: {}, user } };
const signedOut = { status: 200, body: null };

it('asks the server when the first component subscribes', async () => {
  browser.setCookie('__Host-maalai.signed_in=1');
  server[GET_SESSION] = signedIn;
  const { sessionStore } = await import('./session.ts');
  expect(sessionStore.snapshot()).toEqual({ status: 'unknown' });
  const notified = new Promise<void>((resolve) => {
    sessionStore.subscribe(resolve);
    sessionStore.subscribe(() => {});
  });
  await notified;
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-in', user });
  expect(asked).toEqual([GET_SESSION]);
  expect(browser.attributes).toContain('data-signed-in');
  expect(browser.local.getItem(HINT)).toBe('1');
});

it('sends no request if the browser has no session', async () => {
  browser.setCookie('other=1');
  browser.local.setItem(HINT, '1');
  browser.attributes.add('data-signed-in');
  const { isSignedIn, sessionStore } = await import('./session.ts');
  sessionStore.subscribe(() => {});
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-out' });
  expect(browser.attributes).not.toContain('data-signed-in');
  expect(await isSignedIn()).toBe(false);
  expect(asked).toEqual([]);
});

it('removes a wrong hint', covers('call-4'), async () => {
  browser.local.setItem(HINT, '1');
  browser.attributes.add('data-signed-in');
  server[GET_SESSION] = signedOut;
  const { refreshSession } = await import('./session.ts');
  expect(await refreshSession()).toEqual({ status: 'signed-out' });
  expect(browser.local.getItem(HINT)).toBeNull();
  expect(browser.attributes).not.toContain('data-signed-in');
});

it('stays unknown while the server cannot be reached, and uses the hint at a tap', async () => {
  browser.attributes.add('data-signed-in');
  const { isSignedIn, sessionStore } = await import('./session.ts');
  expect(await isSignedIn()).toBe(true);
  expect(sessionStore.snapshot()).toEqual({ status: 'unknown' });
});

it('follows another tab', covers('call-4'), async () => {
  server[GET_SESSION] = signedOut;
  const { refreshSession, sessionStore } = await import('./session.ts');
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
  const { refreshSession, sessionStore, signIn } = await import('./session.ts');
  server['/api/auth/sign-in/email'] = { status: 200, body: { user } };
  server[GET_SESSION] = signedOut;
  const early = refreshSession();
  const late = signIn(user.email, 'papaya-lassi-42');
  expect((await late).ok).toBe(true);
  await early;
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-in', user });
});

it('is signed out after a sign-out everywhere or a 401, but not after a 503', async () => {
  const { refreshSession, sessionStore } = await import('./session.ts');
  const { signOut } = await import('../account/log-out.ts');
  for (const [status, done] of [
    [503, false],
    [401, false],
    [200, true],
  ] as const) {
    server[GET_SESSION] = signedIn;
    await refreshSession();
    server['/api/auth/revoke-sessions'] = { status, body: { status: status === 200 } };
    expect(await signOut('everywhere')).toBe(done);
    expect(sessionStore.snapshot().status).toBe(status === 503 ? 'signed-in' : 'signed-out');
  }
});

it('is signed out only once the server has confirmed it', covers('call-3'), async () => {
  const { refreshSession, sessionStore } = await import('./session.ts');
  const { signOut } = await import('../account/log-out.ts');
  server[GET_SESSION] = signedIn;
  await refreshSession();
  expect(await signOut()).toBe(false);
  expect(sessionStore.snapshot().status).toBe('signed-in');
  server['/api/auth/sign-out'] = { status: 200, body: { success: true } };
  browser.session.setItem('maalai.delivery', '{"address":"14, North Mada Street"}');
  expect(await signOut()).toBe(true);
  expect(browser.session.getItem('maalai.delivery')).toBeNull();
  expect(sessionStore.snapshot()).toEqual({ status: 'signed-out' });
  expect(browser.local.getItem(HINT)).toBeNull();
});
