// Sets a new password: with the old one, or with the link of an e-mail. Either way one transaction stores it, ends the
// sessions and links of the old one, and enqueues the e-mail that notifies the account.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { emailField } from '../../shop/forms/fields.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { noteAccount, requireSession } from '../platform/http/api.ts';
import type { CurrentSession, ServerEnv } from '../platform/http/api.ts';
import type { Limits } from '../platform/http/limits.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import type { Auth } from './auth.ts';
import { markConfirmed } from './confirm-email.ts';
import { forgiveGuesses, knownBrowser } from './known-browser.ts';
import type { GuessLimits } from './known-browser.ts';
import {
  consumeLink,
  deleteLinks,
  deleteOldLinks,
  hasLink,
  linkIdentifier,
  linkToken,
  plainMailbox,
  storeLink,
} from './links.ts';
import { hashQueue, newPasswordField } from './password.ts';
import { renewToken, sendToken } from './session.ts';
import { ownPassword, requirePassword } from './sign-in.ts';

const LINK_LIFE_MS = 60 * 60_000;

const LinkRequest = v.object({ email: emailField });
const ResetRequest = v.object({ token: linkToken, newPassword: newPasswordField });
const ChangeRequest = v.object({ currentPassword: ownPassword, newPassword: newPasswordField });

interface PasswordParts {
  auth: Auth;
  db: Database;
  clock: () => Date;
  limits: Limits<'email' | 'anonymous' | 'account'> & GuessLimits;
  mailer: { kick(): unknown };
}

/** Returns the routes with their full paths, under better-auth's names, to be mounted at '/'. */
export function passwordRoutes(parts: PasswordParts): Hono<ServerEnv> {
  const { auth, limits } = parts;
  const routes = new Hono<ServerEnv>();

  routes.post('/api/auth/request-password-reset', async (c) => {
    const { email } = await readJson(c, LinkRequest);
    noteAccount(c, email);
    const address = c.get('clientAddress');
    // Before anything is looked up: an unknown account is counted like a known one.
    if (!(await knownBrowser(c, auth, email))) await limits.anonymous.consume({ address }, 10);
    const isOneOfFew = await limits.email.tryConsume({ mailbox: plainMailbox(email), address });
    // Unknown accounts have links too, which nobody receives: otherwise a second request would be faster for them.
    const nobody = `nobody ${c.get('pseudonym')(email)}`;
    await requestPasswordReset(parts, { email, nobody, isOneOfFew });
    return c.json({ status: true });
  });

  routes.post('/api/auth/reset-password', async (c) => {
    const request = await readJson(c, ResetRequest);
    const account = await resetPassword(parts, request, c.get('clientAddress'));
    noteAccount(c, account);
    // Somebody who forgot the password has tried wrong ones before, which must not lock them out now.
    await forgiveGuesses(c, parts, account);
    return c.json({ status: true, email: account });
  });

  routes.post('/api/auth/change-password', async (c) => {
    const session = await requireSession(c);
    await changePassword(c, parts, session, await readJson(c, ChangeRequest));
    return c.json({ status: true });
  });

  return routes;
}

/**
 * 'Forgot password?': enqueues the e-mail with a link that works once, for an hour. Neither the response nor its duration
 * reveals whether the address, in lower case, has an account: an unknown one costs the same writes.
 * @param request with `nobody` in place of an account id for an unknown address; without `isOneOfFew` only a confirmed
 *   address is sent anything, and only while no earlier link is valid, so that nobody can fill a mailbox, and its owner
 *   always has a link
 */
async function requestPasswordReset(
  { db, clock, mailer }: PasswordParts,
  { email, nobody, isOneOfFew }: { email: string; nobody: string; isOneOfFew: boolean },
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const account = trx.selectFrom('user').select(['id', 'emailVerified']);
    const found = await account.where('email', '=', email).executeTakeFirst();
    const mayReceive = found && (isOneOfFew || Boolean(found.emailVerified));
    const user = mayReceive && (await lockAccount(trx, found.id)) ? found : undefined;
    await deleteOldLinks(trx, now, 'password-reset');
    const value = user?.id ?? nobody;
    if (!isOneOfFew && (await hasLink(trx, value, 'password-reset'))) return;
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

/**
 * Sets a new password with the token of a link, once, and resolves to the account's e-mail. Throws a 400 problem for a
 * link that was used, has expired or never existed, and for a weak password; the link then stays valid. Throws a 429
 * problem for very many of either.
 */
async function resetPassword(
  { auth, db, clock, mailer, limits }: PasswordParts,
  { token, newPassword }: v.InferOutput<typeof ResetRequest>,
  address: string,
): Promise<string> {
  const identifier = linkIdentifier('password-reset', token);
  const now = clock();
  const at = now.toISOString();
  // Checked before the hash, which is expensive, and again under the lock.
  const owner = await findOwner(db, identifier, at);
  if (!owner) {
    // Counted only now: a genuine link works whatever others sent from the same address.
    await limits.anonymous.consume({ address }, 10);
    throw badLink();
  }
  await limits.account.consume({ account: owner.id }, 10);
  const hash = await hashNew(auth, newPassword);
  const { id: userId, email } = owner;
  await db.transaction().execute(async (trx) => {
    const link = await consumeLink(trx, identifier, at);
    if (!link) throw badLink();
    await setPassword(trx, now, { userId, email, hash, dedupeKey: link.id });
    // The link was e-mailed: whoever used it receives what is sent to this address.
    await markConfirmed(trx, userId, at);
  });
  mailer.kick();
  return email;
}

/** Resolves to the owner of the link; to undefined if the link is not valid. */
function findOwner(db: Database, identifier: string, at: string) {
  return db
    .selectFrom('verification')
    .innerJoin('user', 'user.id', 'verification.value')
    .select(['user.id', 'user.email'])
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
}

function badLink(): ProblemError {
  const message = 'This link has been used or is too old. Please ask for a new one.';
  return new ProblemError(400, message, { code: 'INVALID_TOKEN', message });
}

/**
 * Changes the password of the session's account, and renews the token of this session, which alone goes on. Throws a 401
 * problem at `currentPassword` for a wrong one, a 409 problem if another change came first.
 */
async function changePassword(
  c: Context<ServerEnv>,
  parts: PasswordParts,
  session: CurrentSession,
  { currentPassword, newPassword }: v.InferOutput<typeof ChangeRequest>,
): Promise<void> {
  const { auth, db, clock, mailer } = parts;
  const { id: sessionId, user } = session;
  const own = { session, field: 'currentPassword', password: currentPassword };
  const oldHash = await requirePassword(c, parts, own);
  const hash = await hashNew(auth, newPassword);
  const now = clock();
  const token = await db.transaction().execute(async (trx) => {
    await lockAccount(trx, user.id);
    const isSet = await setPassword(trx, now, {
      userId: user.id,
      email: user.email,
      hash,
      byOldPassword: { oldHash, sessionId },
      dedupeKey: randomUUID(),
    });
    // Of two concurrent changes, the later one finds another hash.
    if (!isSet) throw changedMeanwhile();
    return renewToken(trx, sessionId);
  });
  await sendToken(c, auth, token);
  // After the response: rendering the e-mail takes time.
  setImmediate(() => mailer.kick());
}

/**
 * Resolves to the hash of a new password, in the turn of those who have proved who they are. Outside of a transaction:
 * hashing is slow, and the embedded database has one writer.
 */
async function hashNew(auth: Auth, newPassword: string): Promise<string> {
  const { password } = await auth.$context;
  return hashQueue.run('known', () => password.hash(newPassword));
}

function changedMeanwhile(): ProblemError {
  return new ProblemError(
    409,
    'Your password was changed somewhere else at the same moment. Please log in with that new password.',
  );
}

interface NewPassword {
  userId: string;
  email: string;
  hash: string;
  /** The password is set only if `oldHash` is still that of the current one; the session `sessionId` does not end. */
  byOldPassword?: { oldHash: string; sessionId: string };
  /** At most one e-mail is sent per key. */
  dedupeKey: string;
}

/**
 * Stores the hash of an account that is locked, ends the sessions and the password reset links, and enqueues the e-mail.
 * Resolves to false if `oldHash` is not the current one; the transaction must then not be committed.
 */
async function setPassword(
  trx: Transaction<Schema>,
  now: Date,
  { userId, email, hash, byOldPassword, dedupeKey }: NewPassword,
): Promise<boolean> {
  const at = now.toISOString();
  await deleteLinks(trx, userId, 'password-reset');
  const account = await trx
    .updateTable('account')
    .set({ password: hash, updatedAt: at })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .$if(byOldPassword !== undefined, (query) =>
      query.where('password', '=', byOldPassword?.oldHash ?? ''),
    )
    .returning('id')
    .executeTakeFirst();
  if (!account) return false;
  await trx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '<>', byOldPassword?.sessionId ?? '')
    .execute();
  await enqueueMail(trx, now, [
    {
      kind: 'password-changed',
      dedupeKey: `password-changed:${dedupeKey}`,
      recipient: email,
      facts: { email, changedAt: at, ...(byOldPassword && { isByOldPassword: true }) },
    },
  ]);
  return true;
}
