// Calls that move money, or ask how far it got.
import { PaymentOrderReply, PaymentStatusReply, VerifyReply } from '../../shop/wire.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import type { PaymentOrderRequest, VerifyRequest } from '../../shop/wire.ts';
import { call } from './http.ts';
import type { CallResult } from './http.ts';

/** What is sent: the request as the server reads it, its address as the form checked it. */
export interface PaymentOrder extends Omit<PaymentOrderRequest, 'delivery'> {
  delivery: DeliveryDetails;
}

/** The server asks the payment provider before it answers. */
const PATIENCE_MS = 20_000;

/**
 * Creates a payment order. The same key with the same request is the same payment order, however
 * often it is sent. 409 carries the right amount where `totalAmount` is not the server's own price.
 */
export function createPaymentOrder(
  request: PaymentOrder,
  idempotencyKey: string,
): Promise<CallResult<PaymentOrderReply>> {
  return call('/payments/orders', {
    method: 'POST',
    body: request,
    headers: { 'Idempotency-Key': idempotencyKey },
    schema: PaymentOrderReply,
    timeLimitMs: PATIENCE_MS,
  });
}

/** Hands over what the payment window reported. Resolves to the shop's order, also when called again. */
export function verifyPayment(payment: VerifyRequest): Promise<CallResult<VerifyReply>> {
  return call('/payments/verify', {
    method: 'POST',
    body: payment,
    schema: VerifyReply,
    timeLimitMs: PATIENCE_MS,
  });
}

/** How far a payment order got, by the provider's id of it. */
export function paymentStatus(providerOrderId: string): Promise<CallResult<PaymentStatusReply>> {
  return call(`/payments/orders/${encodeURIComponent(providerOrderId)}`, {
    schema: PaymentStatusReply,
    timeLimitMs: PATIENCE_MS,
  });
}
