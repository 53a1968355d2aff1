// Accounts as the shop handles them itself: made in one step, and looked up by their credentials.
import type { Kysely } from 'kysely';
import type { AppParts } from '../app-parts.ts';
import type { Schema } from '../database/schema.ts';
import { ProblemError } from '../http/problem.ts';
import type { Auth } from './auth.ts';

export interface NewAccount {
  name: string;
  /** Lower case. */
  email: string;
  password: string;
}

/** An account as the identity provider shows it. */
export interface AccountUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Makes an account that can sign in, or nothing: better-auth's own call would write the person and
 * the password in two steps, and whoever lost power in between could never sign up again. Throws a
 * 422 problem when the e-mail has an account.
 */
export async function createAccount(
  { auth, db, clock }: Pick<AppParts, 'auth' | 'db' | 'clock'>,
  { name, email, password }: NewAccount,
): Promise<AccountUser> {
  if (await hasAccount(db, email)) throw alreadyExists();
  const { adapter, password: passwords } = await auth.$context;
  // Outside of the transaction: it takes a while, and the embedded database has one writer.
  const hash = await passwords.hash(password);
  const now = clock();
  const at = { createdAt: now, updatedAt: now };
  try {
    return await adapter.transaction(async (trx) => {
      const data = { name, email, emailVerified: false, ...at };
      const user = await trx.create<typeof data, AccountUser>({ model: 'user', data });
      const credential = { userId: user.id, accountId: user.id, providerId: 'credential' };
      await trx.create({ model: 'account', data: { ...credential, password: hash, ...at } });
      return user;
    });
  } catch (error) {
    // Two sign-ups at once: the unique e-mail lets one of them through.
    if (await hasAccount(db, email)) throw alreadyExists();
    throw error;
  }
}

/**
 * The id of the account with these credentials; undefined for a wrong password and for an unknown
 * account alike, after the same work.
 */
export async function findAccount(
  auth: Auth,
  { email, password }: Pick<NewAccount, 'email' | 'password'>,
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

async function hasAccount(db: Kysely<Schema>, email: string): Promise<boolean> {
  const query = db.selectFrom('user').select('id').where('email', '=', email);
  return (await query.executeTakeFirst()) !== undefined;
}

function alreadyExists(): ProblemError {
  const message = 'This e-mail already has an account. Please log in instead.';
  const code = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
  return new ProblemError(422, message, { code, message });
}
