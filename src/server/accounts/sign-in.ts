// Sign-in, sign-out and the session, under better-auth's paths. Its other routes are not reachable. The
// shop's limits and its password rule come first.
import type { Database } from '../platform/database/schema.ts';
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import { emailField } from '../../shop/forms/fields.ts';
import { noteAccount } from '../platform/http/api.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import type { Caller, Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from '../../shop/forms/sign-up.ts';
import { requestSession, callAuth } from './auth.ts';
import { currentSession } from '../platform/http/api.ts';
import { hasSessionCookie } from './session.ts';
import type { CurrentUser } from '../platform/http/api.ts';
import type { Auth } from './auth.ts';

const SignInRequest = v.object({
  email: emailField,
  password: v.string('Password is required'),
  rememberMe: v.optional(v.boolean(), true),
});

const SignedIn = v.object({ user: v.object({ id: v.string() }) });

type AuthRoutesParts = {
  auth: Auth;
  db: Database;
  clock: () => Date;
  limits: Limits<'signIn'>;
  origins: readonly string[];
  mailer: { kick(): unknown };
};

/** Returns the routes with their full paths, to be mounted at '/'. */
export function authRoutes(parts: AuthRoutesParts): Hono<ServerEnv> {
  const { db, limits } = parts;
  const routes = new Hono<ServerEnv>();

  /** Deletes the session of the request's cookie, if there is one. */
  async function endSession(c: Context<ServerEnv>): Promise<void> {
    const session = await currentSession(c);
    if (session) await db.deleteFrom('session').where('id', '=', session.id).execute();
  }

  routes.post('/api/auth/sign-in/email', async (c) => {
    const credentials = await readJson(c, SignInRequest);
    noteAccount(c, credentials.email);
    const caller = { account: credentials.email, address: c.get('clientAddress') };
    const response = await countGuess(limits, caller, () =>
      callAuth(c, parts, c.req.path, credentials),
    );
    // The new cookie replaces that of the former session, which must not stay valid for anybody else.
    await endSession(c);
    const { user } = v.parse(SignedIn, await response.clone().json());
    c.set('actor', user.id);
    return response;
  });

  routes.post('/api/auth/sign-out', async (c) => {
    // First: better-auth removes the cookie and succeeds even if the session could not be deleted.
    await endSession(c);
    return callAuth(c, parts, c.req.path, {});
  });
  routes.get('/api/auth/get-session', async (c) =>
    // Most visitors have no account, so most requests need no query.
    (await hasSessionCookie(c, parts.auth)) ? requestSession(c, parts) : c.json(null),
  );
  return routes;
}

// Limits guesses at passwords. Every route that checks one goes through here.

/**
 * Runs `work`, which checks a password and throws a 401 problem if it is wrong. Only a wrong password counts against
 * the sign-in limits, but it is counted before the check, so that parallel guesses count too. Throws a 429 problem,
 * without running `work`, when the limits are used up.
 */
export async function countGuess<T>(
  { signIn }: Limits<'signIn'>,
  caller: Required<Caller>,
  work: () => Promise<T>,
): Promise<T> {
  await signIn.consume(caller);
  try {
    const result = await work();
    await signIn.restore(caller);
    return result;
  } catch (error) {
    const isWrong = error instanceof ProblemError && error.status === 401;
    if (!isWrong) await signIn.restore(caller);
    throw error;
  }
}

// Asks for the password again, where a borrowed phone or a stolen cookie must not be enough.

const REQUIRED = 'Password is required';
const WRONG = 'This is not the password of your account. Please type it again.';

/** The current password as a client sends it. */
export const ownPassword = v.pipe(
  v.string(REQUIRED),
  v.nonEmpty(REQUIRED),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);

/**
 * Returns the stored hash that the password fits. Throws a 401 problem at `field` for a wrong password, which
 * counts as a failed login, and a 429 problem after too many of them.
 */
export async function requirePassword(
  c: Context<ServerEnv>,
  { auth, db, limits }: { auth: Auth; db: Database; limits: Limits<'signIn'> },
  { user, field, password }: { user: CurrentUser; field: string; password: string },
): Promise<string> {
  noteAccount(c, user.email);
  const caller = { account: user.email, address: c.get('clientAddress') };
  return countGuess(limits, caller, async () => {
    const account = await db
      .selectFrom('account')
      .select('password')
      .where('userId', '=', user.id)
      .where('providerId', '=', 'credential')
      .executeTakeFirst();
    const hash = account?.password;
    const { password: passwords } = await auth.$context;
    if (hash && (await passwords.verify({ hash, password }))) return hash;
    throw new ProblemError(401, WRONG, {
      code: 'INVALID_PASSWORD',
      errors: [{ field, message: WRONG }],
    });
  });
}

/**
 * Resolves to the id of the account with these credentials; to undefined, after the same work, for a wrong password
 * and for an unknown account.
 */
export async function findAccount(
  auth: Auth,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const { internalAdapter, password: passwords } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const hash = found?.accounts.find((account) => account.providerId === 'credential')?.password;
  if (!found || !hash) {
    await passwords.hash(password);
    return undefined;
  }
  return (await passwords.verify({ hash, password })) ? found.user.id : undefined;
}
