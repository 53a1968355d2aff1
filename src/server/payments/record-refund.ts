// Records that money of a payment was refunded, by the shop's own command or in the provider's dashboard. A refund that
// is reported several times is recorded once.
import type { Transaction } from 'kysely';
import { readSnapshot } from '../../shop/order.ts';
import { changeResult, listActs, recordAct } from '../acts/acts.ts';
import type { Act } from '../acts/acts.ts';
import { enqueueMail } from '../mail/outbox.ts';
import {
  closeOrder,
  countChange,
  listEvents,
  mailAddress,
  recordEvent,
  sumRefunds,
} from '../orders/order-events.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { findOrder, lockAttempt, moveAttempt } from './attempts.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import type { ProviderRefund } from './provider.ts';
import { findSurplus, hasFlagged, markRefunded, markUnknownRefunded } from './surplus.ts';
import type { ReturnedPayment } from './surplus.ts';

type RefundRecord =
  /** `fresh`: this report recorded it. */
  | { outcome: 'refunded'; fresh: boolean }
  /** No attempt of ours has this order. */
  | { outcome: 'unknown' };

/**
 * Records the refund of a whole payment in one transaction: the payment, the state of its attempt, the order's event,
 * the e-mail.
 */
export async function recordRefund(
  db: Database,
  clock: () => Date,
  payment: ReturnedPayment,
): Promise<RefundRecord> {
  return inTransaction(db, async (trx): Promise<RefundRecord> => {
    const attempt = await lockAttempt(trx, payment.orderId);
    if (attempt === undefined) {
      await markUnknownRefunded(trx, clock(), payment);
      await fulfilRequests(trx, payment.id, payment, { refundId: payment.refundId });
      return { outcome: 'unknown' };
    }
    const order = await findOrder(trx, attempt.id);
    const isOrders = order?.provider_payment_id === payment.id;
    const { fresh, isCancelled } = isOrders
      ? await endOrder(trx, clock(), order)
      : await recordSurplusRefund(trx, clock(), attempt, order, payment);
    if (fresh) await notifyOfRemainder(trx, clock(), attempt, order, payment, isCancelled);
    return { outcome: 'refunded', fresh };
  });
}

/**
 * Records a partial refund and notifies the shopper. The attempt stays as it is, unless this was the last part of
 * an order's money. Resolves to false if this part or the refund of the whole is recorded already, and for an
 * unknown payment.
 */
export async function recordPartialRefund(
  db: Database,
  clock: () => Date,
  refund: Pick<ProviderRefund, 'id' | 'amount'>,
  payment: Pick<ReturnedPayment, 'id' | 'orderId' | 'currency'>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const attempt = await lockAttempt(trx, payment.orderId);
    if (attempt === undefined) return false;
    const order = await findOrder(trx, attempt.id);
    const isOrders = order?.provider_payment_id === payment.id;
    const surplus = await findSurplus(trx, payment.id);
    // The event of the part may come after that of the whole.
    if ((isOrders && attempt.state === 'refunded') || surplus?.state === 'refunded') return false;
    if (!(await storePart(trx, clock(), refund, payment.id))) return false;
    const part = { ...payment, amount: refund.amount, refundId: refund.id };
    const before = isOrders ? sumRefunds(await listEvents(trx, order.id)) : 0;
    const isRest = isOrders && before + refund.amount >= order.amount;
    const isCancelled = isRest && (await endOrder(trx, clock(), order)).isCancelled;
    const notice = { dedupeKey: `refund:${refund.id}:part`, isPartial: true, isCancelled };
    await notifyShopper(trx, clock(), attempt, order, part, notice);
    return true;
  });
}

/** Resolves to how much of a payment of this attempt is recorded as refunded, in paise. */
export async function sumRecorded(
  db: Database,
  attempt: Pick<Attempt, 'id' | 'state'>,
  payment: Pick<ReturnedPayment, 'id' | 'amount'>,
): Promise<number> {
  const isWhole =
    attempt.state === 'refunded' &&
    (await findOrder(db, attempt.id))?.provider_payment_id === payment.id;
  if (isWhole || (await findSurplus(db, payment.id))?.state === 'refunded') return payment.amount;
  return sumParts(db, payment.id);
}

/** Resolves to the sum of the partial refunds of a payment, in paise. */
export async function sumParts(db: Database, paymentId: string): Promise<number> {
  const { parts } = await db
    .selectFrom('partial_refund')
    .select((eb) => eb.fn.sum<number | string | null>('amount').as('parts'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return Number(parts ?? 0);
}

/** Whole and partial refunds are recorded alike, and crash alike in tests. */
async function inTransaction<T>(
  db: Database,
  record: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const recorded = await db.transaction().execute(async (trx) => {
    const result = await record(trx);
    crashAt('refund:before-commit');
    return result;
  });
  crashAt('refund:after-commit');
  return recorded;
}

interface Ending {
  /** False if it was recorded before. */
  fresh: boolean;
  /** The order was not sent, and is not to be sent any more. */
  isCancelled: boolean;
}

/** All of an order's money was refunded: there is nothing left to send. */
async function endOrder(
  trx: Transaction<Schema>,
  now: Date,
  { id, attempt_id }: ShopOrder,
): Promise<Ending> {
  const isCancelled = await closeOrder(trx, id);
  return {
    fresh: (await moveAttempt(trx, attempt_id, 'refunded', now)) !== undefined,
    isCancelled,
  };
}

/** Marks a payment that is not the order's, and ends an attempt that waits for nothing else. */
async function recordSurplusRefund(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  order: ShopOrder | undefined,
  payment: ReturnedPayment,
): Promise<Ending> {
  const fresh = await markRefunded(trx, now, attempt, payment);
  const isSettled = order === undefined && !(await hasFlagged(trx, attempt.id));
  if (attempt.state === 'needs_attention' && isSettled) {
    await moveAttempt(trx, attempt.id, 'refunded', now);
  }
  return { fresh, isCancelled: false };
}

/** Resolves to false if this part was stored before. */
async function storePart(
  trx: Transaction<Schema>,
  now: Date,
  { id, amount }: Pick<ProviderRefund, 'id' | 'amount'>,
  paymentId: string,
): Promise<boolean> {
  const stored = await trx
    .insertInto('partial_refund')
    .values({ refund_id: id, payment_id: paymentId, amount, recorded_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('refund_id').doNothing())
    .returning('refund_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** Notifies the shopper of what is left of the money: each part that was refunded before had its own e-mail. */
async function notifyOfRemainder(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  order: ShopOrder | undefined,
  payment: ReturnedPayment,
  isCancelled: boolean,
): Promise<void> {
  const rest = { ...payment, amount: payment.amount - (await sumParts(trx, payment.id)) };
  if (rest.amount <= 0) return;
  const dedupeKey = `payment:${payment.id}:refund`;
  await notifyShopper(trx, now, attempt, order, rest, { dedupeKey, isCancelled });
}

interface Notice {
  dedupeKey: string;
  isPartial?: boolean;
  isCancelled: boolean;
}

/**
 * Enqueues the e-mail to the shopper and, for an order's own payment, records the event that the order shows. What the
 * owner requested has its result now.
 */
async function notifyShopper(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  order: ShopOrder | undefined,
  returned: ReturnedPayment,
  { dedupeKey, isPartial = false, isCancelled }: Notice,
): Promise<void> {
  const { id: paymentId, amount, currency, refundId } = returned;
  const at = now.toISOString();
  const recipient = (order && mailAddress(order, readSnapshot(order.snapshot))) || attempt.email;
  const isOrderRefunded = order?.provider_payment_id === paymentId;
  const cancelled = isCancelled ? { isCancelled } : {};
  let reason: string | undefined;
  if (isOrderRefunded) {
    const event = { key: dedupeKey, type: 'refunded', at, amount } as const;
    await recordEvent(trx, { ...event, order_id: order.id, refund_id: refundId ?? null });
    await countChange(trx, order.id);
    const events = await listEvents(trx, order.id);
    const nth = events.filter((each) => each.amount === amount).length;
    const left = order.amount - sumRefunds(events);
    const done = { refundId, left, ...cancelled };
    reason = await fulfilRequests(trx, order.id, { amount, nth }, done);
  } else {
    reason = await fulfilRequests(trx, paymentId, { amount }, { refundId });
  }
  const facts = {
    paymentId,
    ...(refundId !== undefined && { refundId }),
    refundedAt: at,
    amount,
    currency,
    email: recipient,
    ...(order && { orderId: order.id, isOrderRefunded }),
    ...(isPartial && { isPartial }),
    ...cancelled,
    ...(reason && { reason }),
    snapshot: readSnapshot(attempt.snapshot),
  };
  await enqueueMail(trx, now, [{ kind: 'payment-refund', dedupeKey, recipient, facts }]);
}

/** The result of an act of the kind 'refund'. Amounts are in paise. */
export interface RequestedRefund {
  /** requested: the provider's response is not known. pending: accepted, and recorded once it is processed. */
  outcome: 'requested' | 'pending' | 'refunded';
  amount: number;
  currency: string;
  /** Which refund of this amount it is. */
  times: number;
  /** As the shopper reads it. */
  reason?: string | undefined;
  /** The provider's id. */
  refundId?: string | undefined;
  /** Once it is refunded, what is left of the order with the shop. */
  left?: number | undefined;
  /** Nothing is left of an order that was not sent. */
  isCancelled?: boolean | undefined;
}

/** Stores a request, before the provider is asked. Its act is of an order, or of a payment that became none. */
export async function storeRequest(
  trx: Transaction<Schema>,
  now: Date,
  act: Act,
  request: Omit<RequestedRefund, 'outcome'>,
): Promise<RequestedRefund> {
  const stored = { ...request, outcome: 'requested' as const };
  await recordAct(trx, now, act, stored);
  return stored;
}

/** Removes a request that came to nothing, or marks it as pending, unless its refund was recorded meanwhile. */
export async function endRequest(
  db: Database,
  { id }: Act,
  request: RequestedRefund,
  pending?: { refundId: string },
): Promise<void> {
  await changeResult(db, id, request, pending && { ...request, ...pending, outcome: 'pending' });
}

/** Resolves to the requests that wait for their refund, oldest first. `about`: an order or a payment. */
export async function listOpenRequests(db: Database, about: string) {
  const acts = await listActs(db, about);
  return acts.flatMap(({ result, ...act }) => {
    const request = act.kind === 'refund' ? (result as RequestedRefund | null) : null;
    return request && request.outcome !== 'refunded' ? [{ ...act, request }] : [];
  });
}

/**
 * Gives the open requests that this refund fulfils their result. Resolves to the owner's reason.
 * @param nth which refund of this amount it is; without it, of any amount
 */
async function fulfilRequests(
  trx: Transaction<Schema>,
  about: string,
  { amount, nth }: { amount: number; nth?: number },
  done: Pick<RequestedRefund, 'refundId' | 'left' | 'isCancelled'>,
): Promise<string | undefined> {
  const open = await listOpenRequests(trx, about);
  const fulfilled = open.filter(
    ({ request }) => nth === undefined || (request.amount === amount && request.times <= nth),
  );
  for (const { id, request } of fulfilled) {
    await changeResult(trx, id, request, { ...request, ...done, outcome: 'refunded' });
  }
  return fulfilled.find(({ request }) => request.reason)?.request.reason;
}
