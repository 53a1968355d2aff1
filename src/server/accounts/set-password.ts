// Stores a new password, ends the sessions of the old one, and notifies the account by e-mail.
import type { Limits } from '../platform/http/limits.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Auth } from './auth.ts';
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Context } from 'hono';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Schema } from '../platform/database/schema.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { PasswordChangedFacts } from '../mail/outbox.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { ServerEnv } from '../platform/http/api.ts';
import { emailField } from '../../shop/forms/fields.ts';
import { noteAccount } from '../platform/http/api.ts';
import { readJson } from '../platform/http/request.ts';
import { allLinks, deleteOldLinks, storeLink, linkIdentifier, linkToken } from './links.ts';
import { passwordToSet, refuseWeak } from './password.ts';
import { requireSession } from '../platform/http/api.ts';
import { renewToken, sendToken } from './session.ts';
import { ownPassword, requirePassword } from './sign-in.ts';
import type { CurrentSession } from '../platform/http/api.ts';
import { markConfirmed } from './confirm-email.ts';

interface PasswordToSet {
  userId: string;
  email: string;
  hash: string;
  /** The password is set only if this is still the hash of the current one. */
  oldHash?: string;
  /** The one session that does not end. */
  keptSession?: string;
  /** At most one e-mail is sent per key. */
  dedupeKey: string;
  facts?: Pick<PasswordChangedFacts, 'isByOldPassword'>;
}

/**
 * Stores the hash, ends the sessions and the password reset links, and enqueues the e-mail. Resolves to false if
 * `oldHash` is not the current one; the transaction must then not be committed.
 */
async function setPassword(
  trx: Transaction<Schema>,
  now: Date,
  { userId, email, hash, oldHash, keptSession = '', dedupeKey, facts }: PasswordToSet,
): Promise<boolean> {
  const at = now.toISOString();
  // First, because a request that uses a link locks the link before the account: another order could deadlock.
  await trx
    .deleteFrom('verification')
    .where('identifier', 'like', allLinks('password-reset'))
    .where('value', '=', userId)
    .execute();
  const account = await trx
    .updateTable('account')
    .set({ password: hash, updatedAt: at })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .$if(oldHash !== undefined, (query) => query.where('password', '=', oldHash ?? ''))
    .returning('id')
    .executeTakeFirst();
  if (!account) return false;
  await trx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '<>', keptSession)
    .execute();
  await enqueueMail(trx, now, [
    {
      kind: 'password-changed',
      dedupeKey: `password-changed:${dedupeKey}`,
      recipient: email,
      facts: { email, changedAt: at, ...facts },
    },
  ]);
  return true;
}

// Changes the password of an account, which must give its old one. One transaction sets it, ends all other sessions and
// the password reset links, renews this session's token and enqueues the e-mail that notifies the account.

/**
 * Changes the password of the session's account. Throws a 401 problem at `currentPassword` for a wrong one, a
 * 400 problem at `newPassword` for a weak one, a 409 problem if another change came first.
 */
async function changePassword(
  c: Context<ServerEnv>,
  parts: {
    auth: Auth;
    db: Database;
    clock: () => Date;
    limits: Limits<'passwordReset' | 'signIn'>;
    mailer: { kick(): unknown };
  },
  { id: sessionId, user }: CurrentSession,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { auth, db, clock, mailer } = parts;
  const own = { user, field: 'currentPassword', password: currentPassword };
  const oldHash = await requirePassword(c, parts, own);
  await refuseWeak('newPassword', newPassword, user);
  const { password: passwords } = await auth.$context;
  // Outside of the transaction: hashing is slow, and the embedded database has one writer.
  const hash = await passwords.hash(newPassword);
  const now = clock();
  const token = await db.transaction().execute(async (trx) => {
    const isSet = await setPassword(trx, now, {
      userId: user.id,
      email: user.email,
      hash,
      oldHash,
      keptSession: sessionId,
      dedupeKey: randomUUID(),
      facts: { isByOldPassword: true },
    });
    // Of two concurrent changes, the later one finds another hash.
    if (!isSet) throw changedMeanwhile();
    return renewToken(trx, sessionId);
  });
  await sendToken(c, parts, token);
  // After the response: rendering the e-mail takes time.
  setImmediate(() => mailer.kick());
}

function changedMeanwhile(): ProblemError {
  return new ProblemError(
    409,
    'Your password was changed somewhere else at the same moment. Please log in with that new password.',
  );
}

// The routes that set a new password, under better-auth's names: with the old password, or with the link of an
// e-mail, which another route sends.

const LinkRequest = v.object({ email: emailField });

const ResetRequest = v.object({
  token: linkToken,
  newPassword: passwordToSet,
});

const ChangeRequest = v.object({ currentPassword: ownPassword, newPassword: passwordToSet });

type PasswordRoutesParts = {
  auth: Auth;
  db: Database;
  clock: () => Date;
  limits: Limits<'passwordReset' | 'signIn'>;
  mailer: { kick(): unknown };
};

/** Returns the routes with their full paths, to be mounted at '/'. */
export function passwordRoutes(parts: PasswordRoutesParts): Hono<ServerEnv> {
  const { limits } = parts;
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/request-password-reset', async (c) => {
    const { email: account } = await readJson(c, LinkRequest);
    noteAccount(c, account);
    // Before anything is looked up: an unknown account is counted like a known one.
    await limits.passwordReset.consume({ account, address: c.get('clientAddress') });
    await requestPasswordReset(parts, account);
    return c.json({ status: true });
  });

  routes.post('/api/auth/reset-password', async (c) => {
    const address = c.get('clientAddress');
    await limits.passwordReset.consume({ address });
    const request = await readJson(c, ResetRequest);
    const account = await resetPassword(parts, request);
    noteAccount(c, account);
    // Somebody who forgot the password has tried wrong ones before, which must not lock them out now.
    await limits.signIn.reset({ account, address });
    return c.json({ status: true, email: account });
  });

  routes.post('/api/auth/change-password', async (c) => {
    const session = await requireSession(c);
    await changePassword(c, parts, session, await readJson(c, ChangeRequest));
    return c.json({ status: true });
  });

  return routes;
}

// 'Forgot password?': e-mails a link to the account. Neither the response nor its duration reveals whether the
// address has an account: an unknown one costs the same writes.

const LINK_LIFE_MS = 60 * 60_000;

/** In place of an account id, for an unknown address. Nobody learns the token. */
const NOBODY = '';

/** Enqueues the e-mail with a link that works once, for an hour. `email` must be in lower case. */
async function requestPasswordReset(
  { db, clock, mailer }: { db: Database; clock: () => Date; mailer: { kick(): unknown } },
  email: string,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const account = trx.selectFrom('user').select('id').where('email', '=', email);
    const user = await account.executeTakeFirst();
    await deleteOldLinks(trx, now, 'password-reset');
    const value = user?.id ?? NOBODY;
    const link = { purpose: 'password-reset', value, lifeMs: LINK_LIFE_MS } as const;
    const { id, token, expiresAt } = await storeLink(trx, now, link);
    if (!user) return;
    await enqueueMail(trx, now, [
      {
        kind: 'password-reset',
        // Also used as a file name and in the log: it must reveal neither the account nor the token.
        dedupeKey: `password-reset:${id}`,
        recipient: email,
        facts: { email, token, expiresAt },
      },
    ]);
  });
  // After the response: rendering the e-mail takes time.
  setImmediate(() => mailer.kick());
}

// Sets a new password with the token of a link, once. One transaction sets it, ends all sessions of the account,
// removes its other links and enqueues the e-mail that notifies it.

/**
 * Resolves to the account's e-mail. Throws a 400 problem for a link that was used, has expired or never existed, and
 * for a weak password; the link then stays valid.
 */
async function resetPassword(
  {
    auth,
    db,
    clock,
    mailer,
  }: { auth: Auth; db: Database; clock: () => Date; mailer: { kick(): unknown } },
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const identifier = linkIdentifier('password-reset', token);
  const now = clock();
  const at = now.toISOString();
  // Checked before the hash, which is expensive, and again under the lock.
  const owner = await findOwner(db, identifier, at);
  if (!owner) throw badLink();
  await refuseWeak('newPassword', newPassword, owner);
  const { password: passwords } = await auth.$context;
  const hash = await passwords.hash(newPassword);
  const account = await db.transaction().execute(async (trx) => {
    const link = await trx
      .deleteFrom('verification')
      .where('identifier', '=', identifier)
      .where('expiresAt', '>', at)
      .returning(['id', 'value'])
      .executeTakeFirst();
    if (!link) throw badLink();
    const { email } = await trx
      .selectFrom('user')
      .select('email')
      .where('id', '=', link.value)
      .executeTakeFirstOrThrow(badLink);
    await setPassword(trx, now, { userId: link.value, email, hash, dedupeKey: link.id });
    // The link was e-mailed: whoever used it receives what is sent to this address.
    await markConfirmed(trx, link.value, at);
    return email;
  });
  mailer.kick();
  return account;
}

/** Resolves to the owner of the link; to undefined if the link is not valid. */
function findOwner(db: Kysely<Schema>, identifier: string, at: string) {
  return db
    .selectFrom('verification')
    .innerJoin('user', 'user.id', 'verification.value')
    .select(['user.name', 'user.email'])
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
}

function badLink(): ProblemError {
  const message = 'This link has been used or is too old. Please ask for a new one.';
  return new ProblemError(400, message, { code: 'INVALID_TOKEN', message });
}
