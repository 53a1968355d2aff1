// The two steps of a sign-up: the account, then its profile. A sign-up that broke between them is completed by trying
// again.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { emailField, required } from '../../shop/forms/fields.ts';
import { SignUpForm } from '../../shop/forms/sign-up.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { noteAccount } from '../platform/http/api.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { countOnly } from '../platform/http/limits.ts';
import type { Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import type { Auth } from './auth.ts';
import { enqueueConfirmation } from './confirm-email.ts';
import { rememberBrowser } from './known-browser.ts';
import type { GuessLimits } from './known-browser.ts';
import { deleteOldLinks, plainMailbox } from './links.ts';
import { newPasswordField } from './password.ts';
import { lockPassword, requireAccount, wrongCredentials } from './sign-in.ts';

const SignUpRequest = v.object({
  name: required('Name', 100),
  email: emailField,
  password: newPasswordField,
});

interface SignUpParts {
  auth: Auth;
  db: Database;
  clock: () => Date;
  limits: Limits<'signUp' | 'email'> & GuessLimits;
  mailer: { kick(): unknown };
}

/** Returns the routes with their full paths, to be mounted at '/'. */
export function signUpRoutes(parts: SignUpParts): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/sign-up/email', async (c) => {
    const account = await readJson(c, SignUpRequest);
    const caller = { address: c.get('clientAddress') };
    const { signUp: limit } = parts.limits;
    const user = await countOnly(isCounted, { limit, caller }, () => {
      noteAccount(c, account.email);
      return createAccount(parts, account, caller.address);
    });
    await rememberBrowser(c, parts.auth, account.email);
    return c.json({ token: null, user });
  });

  routes.post('/api/users/register', async (c) => {
    const form = await readJson(c, SignUpForm);
    // The password in the form proves whose account it is. It is not stored here.
    const { user, hash } = await requireAccount(c, parts, form);
    c.set('actor', user.id);
    await parts.db.transaction().execute(async (trx) => {
      await lockPassword(trx, user.id, hash, wrongCredentials);
      await storeProfile(trx, parts.clock(), user.id, form);
    });
    return c.json({ id: user.id, name: form.name, email: form.email }, 201);
  });
  return routes;
}

/** What was made, and what costs a look-up for nothing. A failure of ours gives its point back. */
const isCounted = (error: unknown) =>
  error === undefined || (error instanceof ProblemError && error.status === 422);

/**
 * Creates an account that can sign in and enqueues the e-mail that confirms its address, in one transaction.
 * better-auth's sign-up writes user and password in two steps: after a crash in between, nobody could sign up
 * with that address again. A mailbox, or a network, that has had its e-mails of the day gets none: the account page sends
 * it on request. Throws a 422 problem when the address has an account. Resolves to it as better-auth shows it.
 */
async function createAccount(
  { auth, db, clock, limits, mailer }: SignUpParts,
  { name, email, password }: v.InferOutput<typeof SignUpRequest>,
  address: string,
) {
  if (await hasAccount(db, email)) throw alreadyExists();
  const { password: passwords } = await auth.$context;
  // Outside of the transaction: hashing is slow, and the embedded database has one writer.
  const hash = await passwords.hash(password);
  const mayMail = await limits.email.tryConsume({ mailbox: plainMailbox(email), address });
  const now = clock();
  const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  const user = { id: randomUUID(), name, email, ...at };
  try {
    await db.transaction().execute(async (trx) => {
      // First: all transactions lock these tables in the same order, so that they cannot deadlock.
      await deleteOldLinks(trx, now, 'email-confirmation');
      // SQLite cannot bind booleans.
      const unconfirmed = { ...user, emailVerified: sql<boolean>`false` };
      await trx.insertInto('user').values(unconfirmed).execute();
      const credential = { userId: user.id, accountId: user.id, providerId: 'credential' };
      const account = { id: randomUUID(), ...credential, password: hash, ...at };
      await trx.insertInto('account').values(account).execute();
      if (mayMail) await enqueueConfirmation(trx, now, user);
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

async function hasAccount(db: Database, email: string): Promise<boolean> {
  const query = db.selectFrom('user').select('id').where('email', '=', email);
  return (await query.executeTakeFirst()) !== undefined;
}

function alreadyExists(): ProblemError {
  const message = 'This e-mail already has an account. Please log in instead.';
  const code = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
  return new ProblemError(422, message, { code, message });
}

/** Stores the profile, or replaces it: repeating the request is no error. */
async function storeProfile(
  trx: Transaction<Schema>,
  now: Date,
  userId: string,
  form: v.InferOutput<typeof SignUpForm>,
): Promise<void> {
  const at = now.toISOString();
  const profile = {
    name: form.name,
    email: form.email,
    phone_number: form.phoneNumber ?? '',
    pincode: form.pincode ?? '',
    dob: form.dob ?? '',
    state: form.state ?? '',
    address: form.address ?? '',
    landmark: form.landmark || null,
    updated_at: at,
  };
  await trx
    .insertInto('profile')
    .values({ user_id: userId, ...profile, created_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(profile))
    .execute();
}
