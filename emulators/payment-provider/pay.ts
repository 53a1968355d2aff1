// Payments of an order: a shopper pays with the window's buttons, a test through a control request. Every change of a
// payment's status is made here, with the events that report it.
import { randomInt } from 'node:crypto';
import {
  addCapturedAmount,
  changePayment,
  countAttempt,
  findOrder,
  findPayment,
  findPaymentByAttempt,
} from './entities.ts';
import type { OrderRow, PaymentError, PaymentRow } from './entities.ts';
import { ProviderError } from './http.ts';
import { insertRow, newId, unixSeconds } from './ledger.ts';
import type { Clock, Ledger } from './ledger.ts';
import { recordEvent } from './webhooks.ts';

/** What every operation on payments needs. */
export interface Parts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Called after a transaction that may have recorded webhook events. */
  readonly onEvents: () => void;
}

/** Runs `work` in one transaction, then has the webhooks sent that it recorded. */
export function commit<T>({ ledger, onEvents }: Parts, work: () => T): T {
  const result = ledger.transaction(work);
  onEvents();
  return result;
}

/** pending: the bank has not responded · authorized: blocked but not captured */
export type Outcome = 'success' | 'failure' | 'authorized' | 'pending';

export interface PaymentRequest {
  orderId: string;
  outcome: Outcome;
  /** The window's token: the same token is the same payment, however often it is sent. */
  attempt?: string | undefined;
  /** Paise; by default the order's amount. */
  amount?: number | undefined;
  /** Allows a second payment for an order that is already paid. */
  again?: boolean;
  email?: string | undefined;
  contact?: string | undefined;
  description?: string | undefined;
}

/**
 * Records a payment and its webhooks in one transaction and returns the payment.
 * Throws a ProviderError for an unknown order and for one that is already paid.
 */
export function payOrder(parts: Parts, request: PaymentRequest): PaymentRow {
  return commit(parts, () => {
    const known = request.attempt && findPaymentByAttempt(parts.ledger, request.attempt);
    if (known) return known;
    const order = requireOrder(parts, request.orderId);
    if (order.status === 'paid' && !request.again) {
      throw new ProviderError('This order has already been paid.', {
        reason: 'order_already_paid',
      });
    }
    return recordPayment(parts, order, request);
  });
}

/**
 * Settles a payment that was pending or had failed (late authorisation) and returns it.
 * Throws a ProviderError when there is no such payment or it can no longer be settled.
 */
export function settleLate(parts: Parts, paymentId: string, outcome: Outcome): PaymentRow {
  return commit(parts, () => {
    const open = requirePayment(parts, paymentId);
    if (open.status !== 'failed' && open.status !== 'created') {
      throw new ProviderError(`A payment that is ${open.status} cannot be settled again.`);
    }
    return proceed(parts, requireOrder(parts, open.order_id), open, outcome);
  });
}

/** Returns the order of this id. Throws the provider's error when there is none: 400, not 404. */
export function requireOrder({ ledger }: Parts, id: string): OrderRow {
  const order = findOrder(ledger, id);
  if (!order) throw new ProviderError('The id provided does not exist');
  return order;
}

/** Returns the payment of this id. Throws like requireOrder. */
export function requirePayment({ ledger }: Parts, id: string): PaymentRow {
  const payment = findPayment(ledger, id);
  if (!payment) throw new ProviderError('The id provided does not exist');
  return payment;
}

function recordPayment(parts: Parts, order: OrderRow, request: PaymentRequest): PaymentRow {
  const payment: PaymentRow = {
    id: newId('pay'),
    order_id: order.id,
    attempt: request.attempt ?? null,
    amount: request.amount ?? order.amount,
    currency: order.currency,
    status: 'created',
    captured: 0,
    amount_refunded: 0,
    description: request.description ?? null,
    email: request.email ?? null,
    contact: request.contact ?? null,
    notes: '{}',
    error: null,
    rrn: String(randomInt(1e11, 2e11)),
    created_at: unixSeconds(parts.clock),
  };
  insertRow(parts.ledger, 'payment', payment);
  countAttempt(parts.ledger, order.id);
  return proceed(parts, order, payment, request.outcome);
}

function proceed(parts: Parts, order: OrderRow, payment: PaymentRow, outcome: Outcome): PaymentRow {
  if (outcome === 'pending') return payment;
  if (outcome === 'failure') return decline(parts, payment);
  const authorized = authorize(parts, payment);
  const captures = outcome === 'success' && order.auto_capture === 1;
  return captures ? capture(parts, authorized) : authorized;
}

/** Authorises a payment: the bank has blocked the money. Also after `failed`: an authorisation may come days late. */
function authorize(parts: Parts, payment: PaymentRow): PaymentRow {
  const next = changePayment(parts.ledger, payment, {
    status: 'authorized',
    captured: 0,
    error: null,
  });
  recordEvent(parts, 'payment.authorized', { payment: next });
  return next;
}

/**
 * Captures a payment, inside the caller's transaction. The order becomes paid when its whole amount is captured; this is
 * reported once.
 */
export function capture(parts: Parts, payment: PaymentRow): PaymentRow {
  const next = changePayment(parts.ledger, payment, { status: 'captured', captured: 1 });
  const before = requireOrder(parts, next.order_id);
  addCapturedAmount(parts.ledger, next.order_id, next.amount);
  const order = requireOrder(parts, next.order_id);
  recordEvent(parts, 'payment.captured', { payment: next });
  if (before.status !== 'paid' && order.status === 'paid') {
    recordEvent(parts, 'order.paid', { payment: next, order });
  }
  return next;
}

const declined: PaymentError = {
  code: 'BAD_REQUEST_ERROR',
  description: 'The payment was declined.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_failed',
};

/** Declines a payment; it may still be authorised later. */
function decline(parts: Parts, payment: PaymentRow): PaymentRow {
  const error = JSON.stringify(declined);
  const next = changePayment(parts.ledger, payment, { status: 'failed', captured: 0, error });
  recordEvent(parts, 'payment.failed', { payment: next });
  return next;
}
