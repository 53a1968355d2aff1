// Erases an account in one transaction. Its orders stay for the books, without personal data.
// docs/decisions/accounts.md lists what is erased, what stays, and why.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { sql } from 'kysely';
import type { SqlBool, Transaction } from 'kysely';
import * as v from 'valibot';
import { formatDate } from '../../shop/dates.ts';
import type { AuthParts } from '../accounts/auth.ts';
import { findDone, inTransaction, recordAct } from '../acts/acts.ts';
import type { Act } from '../acts/acts.ts';
import type { GuessLimits } from '../accounts/known-browser.ts';
import { removeSessionCookie } from '../accounts/session.ts';
import { lockPassword, ownPassword, requirePassword, wrongPassword } from '../accounts/sign-in.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import { findNewestOpenAttempt } from '../payments/attempts.ts';
import { defaultTimes } from '../payments/reconcile.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { requireSession } from '../platform/http/api.ts';
import type { CurrentUser, ServerEnv } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { readJson } from '../platform/http/request.ts';
import type { PictureStore } from '../reviews/pictures/picture-store.ts';
import { deleteReviewsBy } from '../reviews/review-rows.ts';
import { erasedMail } from './sweep-expired.ts';

const DeleteRequest = v.object({ password: ownPassword });

interface ErasureParts {
  db: Database;
  clock: () => Date;
  mailer: { kick(): unknown };
  pictures: Pick<PictureStore, 'clear'>;
  ratings: { kick(): unknown };
}

interface PrivacyParts extends AuthParts, ErasureParts {
  limits: GuessLimits;
}

/** A payment of the account is open, so it cannot be erased before that day. */
export class PaymentOpen extends ProblemError {
  /** '14 March 2026'. */
  readonly end: string;

  constructor(end: string) {
    const message = `A payment that you started is still open, so we cannot delete your account yet. Please finish it, or delete your account from ${end} onwards: the payment will have ended by then.`;
    super(409, message, { code: 'PAYMENT_OPEN' });
    this.end = end;
  }
}

/** Returns the route with its full path, under better-auth's name, to be mounted at '/'. */
export function privacyRoutes(parts: PrivacyParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>().post('/api/auth/delete-user', async (c) => {
    const session = await requireSession(c);
    const { password } = await readJson(c, DeleteRequest);
    const hash = await requirePassword(c, parts, { session, field: 'password', password });
    await deleteAccount(parts, session.user, hash);
    await removeSessionCookie(c, parts);
    return c.json({ status: true });
  });
}

/**
 * Erases the account. Throws a 409 problem while a payment is open, and a 401 problem if the password, by its `hash`, has
 * changed since it was entered or the account is gone.
 */
async function deleteAccount(parts: PrivacyParts, user: CurrentUser, hash: string): Promise<void> {
  const now = parts.clock();
  await parts.db.transaction().execute(async (trx) => {
    await lockPassword(trx, user.id, hash, () => wrongPassword('password'));
    await eraseAccount(trx, now, user);
  });
  finish(parts);
}

/**
 * Erases the account that placed an order, for somebody who asked the owner and cannot sign in any more. An act that was
 * done before changes nothing. Throws PaymentOpen, and ForeignAct.
 */
export async function deleteAccountByOrder(
  parts: ErasureParts,
  orderId: string,
  act: Act,
): Promise<{ outcome: 'deleted' | 'no account' }> {
  const isDeleted = await inTransaction(parts, async (trx, now) => {
    const order = trx.selectFrom('shop_order').select('user_id').where('id', '=', orderId);
    const { user_id: id = '' } = (await order.executeTakeFirst()) ?? {};
    const isThere = await lockAccount(trx, id);
    if (await findDone(trx, act)) return true;
    if (!isThere) return false;
    const find = trx.selectFrom('user').select(['id', 'email']).where('id', '=', id);
    await eraseAccount(trx, now, await find.executeTakeFirstOrThrow());
    await recordAct(trx, now, act, { outcome: 'deleted' });
    return true;
  });
  if (!isDeleted) return { outcome: 'no account' };
  finish(parts);
  return { outcome: 'deleted' };
}

/** Erases an account that the caller has locked. */
async function eraseAccount(
  trx: Transaction<Schema>,
  now: Date,
  { id, email }: Pick<CurrentUser, 'id' | 'email'>,
): Promise<void> {
  await markAttempts(trx, now, id);
  await eraseUser(trx, id);
  await eraseMail(trx, email);
  await deleteReviewsBy(trx, id);
  await enqueueMail(trx, now, [
    {
      kind: 'account-deleted',
      dedupeKey: `account-deleted:${randomUUID()}`,
      recipient: email,
      facts: { email, deletedAt: now.toISOString() },
    },
  ]);
}

/** Does what follows the commit. */
function finish({ ratings, mailer, pictures }: ErasureParts): void {
  ratings.kick();
  setImmediate(() => mailer.kick());
  pictures.clear();
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
  throw new PaymentOpen(formatDate(end.toISOString()));
}

async function eraseUser(trx: Transaction<Schema>, userId: string): Promise<void> {
  await trx.deleteFrom('verification').where('value', '=', userId).execute();
  await trx.deleteFrom('account').where('userId', '=', userId).execute();
  await trx.deleteFrom('session').where('userId', '=', userId).execute();
  await trx.deleteFrom('profile').where('user_id', '=', userId).execute();
  await trx.deleteFrom('user').where('id', '=', userId).execute();
}

const hasEnded = sql<SqlBool>`(sent_at is not null or failed_at is not null)`;

/**
 * Erases sent and failed e-mails, also those that went to a corrected address, and deletes those with links that wait.
 * Others that wait are still sent. The condition `recipient <> ''` is a literal, as the partial index requires.
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
    .where(hasEnded)
    .execute();
  const orders = trx.selectFrom('shop_order').select('id').where('email', '=', email);
  await trx
    .updateTable('mail')
    .set(erasedMail)
    .where('order_id', 'in', orders)
    .where('recipient', 'not in', ['', SHOP])
    .where(hasEnded)
    .execute();
}
