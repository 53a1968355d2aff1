// The cookies of a session: read, renewed, removed, and the hint for pages that there is one.
import { randomBytes, randomUUID } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import type { Context, MiddlewareHandler } from 'hono';
import { setSignedCookie } from 'hono/cookie';
import type { Transaction } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import { signedOut } from '../platform/http/api.ts';
import type { FindSession, ServerEnv } from '../platform/http/api.ts';
import { unavailable } from '../platform/http/problem.ts';
import { hashToken, requestAuth, SESSION_LIFE } from './auth.ts';
import type { Auth, AuthCore, AuthParts } from './auth.ts';

/** Returns the function by which API routes find the session of a request. It throws a 503 problem without a database. */
export function createFindSession(auth: Auth): FindSession {
  return async (c) => {
    if (!(await hasSessionCookie(c, auth))) return undefined;
    const signedIn = await auth.api
      .getSession({
        headers: c.req.raw.headers,
        // Only the browser's own get-session request may extend a session: here the new cookie would be lost.
        query: { disableRefresh: true },
      })
      .catch((error: unknown) => {
        // better-auth hides its cause, which can only be the database.
        throw isAPIError(error) && error.statusCode >= 500 ? unavailable() : error;
      });
    if (!signedIn) return undefined;
    const { id, email, name, emailVerified: isConfirmed } = signedIn.user;
    return { id: signedIn.session.id, user: { id, email, name, isConfirmed } };
  };
}

/** Resolves to whether the request has a session's cookie, valid or not. */
export async function hasSessionCookie(c: Context<ServerEnv>, auth: AuthCore): Promise<boolean> {
  const { authCookies } = await auth.$context;
  return c.req.header('cookie')?.includes(authCookies.sessionToken.name) ?? false;
}

/**
 * Stores a new session as better-auth does, and returns its token. Not by better-auth's own function, which writes outside
 * of the transaction that proves the password.
 * @param device a name from `deviceName`
 */
export async function startSession(
  trx: Transaction<Schema>,
  now: Date,
  { userId, device }: { userId: string; device: string },
): Promise<string> {
  const token = newToken();
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + SESSION_LIFE * 1000).toISOString();
  const row = { id: randomUUID(), userId, token: hashToken(token), userAgent: device, expiresAt };
  await trx
    .insertInto('session')
    .values({ ...row, createdAt: at, updatedAt: at })
    .execute();
  return token;
}

/** Returns 192 random bits. */
const newToken = () => randomBytes(24).toString('base64url');

/**
 * Stores a new token of a session whose account has entered the password again, and returns it: a copied cookie becomes
 * worthless. The session's age stays. Throws a 401 problem for a session that has ended.
 */
export async function renewToken(
  trx: Transaction<Schema>,
  sessionId: string,
  table: 'session' | 'desk_session' = 'session',
): Promise<string> {
  const token = newToken();
  await trx
    .updateTable(table)
    .set({ token: hashToken(token) })
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirstOrThrow(signedOut);
  return token;
}

/** Sets the session's cookie in the response, as better-auth does. */
export async function sendToken(
  c: Context<ServerEnv>,
  auth: AuthCore,
  token: string,
): Promise<void> {
  const { authCookies, secret } = await auth.$context;
  const { name, attributes } = authCookies.sessionToken;
  // better-auth writes 'lax', Hono 'Lax'.
  const options = { ...attributes } as Parameters<typeof setSignedCookie>[4];
  await setSignedCookie(c, name, token, secret, options);
}

/** Adds the headers that remove the cookie of a session that is over. */
export async function removeSessionCookie(c: Context<ServerEnv>, parts: AuthParts): Promise<void> {
  const signOut = await requestAuth(c, parts, '/api/auth/sign-out', {});
  for (const cookie of signOut.headers.getSetCookie()) {
    c.header('Set-Cookie', cookie, { append: true });
  }
}

const SESSION = 'session_token=';
const SIGNED_IN = 'signed_in=';

/**
 * Adds a second cookie to each response that sets or removes the session's, with the same lifetime. Scripts can read it:
 * pages ask who is signed in only if it is there. It says nothing but that there is a session, and the server never
 * reads it.
 */
export const signedInCookie: MiddlewareHandler = async (c: Context, next) => {
  await next();
  for (const cookie of c.res.headers.getSetCookie()) {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [prefix, value] = pair.split(SESSION);
    if (value === undefined) continue;
    const own = attributes.filter((attribute) => attribute !== 'HttpOnly');
    const signedIn = [`${prefix}${SIGNED_IN}${value && 1}`, ...own].join('; ');
    c.header('Set-Cookie', signedIn, { append: true });
  }
};
