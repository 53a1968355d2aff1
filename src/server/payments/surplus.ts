// Money that needs a person. A payment that becomes no order is flagged: it is recorded until it is refunded, and the
// shop gets one e-mail about it. A payment for an order that this database does not know has no attempt.
import { sql } from 'kysely';
import type { Selectable, Transaction } from 'kysely';
import { formatRupeesExact } from '../../shop/money.ts';
import { readSnapshot } from '../../shop/order.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import type { AttentionFacts } from '../mail/outbox.ts';
import type { Database, Schema, SurplusPaymentTable } from '../platform/database/schema.ts';
import {
  checkForRefundsAt,
  findAttemptByProviderOrder,
  findOrder,
  moveAttempt,
} from './attempts.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import type { ProviderPayment, ProviderRefund } from './provider.ts';

/** A payment that a person has to look at. */
interface Concern {
  /** One sentence. */
  reason: string;
  payment: ProviderPayment;
  /** Undefined if no attempt has the payment's order. */
  attempt: Attempt | undefined;
  order: ShopOrder | undefined;
}

/**
 * Flags a payment; the caller holds the lock of its attempt, if it has one. Repeating it changes nothing, and an order
 * that the attempt already has stays as it is.
 */
export async function flagPayment(
  trx: Transaction<Schema>,
  now: Date,
  concern: Concern,
): Promise<void> {
  const { payment, attempt, reason } = concern;
  const isCaptured = payment.status === 'captured';
  if (isCaptured) await storeSurplus(trx, now, concern);
  if (attempt) {
    const next_check_at = checkForRefundsAt(attempt, now);
    await moveAttempt(trx, attempt.id, 'needs_attention', now, { reason, next_check_at });
  }
  const dedupeKey = `payment:${payment.id}:attention`;
  await notifyShop(trx, now, concern, dedupeKey, isCaptured ? {} : { isOnlyAuthorized: true });
}

async function storeSurplus(
  trx: Transaction<Schema>,
  now: Date,
  { payment, attempt, reason }: Concern,
): Promise<void> {
  await trx
    .insertInto('surplus_payment')
    .values({
      payment_id: payment.id,
      attempt_id: attempt?.id ?? null,
      amount: payment.amount,
      currency: payment.currency,
      reason,
      state: 'flagged',
      flagged_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

/**
 * Enqueues the e-mail to the shop in the transaction of the event that it reports. One e-mail is sent for one key,
 * however often the event is seen.
 */
export async function notifyShop(
  trx: Transaction<Schema>,
  now: Date,
  { reason, payment, attempt, order }: Concern,
  dedupeKey: string,
  kind: Pick<AttentionFacts, 'isOnlyAuthorized' | 'isDisputed'> = {},
): Promise<void> {
  const facts: AttentionFacts = {
    reason,
    noticedAt: now.toISOString(),
    paymentId: payment.id,
    providerOrderId: payment.orderId,
    paid: payment.amount,
    paidCurrency: payment.currency,
    ...kind,
    ...(attempt && {
      expected: attempt.amount,
      email: attempt.email,
      // The order's has the address as the owner corrected it.
      snapshot: readSnapshot((order ?? attempt).snapshot),
    }),
    ...(order && { orderId: order.id }),
  };
  await enqueueMail(trx, now, [{ kind: 'payment-attention', dedupeKey, recipient: SHOP, facts }]);
}

/** Notifies the shop about a payment once for one key, with what it knows about its attempt and its order. */
export async function notifyAboutPayment(
  trx: Transaction<Schema>,
  now: Date,
  { payment, reason }: Pick<Concern, 'payment' | 'reason'>,
  dedupeKey: string,
  kind?: { isDisputed: boolean },
): Promise<void> {
  const attempt = await findAttemptByProviderOrder(trx, payment.orderId);
  const order = attempt && (await findOrder(trx, attempt.id));
  await notifyShop(trx, now, { reason, payment, attempt, order }, dedupeKey, kind);
}

/** Notifies the shop once of a refund that failed at the bank, unless the payment belongs to no attempt. */
export async function notifyOfFailedRefund(
  parts: { db: Database; clock: () => Date },
  { id, amount }: Pick<ProviderRefund, 'id' | 'amount'>,
  payment: ProviderPayment,
): Promise<void> {
  if ((await findAttemptByProviderOrder(parts.db, payment.orderId)) === undefined) return;
  const reason = `The refund ${id} of ${formatRupeesExact(amount)} failed: the money is still with the shop.`;
  const { db, clock } = parts;
  await db
    .transaction()
    .execute((trx) => notifyAboutPayment(trx, clock(), { payment, reason }, `refund:${id}:failed`));
}

/** Resolves to the row of a surplus payment; undefined if it is none. */
export function findSurplus(
  db: Database,
  paymentId: string,
): Promise<Selectable<SurplusPaymentTable> | undefined> {
  return db
    .selectFrom('surplus_payment')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** Does the same, and locks it until the transaction ends. */
export function lockSurplus(
  trx: Transaction<Schema>,
  paymentId: string,
): Promise<Selectable<SurplusPaymentTable> | undefined> {
  return trx
    .updateTable('surplus_payment')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('payment_id', '=', paymentId)
    .returningAll()
    .executeTakeFirst();
}

/** Resolves to whether a payment of this attempt still waits for its refund. */
export async function hasFlagged(trx: Transaction<Schema>, attemptId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('surplus_payment')
    .select('payment_id')
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'flagged')
    .executeTakeFirst();
  return row !== undefined;
}

/** A payment whose money went back. */
export type ReturnedPayment = Pick<ProviderPayment, 'id' | 'orderId' | 'amount' | 'currency'> & {
  /** The provider's id of the refund, if known. */
  refundId?: string | undefined;
};

/** Marks a payment of an attempt as refunded, also one without a row. Resolves to false if it was marked before. */
export async function markRefunded(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  { id, amount, currency, refundId }: ReturnedPayment,
): Promise<boolean> {
  const at = now.toISOString();
  const refund = { state: 'refunded' as const, refund_id: refundId ?? null, refunded_at: at };
  const marked = await trx
    .insertInto('surplus_payment')
    .values({
      payment_id: id,
      attempt_id: attempt.id,
      amount,
      currency,
      reason: 'The payment went back before it became an order.',
      flagged_at: at,
      ...refund,
    })
    .onConflict((conflict) =>
      conflict
        .column('payment_id')
        .doUpdateSet(refund)
        .where('surplus_payment.state', '=', 'flagged'),
    )
    .returning('payment_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Does the same for a payment without an attempt: only an existing row is marked. */
export async function markUnknownRefunded(
  trx: Transaction<Schema>,
  now: Date,
  { id, refundId }: ReturnedPayment,
): Promise<void> {
  await trx
    .updateTable('surplus_payment')
    .set({ state: 'refunded', refund_id: refundId ?? null, refunded_at: now.toISOString() })
    .where('payment_id', '=', id)
    .where('state', '=', 'flagged')
    .execute();
}

/** Resolves to the number of payments that wait to go back. */
export async function countFlagged(db: Database): Promise<number> {
  const { payments } = await db
    .selectFrom('surplus_payment')
    .select((eb) => eb.fn.countAll<number | string>().as('payments'))
    .where('state', '=', sql.lit<SurplusPaymentTable['state']>('flagged'))
    .executeTakeFirstOrThrow();
  return Number(payments);
}

/** What is left of a payment that became no order beside its partial refunds; a refund of all is one of that. Paise. */
export const restOfSurplus = sql<number>`surplus_payment.amount - cast(coalesce(
  (select sum(amount) from partial_refund where payment_id = surplus_payment.payment_id), 0) as bigint)`;
