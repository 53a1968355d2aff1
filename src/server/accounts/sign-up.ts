// Creates accounts in one transaction, and finds them by their credentials.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AppParts } from '../app-parts.ts';
import type { Schema } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Auth } from './auth.ts';
import { enqueueConfirmation } from './confirm-email.ts';
import { dropOldLinks } from './links.ts';

export interface NewAccount {
  name: string;
  /** Lower case. */
  email: string;
  password: string;
}

/** An account as better-auth returns it. */
export interface AccountUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** ISO-8601. */
  createdAt: string;
  /** ISO-8601. */
  updatedAt: string;
}

/**
 * Creates an account that can sign in and enqueues the e-mail that confirms its address, in one transaction.
 * better-auth's sign-up writes user and password in two steps: after a crash in between, nobody could sign up
 * with that address again. Throws a 422 problem when the address has an account.
 */
export async function createAccount(
  { auth, db, clock, mailer }: Pick<AppParts, 'auth' | 'db' | 'clock' | 'mailer'>,
  { name, email, password }: NewAccount,
): Promise<AccountUser> {
  if (await hasAccount(db, email)) throw alreadyExists();
  const { password: passwords } = await auth.$context;
  // Outside of the transaction: hashing is slow, and the embedded database has one writer.
  const hash = await passwords.hash(password);
  const now = clock();
  const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const user = { id: randomUUID(), name, email, ...at };
  try {
    await db.transaction().execute(async (trx) => {
      // First: all transactions lock these tables in the same order, so that they cannot deadlock.
      await dropOldLinks(trx, now, 'email-confirmation');
      // SQLite cannot bind booleans.
      const unconfirmed = { emailVerified: sql<boolean>`false` };
      await trx
        .insertInto('user')
        .values({ ...user, ...unconfirmed })
        .execute();
      const credential = { userId: user.id, accountId: user.id, providerId: 'credential' };
      const account = { id: randomUUID(), ...credential, password: hash, ...at };
      await trx.insertInto('account').values(account).execute();
      await enqueueConfirmation(trx, now, user);
    });
  } catch (error) {
    // Two sign-ups at once: the unique e-mail lets one of them through.
    if (await hasAccount(db, email)) throw alreadyExists();
    throw error;
  }
  // After the response: rendering the e-mail takes time.
  setImmediate(() => mailer.kick());
  return { ...user, emailVerified: false };
}

/**
 * Resolves to the id of the account with these credentials; to undefined, after the same work, for a wrong password
 * and for an unknown account.
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
