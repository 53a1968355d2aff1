// Which e-mails exist, what each contains, and how one is enqueued. The outbox stores the facts, so an e-mail can be
// written again, days later, exactly as it was.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SqlBool, Transaction } from 'kysely';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import type { QuoteLine } from '../../shop/price.ts';
import type { Schema } from '../platform/database/schema.ts';

/** Stands for the shop's own address, which is read from the settings when the e-mail is sent. */
export const SHOP = 'shop';

export interface OrderFacts {
  orderId: string;
  /** ISO-8601. */
  placedAt: string;
  /** Paise. */
  amount: number;
  /** The account's address. */
  email: string;
  /** The provider's id. */
  paymentId: string;
  /** ISO date: the day by which it is promised to be sent. */
  promisedBy?: string;
  /** In a receipt: what the shopper wrote may be repeated. */
  isEmailConfirmed?: boolean;
  snapshot: OrderSnapshot;
}

export interface AttentionFacts {
  /** One sentence on what does not fit. */
  reason: string;
  /** ISO-8601. */
  noticedAt: string;
  paymentId: string;
  providerOrderId: string;
  /** The amount received, in paise. */
  paid: number;
  paidCurrency: string;
  /** The payment is authorised but not captured. */
  isOnlyAuthorized?: boolean;
  /** Present if the customer's bank disputes it: whether the provider waits for the shop's response. */
  isDisputed?: boolean;
  /** The amount asked for, in paise. Absent, like the fields below, if the shop knows no attempt. */
  expected?: number;
  email?: string;
  /** Present when the attempt already has its order. */
  orderId?: string;
  snapshot?: OrderSnapshot;
}

/** A refund to the shopper. */
export interface RefundFacts {
  paymentId: string;
  /** The provider's id, where it is known. */
  refundId?: string;
  /** ISO-8601. */
  refundedAt: string;
  /** In paise, if the currency is INR. */
  amount: number;
  currency: string;
  email: string;
  /** Present when the attempt became an order. */
  orderId?: string;
  /** It was that order's own payment, not a surplus one. */
  isOrderRefunded?: boolean;
  /** Only a part of the payment was refunded. */
  isPartial?: boolean;
  /** With it nothing is left of an order that was not sent. */
  isCancelled?: boolean;
  /** The owner's. */
  reason?: string;
  snapshot: OrderSnapshot;
}

/** A parcel that was handed to a courier. Contains nothing that the shopper wrote. */
export interface SentFacts extends Dispatch {
  orderId: string;
  /** ISO-8601. */
  sentAt: string;
  email: string;
  /** What is in the parcel. */
  lines: readonly QuoteLine[];
  /** Present in a correction: what an earlier e-mail said. */
  before?: Dispatch;
}

/** Another day by which an order is promised to be sent. Contains nothing that the shopper wrote. */
export interface PromiseFacts {
  orderId: string;
  email: string;
  lines: readonly QuoteLine[];
  /** ISO date. */
  promisedBy: string;
  /** It was sent before. Else it is only late. */
  isAgain?: boolean;
  /** The owner's, if it is meant for the shopper. */
  reason?: string;
}

/** A link that sets a new password, or confirms an e-mail. */
export interface LinkFacts {
  /** The account's address. */
  email: string;
  /** The secret in the link. Erased from the outbox once the e-mail is sent. */
  token: string;
  /** ISO-8601. */
  expiresAt: string;
}

/** A password that was changed. */
export interface PasswordChangedFacts {
  /** The account's address. */
  email: string;
  /** ISO-8601. */
  changedAt: string;
  /** It was changed with the old password by somebody signed in, not with a link. */
  isByOldPassword?: boolean;
}

/** A deleted account. */
export interface AccountDeletedFacts {
  /** The deleted account's address. */
  email: string;
  /** ISO-8601. */
  deletedAt: string;
}

/** The owner's morning. */
export interface DailyFacts {
  /** ISO date, in India. */
  day: string;
  /** Open orders, by the day on which they have to leave. */
  late: number;
  today: number;
  tomorrow: number;
  later: number;
  /** Those that leave in time only if somebody begins today. */
  toStart?: number;
  /** Payments that wait to go back. */
  flagged: number;
  /** Payments whose bank waits for the shop's answer. */
  disputed?: number;
  email?: never;
}

/** A review that the owner has hidden. */
export interface ReviewHiddenFacts {
  /** The author's address. */
  email: string;
  /** What it was about. */
  productName: string;
  /** One of a fixed list. */
  reason: string;
  /** ISO-8601. */
  hiddenAt: string;
}

/** A new session at the desk. */
export interface DeskSignInFacts {
  /** The person's address. */
  email: string;
  /** ISO-8601. */
  signedInAt: string;
  /** A name from `deviceName`. */
  device: string;
}

/** What each kind of e-mail contains. */
export interface EmailFacts {
  'order-receipt': OrderFacts;
  'order-notice': OrderFacts;
  'payment-attention': AttentionFacts;
  'payment-refund': RefundFacts;
  'order-sent': SentFacts;
  'order-promise': PromiseFacts;
  daily: DailyFacts;
  'password-reset': LinkFacts;
  'email-confirmation': LinkFacts;
  'password-changed': PasswordChangedFacts;
  'account-deleted': AccountDeletedFacts;
  'review-hidden': ReviewHiddenFacts;
  'desk-sign-in': DeskSignInFacts;
}

export type Email = {
  [Kind in keyof EmailFacts]: { kind: Kind; facts: EmailFacts[Kind] };
}[keyof EmailFacts];

/**
 * Whose turn it is first: e-mails about money that were never tried. So neither strangers who sign up with addresses that are
 * refused, nor e-mails that failed, delay a receipt.
 */
export const FIRST_TURN = 0;
export const LAST_TURN = 1;

/** E-mails about money are sent before these. */
const aboutAccounts = new Set<Email['kind']>([
  'password-reset',
  'email-confirmation',
  'password-changed',
  'account-deleted',
  'review-hidden',
  'desk-sign-in',
]);

export type NewMail = Email & {
  /** At most one e-mail is sent per key, however often its event is seen. */
  dedupeKey: string;
  /** An address, or SHOP. */
  recipient: string;
  /** Until then it can be withdrawn; without it, it is sent from now on. */
  notBefore?: Date | undefined;
};

/**
 * Enqueues e-mails to be sent from `now` on, in the transaction of the event that they report: both happen or neither.
 * One whose dedupe key exists already is ignored.
 */
export async function enqueueMail(
  trx: Transaction<Schema>,
  now: Date,
  mails: readonly NewMail[],
): Promise<void> {
  const at = now.toISOString();
  // An order whose personal data was erased has no recipient.
  const addressed = mails.filter(({ recipient }) => recipient !== '');
  if (addressed.length === 0) return;
  const rows = addressed.map(({ dedupeKey, recipient, kind, facts, notBefore = now }) => ({
    id: randomUUID(),
    dedupe_key: dedupeKey,
    recipient,
    kind,
    order_id: ('orderId' in facts && facts.orderId) || null,
    payload: JSON.stringify(facts),
    created_at: at,
    tries: 0,
    turn: aboutAccounts.has(kind) ? LAST_TURN : FIRST_TURN,
    next_try_at: notBefore.toISOString(),
  }));
  await trx
    .insertInto('mail')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

/** It was neither sent nor given up. */
const waits = sql<SqlBool>`sent_at is null and failed_at is null`;
/** It may be sent yet: it waits, or was given up and not settled, and leaves for another address. */
const isUnsent = sql<SqlBool>`sent_at is null and recipient <> ''`;
/** No process has begun to send it. A lease makes `tries` count. */
const hasNotLeft = sql<SqlBool>`${waits} and leased_until is null and tries = 0`;

/** Deletes an e-mail, so that its key can be used again. Resolves to false if it has left or does not exist. */
export async function withdrawMail(trx: Transaction<Schema>, dedupeKey: string): Promise<boolean> {
  const withdrawn = await trx
    .deleteFrom('mail')
    .where('dedupe_key', '=', dedupeKey)
    .where(hasNotLeft)
    .returning('id')
    .executeTakeFirst();
  return withdrawn !== undefined;
}

/** Deletes an e-mail that is unsent and not under way, also one that may have left: it is not sent again. */
export async function removeUnsent(trx: Transaction<Schema>, dedupeKey: string): Promise<void> {
  await trx
    .deleteFrom('mail')
    .where('dedupe_key', '=', dedupeKey)
    .where(isUnsent)
    .where('leased_until', 'is', null)
    .execute();
}

/** Erases an e-mail of an order that was given up: it needs nobody any more. Resolves to false if there is no such one. */
export async function settleFailed(
  trx: Transaction<Schema>,
  orderId: string,
  dedupeKey: string,
): Promise<boolean> {
  const settled = await trx
    .updateTable('mail')
    .set({ recipient: '', payload: '{}', last_error: null })
    .where('dedupe_key', '=', dedupeKey)
    .where('order_id', '=', orderId)
    .where('failed_at', 'is not', null)
    .where('recipient', '<>', '')
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** Sends what has not left of an order's e-mails to another address, also what was given up. */
export async function readdressUnsent(
  trx: Transaction<Schema>,
  now: Date,
  orderId: string,
  before: string,
  recipient: string,
): Promise<void> {
  const again = { failed_at: null, last_error: null, tries: 0, next_try_at: now.toISOString() };
  const unsent = trx
    .updateTable('mail')
    .where('order_id', '=', orderId)
    .where('recipient', '=', before)
    .where('sent_at', 'is', null);
  await unsent.set(again).where('failed_at', 'is not', null).execute();
  await unsent.set({ recipient }).execute();
}

/** Changes what an e-mail says. Resolves to false if it has left or does not exist. */
export async function rewriteMail(
  trx: Transaction<Schema>,
  dedupeKey: string,
  facts: Email['facts'],
): Promise<boolean> {
  const rewritten = await trx
    .updateTable('mail')
    .set({ payload: JSON.stringify(facts) })
    .where('dedupe_key', '=', dedupeKey)
    .where(hasNotLeft)
    .returning('id')
    .executeTakeFirst();
  return rewritten !== undefined;
}

/**
 * Replaces these facts in the unsent e-mails of an order, also in those that may have left: whatever leaves later must not
 * bring back what was corrected.
 */
export async function rewriteUnsent(
  trx: Transaction<Schema>,
  orderId: string,
  kinds: readonly Email['kind'][],
  facts: object,
): Promise<void> {
  const waiting = await trx
    .selectFrom('mail')
    .select(['id', 'payload'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', kinds)
    .where(isUnsent)
    .execute();
  for (const { id, payload } of waiting) {
    const rewritten = { ...(JSON.parse(payload) as object), ...facts };
    await trx
      .updateTable('mail')
      .set({ payload: JSON.stringify(rewritten) })
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .execute();
  }
}
