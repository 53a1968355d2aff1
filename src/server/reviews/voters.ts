// Who votes: an account, else a browser by the cookie that it got with the reviews, else, for who
// keeps no cookies, an address.
import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ServerEnv } from '../http/server-env.ts';

const NAME = 'maalai.visitor';
const ONE_YEAR_SECONDS = 31_536_000;

/** Gives the browser its cookie, if it has none. `secure`: the public address is https. */
export function greetVisitor(c: Context<ServerEnv>, secure: boolean): void {
  if (visitorOf(c, secure) !== undefined) return;
  setCookie(c, NAME, randomBytes(16).toString('base64url'), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: ONE_YEAR_SECONDS,
    ...(secure && { secure, prefix: 'host' }),
  });
}

/**
 * As whom the caller votes, as it is kept: all of it counts as the same person, so that signing in
 * does not give a second vote.
 */
export function votersOf(
  c: Context<ServerEnv>,
  { secure, accountId, reviewId }: { secure: boolean; accountId?: string; reviewId: string },
): [string, ...string[]] {
  const visitor = visitorOf(c, secure);
  const account = accountId === undefined ? [] : [`account:${accountId}`];
  const browser = visitor === undefined ? [] : [`visitor:${visitor}`];
  const [first, ...others] = [...account, ...browser];
  if (first !== undefined) return [first, ...others];
  // No list of addresses is to be read off the votes.
  const hash = createHash('sha256').update(`${reviewId} ${c.get('clientAddress')}`);
  return [`address:${hash.digest('base64url')}`];
}

function visitorOf(c: Context<ServerEnv>, secure: boolean): string | undefined {
  const value = secure ? getCookie(c, NAME, 'host') : getCookie(c, NAME);
  return value !== undefined && /^[\w-]{22}$/.test(value) ? value : undefined;
}
