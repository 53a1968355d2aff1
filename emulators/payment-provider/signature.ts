// The provider's two signatures. Both are hex HMAC-SHA256, each with a secret of its own.
import { createHmac } from 'node:crypto';

export interface Keys {
  readonly keyId: string;
  readonly keySecret: string;
}

/** Returns the window's signature: it proves, with the key secret, that this payment belongs to this order. */
export function windowSignature(orderId: string, paymentId: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex');
}

/** Returns what the window passes to the page's handler for a payment. */
export function windowResponse(
  { id, order_id }: { id: string; order_id: string },
  keySecret: string,
) {
  return {
    razorpay_order_id: order_id,
    razorpay_payment_id: id,
    razorpay_signature: windowSignature(order_id, id, keySecret),
  };
}

/** Returns the X-Razorpay-Signature of a webhook: over the body's bytes as sent, with the webhook secret. */
export function webhookSignature(body: Uint8Array, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(body).digest('hex');
}
