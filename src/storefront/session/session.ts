// Who is signed in. Only the server knows. It is asked when a page hydrates in a browser that has a session, and again
// whenever another tab signs in or out. A hint in local storage lets the next page show Login or Logout before the
// response; nothing else relies on it.
import { useSyncExternalStore } from 'react';
import { parseResponse, parseWith, sendRequest } from '../platform/request.ts';
import type { RequestResult } from '../platform/request.ts';
import { inBrowser, removeOthers } from '../platform/storage.ts';

/** The signed-in user. */
export interface User {
  id: string;
  email: string;
  name: string;
}

export type Session =
  /** No response yet, or the server could not be reached. */
  | { status: 'unknown'; user?: never }
  | { status: 'signed-out'; user?: never }
  | { status: 'signed-in'; user: User };

const HINT_KEY = 'maalai.signed-in';
const hint = inBrowser(HINT_KEY);

/** The payments of this browser whose result it does not know; checkout/stored-payments.ts parses them. */
export const storedPayments = inBrowser('maalai.payments');

const unknown: Session = { status: 'unknown' };
const listeners = new Set<() => void>();

let session: Session = unknown;
/** The account that was signed in last since the page was loaded. */
let lastId: string | undefined;
let loading: Promise<Session> | undefined;
/** Counts confirmed states, so that an overtaken response is dropped. */
let version = 0;

/** The store, for code outside of components. */
export const sessionStore = { subscribe, snapshot: () => session } as const;

/** Returns who is signed in; 'unknown' until the server has responded, and in prerendered pages. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, sessionStore.snapshot, () => unknown);
}

/**
 * Resolves to whether somebody is signed in, for a decision at a tap. Asks the server if that is unknown, and uses the
 * hint if the server cannot be reached.
 */
export async function isSignedIn(): Promise<boolean> {
  const known = session.status === 'unknown' ? await refreshSession() : session;
  if (known.status !== 'unknown') return known.status === 'signed-in';
  return document.documentElement.hasAttribute('data-signed-in');
}

/** Asks the server who is signed in. If it cannot be reached, the state stays as it was. */
export function refreshSession(): Promise<Session> {
  loading ??= loadSession().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function loadSession(): Promise<Session> {
  const before = version;
  const response = await sendRequest('/api/auth/get-session', { schema: sessionSchema });
  return response.ok && before === version ? setSession(response.value) : session;
}

/** Sets who is signed in; null for nobody. */
export function setSession(user: User | null): Session {
  version += 1;
  const isOther = user && lastId !== undefined && user.id !== lastId;
  lastId = user?.id ?? lastId;
  if (!isOther) session = user ? { status: 'signed-in', user } : { status: 'signed-out' };
  document.documentElement.toggleAttribute('data-signed-in', user !== null);
  // Other tabs learn of the change from the storage event. If the browser refuses storage, the next page shows Login
  // until the server has responded.
  if (user) hint.write(1);
  else hint.remove();
  forgetOthers(user?.id);
  if (isOther) {
    // The page shows what another account typed and ordered. A reload alone would fill the fields in again.
    for (const form of document.forms) form.reset();
    location.reload();
    return session;
  }
  for (const listener of listeners) listener();
  return session;
}

/**
 * A session may end without a log-out here: it expires, or is ended on another device. What the account has typed stays in
 * the tab, hidden, until somebody else signs in. The delivery details of its payments, which can be confirmed without
 * them, go at once.
 */
function forgetOthers(userId: string | undefined): void {
  if (userId) removeOthers(userId);
  const payments = storedPayments.read();
  if (!Array.isArray(payments)) return;
  const isOthers = (payment: Record<string, unknown> | null) =>
    payment?.['details'] && payment['userId'] !== userId;
  if (!payments.some(isOthers)) return;
  const bare = payments.map((each) => (isOthers(each) ? { ...each, details: undefined } : each));
  storedPayments.write(bare);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage);
    addEventListener('online', onVisible);
    addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onVisible);
    if (session.status === 'unknown') {
      if (hasSession()) void refreshSession();
      else setSession(null);
    }
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('storage', onStorage);
    removeEventListener('online', onVisible);
    removeEventListener('pageshow', onShow);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Returns whether the browser has a session, by the cookie that the server sets with the session's own. */
function hasSession(): boolean {
  return /maalai\.signed_in=1/.test(document.cookie);
}

function onStorage(event: StorageEvent): void {
  if (event.key === HINT_KEY || event.key === null) void refreshSession();
}

function onVisible(): void {
  if (document.visibilityState === 'visible' && session.status === 'unknown') void refreshSession();
}

function onShow(event: PageTransitionEvent): void {
  // Back from the back-forward cache: the session may have ended meanwhile.
  if (event.persisted) void refreshSession();
}

// better-auth's React client would cost every page 10 KB, and every page reads the session, so the requests are sent
// and the responses parsed without a library.

const userSchema = parseWith(parseUser);
/** A user, or null. */
const sessionSchema = parseWith((body) => ((body ?? null) === null ? null : parseUser(body)));
const endSchema = parseWith(() => null);

function parseUser(body: unknown): User | undefined {
  const { user }: { user?: unknown } = { ...(body as object) };
  const { id, email, name }: Partial<User> = { ...(user as object) };
  const isUser = typeof id === 'string' && typeof email === 'string' && typeof name === 'string';
  return isUser ? { id, email, name } : undefined;
}

/**
 * Signs in and updates the store. 401 for a wrong password or an unknown account, 429 for too many tries. Fails with
 * `NO_COOKIES` if the browser refused the session's cookie: then the next page would ask for the login again.
 */
export async function signIn(email: string, password: string): Promise<RequestResult<User>> {
  const response = await sendRequest('/api/auth/sign-in/email', {
    method: 'POST',
    body: { email, password },
    schema: userSchema,
  });
  if (response.ok && !hasSession()) {
    return parseResponse({ status: 403, body: { code: 'NO_COOKIES' } }, userSchema);
  }
  if (response.ok) setSession(response.value);
  return response;
}

/** Ends the session. The store still has to be updated. */
export function signOut(): Promise<RequestResult<unknown>> {
  return sendRequest('/api/auth/sign-out', { method: 'POST', body: {}, schema: endSchema });
}

/** Ends every session of the account. 401 signed out. The store still has to be updated. */
export function signOutEverywhere(): Promise<RequestResult<unknown>> {
  return sendRequest('/api/auth/revoke-sessions', { method: 'POST', body: {}, schema: endSchema });
}
