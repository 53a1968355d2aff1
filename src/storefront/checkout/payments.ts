// API client for payments.
import { PaymentOrderReply, PaymentStatusReply, VerifyReply } from '../../shop/payloads/orders.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import type { VerificationDetails } from '../../shop/payloads/verification-details.ts';
import type { PaymentOrderRequest, VerifyRequest } from '../../shop/payloads/orders.ts';
import { call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

/** The request that the server parses, with the delivery details as the form validated them. */
export interface PaymentOrder extends Omit<PaymentOrderRequest, 'delivery'> {
  delivery: DeliveryDetails;
}

/** Longer than usual: the server queries the payment provider before it responds. */
const PATIENCE_MS = 20_000;

/**
 * Creates a payment order. The same key with the same request always resolves to the same payment order. A 409 has
 * the right amount if `totalAmount` is not the server's own price.
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

/** The specification's payload. The details are missing only if the browser forgot them, as after a logout. */
export type Verification = VerifyRequest & Partial<VerificationDetails>;

/**
 * Sends the result of the payment window and what was bought. Resolves to the shop's order id, also when repeated.
 */
export function verifyPayment(payment: Verification): Promise<CallResult<VerifyReply>> {
  return call('/payments/verify', {
    method: 'POST',
    body: payment,
    schema: VerifyReply,
    timeLimitMs: PATIENCE_MS,
  });
}

/** Resolves to the status of a payment order, by the payment provider's id. */
export function paymentStatus(providerOrderId: string): Promise<CallResult<PaymentStatusReply>> {
  return call(`/payments/orders/${encodeURIComponent(providerOrderId)}`, {
    schema: PaymentStatusReply,
    timeLimitMs: PATIENCE_MS,
  });
}
