// The state changes of a payment, each with its events. All of them run inside the caller's transaction.
import { addCapturedAmount, findOrder } from '../ledger/orders.ts';
import type { OrderRow } from '../ledger/orders.ts';
import type { PaymentError, PaymentRow } from '../entities.ts';
import { changePayment } from '../entities.ts';
import { unknownId } from '../http/provider-error.ts';
import { recordEvent } from '../webhooks/record-event.ts';
import type { Parts } from './parts.ts';

export const declined: PaymentError = {
  code: 'BAD_REQUEST_ERROR',
  description: 'The payment was declined.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_failed',
};

/** Returns the order of this id. Throws the provider's error when there is none. */
export function requireOrder({ ledger }: Parts, id: string): OrderRow {
  const order = findOrder(ledger, id);
  if (!order) throw unknownId();
  return order;
}

/** Authorises a payment: the bank has blocked the money. Also after `failed`: an authorisation may come days late. */
export function authorize(parts: Parts, payment: PaymentRow): PaymentRow {
  const next = changePayment(parts.ledger, payment, {
    status: 'authorized',
    captured: false,
    error: null,
  });
  recordEvent(parts, 'payment.authorized', { payment: next });
  return next;
}

/** Captures a payment. The order becomes paid when its whole amount is captured; this is reported once. */
export function capture(parts: Parts, payment: PaymentRow): PaymentRow {
  const next = changePayment(parts.ledger, payment, { status: 'captured', captured: true });
  const before = requireOrder(parts, next.order_id);
  addCapturedAmount(parts.ledger, next.order_id, next.amount);
  const order = requireOrder(parts, next.order_id);
  recordEvent(parts, 'payment.captured', { payment: next });
  if (before.status !== 'paid' && order.status === 'paid') {
    recordEvent(parts, 'order.paid', { payment: next, order });
  }
  return next;
}

/** Declines a payment; it may still be authorised later. */
export function decline(parts: Parts, payment: PaymentRow): PaymentRow {
  const next = changePayment(parts.ledger, payment, {
    status: 'failed',
    captured: false,
    error: declined,
  });
  recordEvent(parts, 'payment.failed', { payment: next });
  return next;
}
