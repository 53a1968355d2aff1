// Proves who somebody is: signs in and out, reads the session, asks for the password again. Every check of a password
// happens here and is limited. The paths are better-auth's; its other routes are not reachable.
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { emailField } from '../../shop/forms/fields.ts';
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from '../../shop/forms/sign-up.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { currentSession } from '../platform/http/api.ts';
import type { CurrentSession, ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import { deviceName, requestAuth, requestSession } from './auth.ts';
import type { AuthCore, AuthParts } from './auth.ts';
import { countGuess, countOwnGuess, rememberBrowser } from './known-browser.ts';
import type { GuessLimits } from './known-browser.ts';
import { hasSessionCookie, sendToken, startSession } from './session.ts';

const SignInRequest = v.object({
  email: emailField,
  password: v.pipe(
    v.string('Password is required'),
    v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
  ),
});

interface PasswordCheckParts {
  auth: AuthCore;
  db: Database;
  limits: GuessLimits;
}

/** Returns the routes with their full paths, to be mounted at '/'. */
export function authRoutes(parts: AuthParts & PasswordCheckParts): Hono<ServerEnv> {
  const { auth, db } = parts;
  const routes = new Hono<ServerEnv>();

  /** Deletes the session of the request's cookie, if there is one. */
  async function endSession(c: Context<ServerEnv>): Promise<void> {
    const session = await currentSession(c);
    if (session) await db.deleteFrom('session').where('id', '=', session.id).execute();
  }

  routes.post('/api/auth/sign-in/email', async (c) => {
    // Not by better-auth's own route, which refuses international top-level domains.
    const { user, hash } = await requireAccount(c, parts, await readJson(c, SignInRequest));
    c.set('actor', user.id);
    const session = { userId: user.id, device: deviceName(c.req.header('user-agent')) };
    const token = await db.transaction().execute(async (trx) => {
      await lockPassword(trx, user.id, hash, wrongCredentials);
      // The time of better-auth, which extends and ends sessions by it.
      return startSession(trx, new Date(), session);
    });
    // The new cookie replaces that of the former session, which must not stay valid for anybody else.
    await endSession(c);
    await sendToken(c, auth, token);
    // After the session's own cookie, which clients may expect first.
    await rememberBrowser(c, auth, user.email);
    return c.json({ token: null, user });
  });

  routes.post('/api/auth/sign-out', async (c) => {
    // First: better-auth removes the cookie and succeeds even if the session could not be deleted.
    await endSession(c);
    return requestAuth(c, parts, c.req.path, {});
  });

  routes.get('/api/auth/get-session', async (c) =>
    // Most visitors have no account, so most requests need no query.
    (await hasSessionCookie(c, auth)) ? requestSession(c, parts) : c.json(null),
  );
  return routes;
}

const REQUIRED = 'Password is required';
const WRONG = 'This is not the password of your account. Please type it again.';

/** The current password as a client sends it. */
export const ownPassword = v.pipe(
  v.string(REQUIRED),
  v.nonEmpty(REQUIRED),
  v.maxLength(LONGEST_PASSWORD, PASSWORD_TOO_LONG),
);

interface OwnPassword {
  session: CurrentSession;
  field: string;
  password: string;
}

/**
 * Asks for the password again, where a borrowed phone or a stolen cookie must not be enough. Returns the stored hash that
 * the password fits. Throws a 401 problem at `field` for a wrong one, and a 429 problem after too many of them in this
 * session.
 */
export function requirePassword(
  c: Context<ServerEnv>,
  { auth, limits }: Omit<PasswordCheckParts, 'db'>,
  { session, field, password }: OwnPassword,
): Promise<string> {
  return countOwnGuess(c, { limits }, session, async () => {
    const { internalAdapter, password: passwords } = await auth.$context;
    const accounts = await internalAdapter.findAccounts(session.user.id);
    const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
    if (hash && (await passwords.verify({ hash, password }))) return hash;
    throw wrongPassword(field);
  });
}

/** Returns the 401 problem at the field of the current password. */
export function wrongPassword(field: string): ProblemError {
  const errors = [{ field, message: WRONG }];
  return new ProblemError(401, WRONG, { code: 'INVALID_PASSWORD', errors });
}

/**
 * Locks an account whose password has been proven, until the transaction ends. Must come first in it. Throws what `refuse`
 * returns if the password, by its `hash`, has changed since, or the account is gone.
 */
export async function lockPassword(
  trx: Transaction<Schema>,
  userId: string,
  hash: string,
  refuse: () => ProblemError,
): Promise<void> {
  await lockAccount(trx, userId);
  await trx
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .where('password', '=', hash)
    .executeTakeFirstOrThrow(refuse);
}

/**
 * Resolves to the account with these credentials, and to the stored hash that the password fits. Throws the same 401
 * problem, after the same work, for a wrong password and for an unknown account, which counts as a failed login.
 */
export function requireAccount(
  c: Context<ServerEnv>,
  { auth, limits }: Omit<PasswordCheckParts, 'db'>,
  { email, password }: { email: string; password: string },
) {
  return countGuess(c, { auth, limits }, { email }, async () => {
    const { internalAdapter, password: passwords } = await auth.$context;
    const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
    const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password;
    if (!found || !hash) await passwords.hash(password);
    else if (await passwords.verify({ hash, password })) return { user: found.user, hash };
    throw wrongCredentials();
  });
}

/** Returns the 401 problem of a login. */
export function wrongCredentials(): ProblemError {
  return new ProblemError(401, 'The e-mail or the password is wrong. Please check both.', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
  });
}
