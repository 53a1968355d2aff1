// Erases an account in one transaction. Its orders stay for the books, without personal data.
// docs/decisions/accounts.md lists what is erased, what stays, and why.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import * as v from 'valibot';
import { formatDate } from '../../shop/dates.ts';
import type { AuthParts } from '../accounts/auth.ts';
import type { GuessLimits } from '../accounts/guesses.ts';
import { removeSessionCookie } from '../accounts/session.ts';
import { lockPassword, ownPassword, requirePassword, wrongPassword } from '../accounts/sign-in.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { findNewestOpenAttempt } from '../payments/attempts.ts';
import { defaultTimes } from '../payments/reconcile.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { requireSession } from '../platform/http/api.ts';
import type { CurrentUser, ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import type { Logger } from '../platform/log.ts';
import type { PictureStore } from '../reviews/pictures/picture-store.ts';
import { deleteReviewsBy } from '../reviews/review-rows.ts';
import { erasedMail } from './sweep-expired.ts';

const DeleteRequest = v.object({ password: ownPassword });

interface PrivacyParts extends AuthParts {
  db: Database;
  clock: () => Date;
  limits: GuessLimits;
  mailer: { kick(): unknown };
  pictures: PictureStore;
  ratings: { kick(): unknown };
}

/** Returns the route with its full path, under better-auth's name, to be mounted at '/'. */
export function privacyRoutes(parts: PrivacyParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>().post('/api/auth/delete-user', async (c) => {
    const session = await requireSession(c);
    const { password } = await readJson(c, DeleteRequest);
    const hash = await requirePassword(c, parts, { session, field: 'password', password });
    await deleteAccount(parts, session.user, hash, c.get('log'));
    await removeSessionCookie(c, parts);
    return c.json({ status: true });
  });
}

/**
 * Erases the account. Throws a 409 problem while a payment is open, and a 401 problem if the password, by its `hash`, has
 * changed since it was entered or the account is gone.
 */
async function deleteAccount(
  { db, clock, mailer, pictures, ratings }: PrivacyParts,
  { id: userId, email }: CurrentUser,
  hash: string,
  log: Logger,
): Promise<void> {
  const now = clock();
  const images = await db.transaction().execute(async (trx) => {
    await lockPassword(trx, userId, hash, () => wrongPassword('password'));
    await markAttempts(trx, now, userId);
    await eraseUser(trx, userId);
    await eraseMail(trx, email);
    const names = await deleteReviewsBy(trx, userId);
    await enqueueMail(trx, now, [
      {
        kind: 'account-deleted',
        dedupeKey: `account-deleted:${randomUUID()}`,
        recipient: email,
        facts: { email, deletedAt: now.toISOString() },
      },
    ]);
    return names;
  });
  ratings.kick();
  setImmediate(() => mailer.kick());
  // A failure is harmless: no review shows them any more, and the next start removes them.
  await pictures.remove(images).catch((err: unknown) => {
    log.warn({ err }, 'pictures of deleted reviews are still there');
  });
}

/** Marks the account's payment attempts; the daily sweep erases the personal data in them and in their orders. */
async function markAttempts(trx: Transaction<Schema>, now: Date, userId: string): Promise<void> {
  // Before what is read: the row locks keep the attempts from changing state during the transaction.
  await trx
    .updateTable('payment_attempt')
    .set({ account_erased_at: now.toISOString() })
    .where('user_id', '=', userId)
    .execute();
  const open = await findNewestOpenAttempt(trx, userId);
  if (!open) return;
  const end = new Date(Date.parse(open.created_at) + defaultTimes.giveUp + 86_400_000);
  const message = `A payment that you started is still open, so we cannot delete your account yet. Please finish it, or delete your account from ${formatDate(end.toISOString())} onwards: the payment will have ended by then.`;
  throw new ProblemError(409, message, { code: 'PAYMENT_OPEN' });
}

async function eraseUser(trx: Transaction<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('verification').where('value', '=', userId).execute();
  await trx.deleteFrom('account').where('userId', '=', userId).execute();
  await trx.deleteFrom('session').where('userId', '=', userId).execute();
  await trx.deleteFrom('profile').where('user_id', '=', userId).execute();
  await trx.deleteFrom('user').where('id', '=', userId).execute();
}

/**
 * Erases sent and failed e-mails and deletes those with links that wait. Others that wait are still sent.
 * The condition `recipient <> ''` is a literal, as the partial index requires.
 */
async function eraseMail(trx: Transaction<Schema>, email: string): Promise<void> {
  await trx
    .deleteFrom('mail')
    .where('recipient', '=', email)
    .where('recipient', '<>', sql.lit(''))
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('kind', 'in', ['password-reset', 'email-confirmation'])
    .execute();
  await trx
    .updateTable('mail')
    .set(erasedMail)
    .where('recipient', '=', email)
    .where('recipient', '<>', sql.lit(''))
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('failed_at', 'is not', null)]))
    .execute();
}
