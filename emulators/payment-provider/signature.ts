// The provider's two signatures. Both are the hex HMAC-SHA256 of something, each with a secret of its own.
import { createHmac } from 'node:crypto';

export interface Keys {
  readonly keyId: string;
  readonly keySecret: string;
}

/** What the window hands to the page: proof, under the key's secret, that this payment belongs to this order. */
export function windowSignature(orderId: string, paymentId: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex');
}

/** What the window's handler gets for a payment. */
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

/** What a webhook carries in X-Razorpay-Signature: over the body's bytes as sent, under the webhook secret. */
export function webhookSignature(body: Uint8Array, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(body).digest('hex');
}
