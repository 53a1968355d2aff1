// The payments that came in and became no order: flagged when noticed, later marked as refunded. A payment
// for an order that this database does not know has no attempt.
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Schema, SurplusPaymentTable } from '../platform/database/schema.ts';
import { enqueueMail, SHOP } from '../mail/outbox.ts';
import type { AttentionFacts } from '../mail/outbox.ts';
import { readSnapshot } from '../../shop/order.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import type { PaymentFact } from './provider.ts';
import { moveAttempt } from './attempts.ts';

type SurplusPayment = Selectable<SurplusPaymentTable>;

/** Resolves to the row of a surplus payment; undefined if it is none. */
export function findSurplus(
  db: Kysely<Schema>,
  paymentId: string,
): Promise<SurplusPayment | undefined> {
  return db
    .selectFrom('surplus_payment')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** Keeps a payment as flagged, unless it has a row already. `attempt`: undefined if no attempt has its order. */
async function storeSurplus(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt | undefined,
  { providerPaymentId, amount, currency }: PaymentFact,
  reason: string,
): Promise<void> {
  await trx
    .insertInto('surplus_payment')
    .values({
      payment_id: providerPaymentId,
      attempt_id: attempt?.id ?? null,
      amount,
      currency,
      reason,
      state: 'flagged',
      flagged_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute();
}

/** A payment that was refunded. */
export interface ReturnedPayment {
  paymentId: string;
  amount: number;
  currency: string;
  /** The provider's id of the refund, if known. */
  refundId: string | undefined;
}

/** Marks a payment as refunded, also one without a row. Resolves to false if it was marked before. */
export async function markRefunded(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  { paymentId, amount, currency, refundId }: ReturnedPayment,
): Promise<boolean> {
  const at = now.toISOString();
  const refund = { state: 'refunded' as const, refund_id: refundId ?? null, refunded_at: at };
  const marked = await trx
    .insertInto('surplus_payment')
    .values({
      payment_id: paymentId,
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
  { paymentId, refundId }: ReturnedPayment,
): Promise<void> {
  await trx
    .updateTable('surplus_payment')
    .set({ state: 'refunded', refund_id: refundId ?? null, refunded_at: now.toISOString() })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'flagged')
    .execute();
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

// Money that fits no order is never ignored: it is recorded until it is refunded, and the shop gets one
// e-mail about it.

const UNKNOWN =
  'Money came in for a payment order that the shop does not know. This happens after an older backup is restored, or when someone is charged outside the shop.';

/** Flags a payment whose order no attempt has. Repeating it changes nothing. */
export async function flagUnknownPayment(
  trx: Transaction<Schema>,
  now: Date,
  fact: PaymentFact,
): Promise<void> {
  await storeSurplus(trx, now, undefined, fact, UNKNOWN);
  const dedupeKey = attentionKey(fact);
  const attention = { reason: UNKNOWN, fact, attempt: undefined, order: undefined, dedupeKey };
  await notifyShop(trx, now, attention);
}

/** One e-mail for one payment, however often it is flagged. */
function attentionKey({ providerPaymentId }: PaymentFact): string {
  return `payment:${providerPaymentId}:attention`;
}

/**
 * Flags a payment of an attempt, whose lock the caller holds. Repeating it changes nothing. `reason` is one
 * sentence; an `order` that the attempt already has stays as it is.
 */
export async function flagPayment(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  fact: PaymentFact,
  { reason, order }: { reason: string; order: ShopOrder | undefined },
): Promise<void> {
  const isCaptured = fact.status === 'captured';
  if (isCaptured) await storeSurplus(trx, now, attempt, fact, reason);
  await moveAttempt(trx, attempt.id, 'needs_attention', now, { reason });
  const dedupeKey = attentionKey(fact);
  const kind = isCaptured ? {} : { isOnlyAuthorized: true };
  await notifyShop(trx, now, { reason, fact, attempt, order, dedupeKey, kind });
}

// The e-mail to the shop about a payment that needs a person: what is known about it, its attempt and its order.

interface Attention {
  /** One sentence. */
  reason: string;
  fact: Pick<PaymentFact, 'providerOrderId' | 'providerPaymentId' | 'amount' | 'currency'>;
  /** Undefined if no attempt has the payment's order. */
  attempt: Attempt | undefined;
  order: ShopOrder | undefined;
  /** One e-mail is sent for one key, however often the event is seen. */
  dedupeKey: string;
  kind?: Pick<AttentionFacts, 'isOnlyAuthorized' | 'isDisputed'>;
}

/** Enqueues the e-mail in the transaction of the event that it reports. */
export async function notifyShop(
  trx: Transaction<Schema>,
  now: Date,
  { reason, fact, attempt, order, dedupeKey, kind }: Attention,
): Promise<void> {
  const facts: AttentionFacts = {
    reason,
    noticedAt: now.toISOString(),
    paymentId: fact.providerPaymentId,
    providerOrderId: fact.providerOrderId,
    paid: fact.amount,
    paidCurrency: fact.currency,
    ...kind,
    ...(attempt && {
      expected: attempt.amount,
      email: attempt.email,
      snapshot: readSnapshot(attempt.snapshot),
    }),
    ...(order && { orderId: order.id }),
  };
  await enqueueMail(trx, now, [{ kind: 'payment-attention', dedupeKey, recipient: SHOP, facts }]);
}
