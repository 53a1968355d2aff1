// Inserts accounts and sessions as better-auth stores them. Signing up and in needs two password hashes, which are slow on
// purpose. Tests of other things avoid them.
import { makeSignature } from 'better-auth/crypto';
import { createAuth } from '../../../src/server/accounts/auth.ts';
import type { Auth } from '../../../src/server/accounts/auth.ts';
import { openDatabaseBeside } from '../../../src/server/platform/database/open.ts';
import type { DatabaseSettings } from '../../../src/server/platform/database/open.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { quickHash } from './quick-hash.ts';

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
    password: await quickHash(password),
  });
  return id;
}

/** Adds a session of the account on a phone. Resolves to its cookie. */
export async function insertSession(
  auth: Auth,
  userId: string,
): Promise<{ name: string; value: string }> {
  const { internalAdapter, authCookies, secret } = await auth.$context;
  const device = { userAgent: 'Chrome on Android' };
  const { token } = await internalAdapter.createSession(userId, false, device);
  const value = encodeURIComponent(`${token}.${await makeSignature(token, secret)}`);
  return { name: authCookies.sessionToken.name, value };
}

/**
 * Opens the accounts in the database of a shop that runs at `origin` with SESSION_SECRET. `close` does not affect the
 * shop.
 */
export async function openAccountsBeside(
  database: DatabaseSettings,
  origin: string,
): Promise<{ auth: Auth; close(): Promise<void> }> {
  const { db, kind, close } = await openDatabaseBeside(database);
  const log = createLog('silent');
  return { auth: createAuth({ db, kind, log, origins: [origin], secret: SESSION_SECRET }), close };
}
