// The owner refunds an order, all that is left or a part, or a payment that was flagged. Both may be repeated after any
// crash: the same request has the same key for the provider, so it is the same refund, and is recorded once. The act is
// stored before the provider is asked (record-refund.ts).
import { findDone } from '../acts/acts.ts';
import type { Act } from '../acts/acts.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database } from '../platform/database/schema.ts';
import { hasChanged } from '../orders/order-events.ts';
import type { NotDone } from '../orders/order-events.ts';
import { listEvents, lockOrder, sumRefunds } from '../orders/order-events.ts';
import type { Order } from '../orders/order-events.ts';
import { scheduleCheck } from './attempts.ts';
import { ProviderRefused } from './provider.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';
import { recordPartialRefund, recordRefund, sumParts } from './record-refund.ts';
import { endRequest, listOpenRequests, storeRequest } from './record-refund.ts';
import type { RequestedRefund } from './record-refund.ts';
import { lockSurplus } from './surplus.ts';

interface Parts {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
}

export interface RefundRequest {
  /** Paise. */
  amount: number;
  /** The shopper reads it in the e-mail. */
  reason?: string | undefined;
}

/** Amounts are in paise. */
export interface Refund {
  /** pending: accepted by the provider, and recorded once it is processed. */
  outcome: 'refunded' | 'refunded before' | 'pending';
  amount: number;
  currency: string;
  refundId: string | undefined;
}

export interface OrderRefund extends Refund {
  /** What is left with the shop. */
  left: number;
}

/** Why nothing was refunded. Amounts are in paise. */
export type RefundRefusal = { outcome: 'refused' } & (
  | { because: 'unknown order' }
  /** `orderId`: the order that the payment paid for, if any. */
  | { because: 'not flagged'; orderId: string | undefined }
  | { because: 'more than is left'; amount: number; left: number }
  /** Another form requested a refund of this other amount a moment ago. */
  | { because: 'another under way'; amount: number; actor: string }
  /** `description`: the provider's own words. */
  | { because: 'provider refused'; paymentId: string; status: string; description: string }
  | { because: 'failed at provider'; paymentId: string; refundId: string }
);

/** Longer than the provider takes to respond, in milliseconds. */
const UNDER_WAY_MS = 60_000;

type Beginning =
  | { isAccepted: false; result: OrderRefund | RefundRefusal | NotDone }
  | { isAccepted: true; order: Order; left: number; request: RequestedRefund };

/**
 * Refunds an order. The key for the provider counts the recorded refunds of this amount. Throws ProviderUnavailable if the
 * provider cannot be asked: a repeat then continues, also under the same act. Throws ForeignAct.
 */
export async function refundOrder(
  parts: Parts,
  orderId: string,
  wanted: RefundRequest,
  act: Act,
): Promise<OrderRefund | RefundRefusal | NotDone> {
  const { db, clock } = parts;
  const beginning = await beginRefund(parts, orderId, wanted, act);
  if (!beginning.isAccepted) return beginning.result;
  const { order, left, request } = beginning;
  const { amount, currency, times } = request;
  const common = { amount, currency, left };

  const payment = { id: order.provider_payment_id, orderId: order.provider_order_id, currency };
  const key = `refund-${orderId}-${amount}-${times}`;
  const requested = await requestRefund(parts.provider, payment.id, amount, key);
  if (requested.outcome === 'refused') {
    await endRequest(db, act, request);
    // It may have a refund from its dashboard that the shop does not know yet.
    if (requested.because === 'provider refused') {
      await scheduleCheck(db, order.attempt_id, clock());
    }
    return requested;
  }
  const { refund } = requested;
  if (refund?.status === 'pending') {
    await endRequest(db, act, request, { refundId: refund.id });
    await scheduleCheck(db, order.attempt_id, clock());
    return { ...common, outcome: 'pending', refundId: refund.id };
  }
  if (refund === undefined || refund.amount >= left) {
    await recordRefund(db, clock, { ...payment, amount: order.amount, refundId: refund?.id });
  } else {
    await recordPartialRefund(db, clock, refund, payment);
  }
  if (refund === undefined) {
    await endRequest(db, act, request);
    return refundedBefore(order);
  }
  return { ...common, outcome: 'refunded', refundId: refund.id, left: left - amount };
}

function refundedBefore({ amount, currency }: Order): OrderRefund {
  return { amount, currency, left: 0, refundId: undefined, outcome: 'refunded before' };
}

/** Checks a request against the locked order, and stores it. */
async function beginRefund(
  { db, clock }: Parts,
  orderId: string,
  wanted: RefundRequest,
  act: Act,
): Promise<Beginning> {
  return db.transaction().execute(async (trx): Promise<Beginning> => {
    const end = (result: OrderRefund | RefundRefusal | NotDone) =>
      ({ isAccepted: false, result }) as const;
    const refuse = (why: DistributedOmit<RefundRefusal, 'outcome'>) =>
      end({ outcome: 'refused', ...why });
    const order = await lockOrder(trx, orderId);
    const stored = await findDone<RequestedRefund>(trx, act);
    if (order === undefined) return refuse({ because: 'unknown order' });
    if (stored?.outcome === 'changed meanwhile' || stored?.outcome === 'other content') {
      return end(stored);
    }
    const { currency } = order;
    const events = await listEvents(trx, orderId);
    const left = order.amount - sumRefunds(events);
    if (stored && stored.outcome !== 'requested') {
      const { outcome, refundId } = stored;
      return end({ ...stored, left: stored.left ?? left, outcome, refundId });
    }
    if (stored) return { isAccepted: true, order, left, request: stored };

    const { rev } = act;
    if (hasChanged(order, rev)) return end({ outcome: 'changed meanwhile' });
    if (left === 0) return end(refundedBefore(order));
    const { amount, reason } = wanted;
    const times = events.filter((event) => event.amount === amount).length + 1;
    if (amount > left) return refuse({ because: 'more than is left', amount, left });
    const since = new Date(clock().getTime() - UNDER_WAY_MS).toISOString();
    const other = (await listOpenRequests(trx, orderId)).find(
      ({ at, request }) => at > since && request.amount !== amount,
    );
    if (other) {
      const { actor, request } = other;
      return refuse({ because: 'another under way', amount: request.amount, actor });
    }
    const request = { amount, currency, times, ...(reason && { reason }) };
    return {
      isAccepted: true,
      order,
      left,
      request: await storeRequest(trx, clock(), act, request),
    };
  });
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/**
 * Refunds what is left of a payment that was flagged as surplus. Throws ProviderUnavailable if the provider cannot be asked: a
 * repeat then continues, also under the same act. Throws ForeignAct.
 */
export async function refundPayment(
  { db, clock, provider }: Parts,
  paymentId: string,
  act: Act,
): Promise<Refund | RefundRefusal> {
  const { surplus, request } = await db.transaction().execute(async (trx) => {
    const locked = await lockSurplus(trx, paymentId);
    const done = await findDone<RequestedRefund>(trx, act);
    // Its form says nothing that could differ, and what was erased went back.
    const stored = done && 'amount' in done ? done : undefined;
    if (stored || locked?.state !== 'flagged') return { surplus: locked, request: stored };
    const { currency } = locked;
    // Nothing left: all parts are known, and the refund of the whole is not recorded yet.
    const amount = locked.amount - (await sumParts(trx, paymentId)) || locked.amount;
    const wanted = { amount, currency, times: 1 };
    return { surplus: locked, request: await storeRequest(trx, clock(), act, wanted) };
  });
  if (surplus === undefined) {
    const orderId = await findOrderPaidBy(db, paymentId);
    return { outcome: 'refused', because: 'not flagged', orderId };
  }
  const { amount, currency, attempt_id } = surplus;
  if (!request || surplus.state === 'refunded') {
    const refundId = surplus.refund_id ?? undefined;
    return { outcome: request ? 'refunded' : 'refunded before', amount, currency, refundId };
  }
  // Under one key the provider accepts one amount only.
  const isRest = request.amount < amount;
  const key = isRest ? `refund-${paymentId}-${request.amount}` : `refund-${paymentId}`;
  const requested = await requestRefund(provider, paymentId, request.amount, key);
  if (requested.outcome === 'refused') {
    await endRequest(db, act, request);
    return requested;
  }
  const { refund } = requested;
  const refundId = refund?.id;
  if (refund?.status === 'pending') {
    await endRequest(db, act, request, { refundId: refund.id });
    // For a payment without an attempt, only the webhook reports that the refund was processed.
    if (attempt_id !== null) await scheduleCheck(db, attempt_id, clock());
    return { outcome: 'pending', amount: request.amount, currency, refundId };
  }
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('provider_order_id')
    .where('id', '=', attempt_id)
    .executeTakeFirst();
  const orderId = attempt?.provider_order_id ?? '';
  await recordRefund(db, clock, { id: paymentId, orderId, amount, currency, refundId });
  return { outcome: 'refunded', amount: request.amount, currency, refundId };
}

async function findOrderPaidBy(db: Database, paymentId: string): Promise<string | undefined> {
  const order = await db
    .selectFrom('shop_order')
    .select('id')
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
  return order?.id;
}

/**
 * Requests the refund from the provider. `refund` is processed or pending; undefined if the whole payment was refunded
 * already in another way.
 */
async function requestRefund(
  provider: PaymentProvider,
  paymentId: string,
  amount: number,
  idempotencyKey: string,
): Promise<{ outcome: 'accepted'; refund: ProviderRefund | undefined } | RefundRefusal> {
  crashAt('refund:after-request');
  let refund: ProviderRefund | undefined;
  try {
    refund = await provider.refundPayment(paymentId, { amount, idempotencyKey });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const { status } = await provider.fetchPayment(paymentId);
    if (status !== 'refunded') {
      const { description } = error;
      return { outcome: 'refused', because: 'provider refused', paymentId, status, description };
    }
  }
  crashAt('refund:after-provider');
  if (refund?.status === 'failed') {
    return { outcome: 'refused', because: 'failed at provider', paymentId, refundId: refund.id };
  }
  return { outcome: 'accepted', refund };
}
