// Creates accounts in one transaction, and finds them by their credentials.
import type { Limits } from '../platform/http/limits.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Auth } from './auth.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Schema } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { SignUpForm } from '../../shop/forms/sign-up.ts';
import { noteAccount } from '../platform/http/api.ts';
import { readJson } from '../platform/http/request.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { emailField, required } from '../../shop/forms/fields.ts';
import { enqueueConfirmation } from './confirm-email.ts';
import { deleteOldLinks } from './links.ts';
import { countGuess, findAccount } from './sign-in.ts';
import { passwordToSet, refuseWeak } from './password.ts';

const SignUpRequest = v.object({
  name: required('Name', 100),
  email: emailField,
  password: passwordToSet,
});

interface NewAccount {
  name: string;
  /** Lower case. */
  email: string;
  password: string;
}

/** An account as better-auth returns it. */
interface AccountUser {
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
  {
    auth,
    db,
    clock,
    mailer,
  }: { auth: Auth; db: Database; clock: () => Date; mailer: { kick(): unknown } },
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
      await deleteOldLinks(trx, now, 'email-confirmation');
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

async function hasAccount(db: Kysely<Schema>, email: string): Promise<boolean> {
  const query = db.selectFrom('user').select('id').where('email', '=', email);
  return (await query.executeTakeFirst()) !== undefined;
}

function alreadyExists(): ProblemError {
  const message = 'This e-mail already has an account. Please log in instead.';
  const code = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
  return new ProblemError(422, message, { code, message });
}

// POST /api/users/register, step 2 of a sign-up: stores the profile of a new account. The password in the payload
// proves whose account it is and is not stored here. Repeating the request is no error, so a sign-up that broke
// between its two steps is completed by trying again.

type SignUpParts = {
  auth: Auth;
  db: Database;
  clock: () => Date;
  limits: Limits<'signIn' | 'signUp'>;
  mailer: { kick(): unknown };
};

/** Returns the routes with their full paths, to be mounted at '/'. */
export function signUpRoutes(parts: SignUpParts): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/sign-up/email', async (c) => {
    await parts.limits.signUp.consume({ address: c.get('clientAddress') });
    const account = await readJson(c, SignUpRequest);
    noteAccount(c, account.email);
    await refuseWeak('password', account.password, account);
    const user = await createAccount(parts, account);
    return c.json({ token: null, user });
  });

  routes.post('/api/users/register', async (c) => {
    const request = await readJson(c, SignUpForm);
    noteAccount(c, request.email);
    const caller = { account: request.email, address: c.get('clientAddress') };
    const userId = await countGuess(parts.limits, caller, () => requireAccount(parts, request));
    c.set('actor', userId);
    await storeProfile(parts, userId, request);
    return c.json({ id: userId, name: request.name, email: request.email }, 201);
  });
  return routes;
}

async function requireAccount(
  { auth }: SignUpParts,
  credentials: { email: string; password: string },
): Promise<string> {
  const userId = await findAccount(auth, credentials);
  if (userId !== undefined) return userId;
  throw new ProblemError(401, 'This e-mail has an account with another password, or none.', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
  });
}

async function storeProfile(
  { db, clock }: SignUpParts,
  userId: string,
  request: v.InferOutput<typeof SignUpForm>,
): Promise<void> {
  const at = clock().toISOString();
  const profile = {
    name: request.name,
    email: request.email,
    phone_number: request.phoneNumber ?? '',
    pincode: request.pincode ?? '',
    dob: request.dob ?? '',
    state: request.state ?? '',
    address: request.address ?? '',
    landmark: request.landmark || null,
    updated_at: at,
  };
  await db
    .insertInto('profile')
    .values({ user_id: userId, ...profile, created_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
    .execute();
}
