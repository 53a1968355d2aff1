// Finds out who is signed in, from the session cookie alone. Nothing in a path or a payload is trusted.
import { isAPIError } from 'better-auth/api';
import type { Context } from 'hono';
import { ProblemError, unavailable } from '../platform/http/problem.ts';
import type { ServerEnv } from '../platform/http/server-env.ts';

export interface CurrentUser {
  id: string;
  /** Lower case, as the account stores it. */
  email: string;
  name: string;
}

export interface CurrentSession {
  id: string;
  user: CurrentUser;
}

/** Resolves to the current account, undefined when signed out. Throws a 503 problem if the database is unavailable. */
export async function currentUser(c: Context<ServerEnv>): Promise<CurrentUser | undefined> {
  return (await currentSession(c))?.user;
}

/** Resolves to the current session, undefined when signed out. Throws a 503 problem if the database is unavailable. */
export async function currentSession(c: Context<ServerEnv>): Promise<CurrentSession | undefined> {
  const signedIn = await readCookie(c);
  if (!signedIn) return undefined;
  const { id, email, name } = signedIn.user;
  return { id: signedIn.session.id, user: { id, email, name } };
}

/** Resolves to whether the request has a session's cookie, valid or not. */
export async function hasSessionCookie(c: Context<ServerEnv>): Promise<boolean> {
  const { authCookies } = await c.get('auth').$context;
  return c.req.header('cookie')?.includes(authCookies.sessionToken.name) ?? false;
}

async function readCookie(c: Context<ServerEnv>) {
  if (!(await hasSessionCookie(c))) return undefined;
  const signedIn = await c
    .get('auth')
    .api.getSession({
      headers: c.req.raw.headers,
      // Only the browser's own get-session request may extend a session: here the new cookie would be lost.
      query: { disableRefresh: true },
    })
    .catch((error: unknown) => {
      // better-auth hides its cause, which can only be the database.
      throw isAPIError(error) && error.statusCode >= 500 ? unavailable() : error;
    });
  if (!signedIn) return undefined;
  c.set('actor', signedIn.user.id);
  return signedIn;
}

/** Resolves to the current account. Throws a 401 problem when signed out. */
export async function requireUser(c: Context<ServerEnv>): Promise<CurrentUser> {
  return (await requireSession(c)).user;
}

/** Resolves to the current session. Throws a 401 problem when signed out. */
export async function requireSession(c: Context<ServerEnv>): Promise<CurrentSession> {
  const session = await currentSession(c);
  if (!session) throw signedOut();
  return session;
}

/** Returns the 401 problem for requests that need a session. */
export function signedOut(): ProblemError {
  return new ProblemError(401, 'Please log in to continue.', { code: 'SIGNED_OUT' });
}
