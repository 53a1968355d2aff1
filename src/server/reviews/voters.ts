// Identifies voters by account and by the browser's cookie, which is set with the list of reviews; without either, by
// address.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ServerEnv } from '../platform/http/server-env.ts';
import { isSameSecret } from '../platform/is-same-secret.ts';

const NAME = 'maalai.visitor';
const ONE_YEAR_SECONDS = 31_536_000;

export interface VisitorCookie {
  /** The public address is https. */
  secure: boolean;
  /** Signs the cookie, so that invented values do not count. */
  key: Buffer;
}

/** Returns the signing key of the cookie, derived from the session secret. */
export function visitorKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', NAME, 32));
}

/** Sets the cookie, unless the browser has a valid one. */
export function greetVisitor(c: Context<ServerEnv>, cookie: VisitorCookie): void {
  if (visitorOf(c, cookie) !== undefined) return;
  const { secure, key } = cookie;
  setCookie(c, NAME, sign(randomBytes(16).toString('base64url'), key), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: ONE_YEAR_SECONDS,
    ...(secure && { secure, prefix: 'host' }),
  });
}

/**
 * Returns the identities of the voter as the database stores them. All count as the same person, so that signing
 * in does not give a second vote.
 */
export function votersOf(
  c: Context<ServerEnv>,
  cookie: VisitorCookie,
  { accountId, reviewId }: { accountId: string | undefined; reviewId: string },
): [string, ...string[]] {
  const visitor = visitorOf(c, cookie);
  const account = accountId === undefined ? [] : [accountVoter(accountId)];
  const browser = visitor === undefined ? [] : [`visitor:${visitor}`];
  const [first, ...others] = [...account, ...browser];
  if (first !== undefined) return [first, ...others];
  // Hashed with the review's id, so that the votes reveal no addresses.
  const hash = createHash('sha256').update(`${reviewId} ${c.get('clientAddress')}`);
  return [`address:${hash.digest('base64url')}`];
}

/** Returns the identity of an account as a voter. */
export function accountVoter(accountId: string): string {
  return `account:${accountId}`;
}

function visitorOf(c: Context<ServerEnv>, { secure, key }: VisitorCookie): string | undefined {
  const given = getCookie(c, NAME, secure ? 'host' : undefined) ?? '';
  const visitor = given.slice(0, given.indexOf('.'));
  return isSameSecret(given, sign(visitor, key)) ? visitor : undefined;
}

/** Signs like Hono, but synchronously: its signing with Web Crypto takes longer than reading the reviews. */
function sign(visitor: string, key: Buffer): string {
  return `${visitor}.${createHmac('sha256', key).update(visitor).digest('base64')}`;
}
