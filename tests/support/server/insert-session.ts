// Accounts and sessions put into the database as better-auth keeps them. Signing up and in takes two password hashes,
// which are slow on purpose; a test that is about neither does without them.
import { makeSignature } from 'better-auth/crypto';
import { createAuth } from '../../../src/server/accounts/auth.ts';
import type { Auth } from '../../../src/server/accounts/auth.ts';
import { openDatabaseBeside } from '../../../src/server/database/open-database.ts';
import type { DatabaseSettings } from '../../../src/server/database/open-database.ts';
import { createLog } from '../../../src/server/runtime/log.ts';
import { quickHash } from './quick-hash.ts';

/** Of the shops that tests start: it signs the cookies that `insertSession` makes for them. */
export const SESSION_SECRET = 'only-for-tests-and-of-32-letters';

/** Adds an account, which can log in if it has a password. Returns its id. */
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

/** Adds a session of the account. Returns the cookie that carries it. */
export async function insertSession(
  auth: Auth,
  userId: string,
): Promise<{ name: string; value: string }> {
  const { internalAdapter, authCookies, secret } = await auth.$context;
  const { token } = await internalAdapter.createSession(userId);
  const value = encodeURIComponent(`${token}.${await makeSignature(token, secret)}`);
  return { name: authCookies.sessionToken.name, value };
}

/**
 * Opens the accounts of a shop that runs at `origin` on that database, with SESSION_SECRET; `close` leaves the shop as
 * it is.
 */
export async function openAccountsBeside(
  database: DatabaseSettings,
  origin: string,
): Promise<{ auth: Auth; close(): Promise<void> }> {
  const { db, kind, close } = await openDatabaseBeside(database);
  const log = createLog('silent');
  return { auth: createAuth({ db, kind, log, origins: [origin], secret: SESSION_SECRET }), close };
}
