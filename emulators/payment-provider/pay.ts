// A shopper pays an order: with the window's buttons, or without a browser through a control request.
import { randomInt } from 'node:crypto';
import type { PaymentFault } from './faults/fault.ts';
import { takePaymentFault } from './faults.ts';
import { ProviderError, unknownId } from './http/provider-error.ts';
import { unixSeconds } from './ledger/clock.ts';
import { newId } from './ledger/ids.ts';
import type { OrderRow } from './ledger/orders.ts';
import { countAttempt } from './ledger/orders.ts';
import type { PaymentRow } from './entities.ts';
import { findPayment, findPaymentOfAttempt, insertPayment } from './entities.ts';
import type { Parts } from './payments/parts.ts';
import { authorize, capture, decline, requireOrder } from './payments/settle.ts';

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
  const payment = parts.ledger.transaction(() => {
    const known = request.attempt && findPaymentOfAttempt(parts.ledger, request.attempt);
    if (known) return known;
    const order = requireOrder(parts, request.orderId);
    if (order.status === 'paid' && !request.again) {
      throw new ProviderError('This order has already been paid.', {
        reason: 'order_already_paid',
      });
    }
    const fault = request.outcome === 'success' ? takePaymentFault(parts.ledger) : undefined;
    const first = take(parts, order, underFault(request, fault));
    if (fault?.action === 'capture-twice') {
      const { attempt: _sameWindow, ...second } = request;
      take(parts, order, second);
    }
    return first;
  });
  parts.onEvents();
  return payment;
}

/**
 * Settles a payment that was pending or had failed (late authorisation) and returns it.
 * Throws a ProviderError when there is no such payment or it can no longer be settled.
 */
export function settleLate(parts: Parts, paymentId: string, outcome: Outcome): PaymentRow {
  const payment = parts.ledger.transaction(() => {
    const open = findPayment(parts.ledger, paymentId);
    if (!open) throw unknownId();
    if (open.status !== 'failed' && open.status !== 'created') {
      throw new ProviderError(`A payment that is ${open.status} cannot be settled again.`);
    }
    return proceed(parts, requireOrder(parts, open.order_id), open, outcome);
  });
  parts.onEvents();
  return payment;
}

function underFault(request: PaymentRequest, fault: PaymentFault | undefined): PaymentRequest {
  if (fault?.action === 'authorize') return { ...request, outcome: 'authorized' };
  if (fault?.action === 'fail') return { ...request, outcome: 'failure' };
  if (fault?.action === 'wrong-amount') return { ...request, amount: fault.amount };
  return request;
}

function take(parts: Parts, order: OrderRow, request: PaymentRequest): PaymentRow {
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
  insertPayment(parts.ledger, payment);
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
