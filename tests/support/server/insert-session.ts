// Inserts accounts and sessions as better-auth stores them. Signing up and in needs two password hashes, which are slow on
// purpose. Tests of other things avoid them.
import { makeSignature } from 'better-auth/crypto';
import { createAuth, SESSION_LIFE } from '../../../src/server/accounts/auth.ts';
import type { Auth } from '../../../src/server/accounts/auth.ts';
import { hashPassword } from '../../../src/server/accounts/password.ts';
import { openDatabaseBeside } from '../../../src/server/platform/database/open.ts';
import type { DatabaseSettings } from '../../../src/server/platform/database/open.ts';
import { withoutTimeLimit } from '../../../src/server/platform/database/postgres.ts';
import { createLog } from '../../../src/server/platform/log.ts';

/** The secret of the shops that tests start. It signs the cookies of `insertSession`. */
export const SESSION_SECRET = 'only-for-tests-and-of-32-letters';

/** Adds an account. Without a password it cannot log in. Resolves to its id. */
export async function insertAccount(
  auth: Auth,
  {
    name = 'Kavya Raman',
    email,
    password,
    isConfirmed = false,
  }: { name?: string; email: string; password?: string; isConfirmed?: boolean },
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const { id } = await internalAdapter.createUser(
    { name, email, emailVerified: isConfirmed },
    { method: 'test' },
  );
  if (password === undefined) return id;
  await internalAdapter.linkAccount({
    userId: id,
    accountId: id,
    providerId: 'credential',
    password: await hashPassword(password),
  });
  return id;
}

/** Adds a session of the account on a phone, as of `now`. Resolves to its cookie. */
export async function insertSession(
  auth: Auth,
  userId: string,
  now = Date.now(),
): Promise<{ name: string; value: string }> {
  const { internalAdapter, authCookies, secret } = await auth.$context;
  const at = new Date(now);
  const session = {
    userAgent: 'Chrome on Android',
    createdAt: at,
    updatedAt: at,
    expiresAt: new Date(now + SESSION_LIFE * 1000),
  };
  // The last argument lets it replace the times.
  const { token } = await internalAdapter.createSession(userId, false, session, true);
  const value = encodeURIComponent(`${token}.${await makeSignature(token, secret)}`);
  return { name: authCookies.sessionToken.name, value };
}

/**
 * Resolves to the result of `work` with the accounts in the database of a shop that runs with SESSION_SECRET. On a busy machine
 * a connection takes longer than a shopper would wait, and here nobody waits.
 */
export async function withAccounts<T>(
  { database, origin }: { database: DatabaseSettings; origin: string },
  work: (auth: Auth) => Promise<T>,
): Promise<T> {
  const { db, kind, close } = await openDatabaseBeside(database);
  const log = createLog('silent');
  const auth = createAuth({ db, kind, log, origins: [origin], secret: SESSION_SECRET });
  return withoutTimeLimit(() => work(auth)).finally(close);
}
