// The provider's two signatures. Both are the hex HMAC-SHA256 of something, each with a secret of its own.
import { createHmac } from 'node:crypto';

/** What the window hands to the page: proof, under the key's secret, that this payment belongs to this order. */
export function windowSignature(orderId: string, paymentId: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex');
}

/** What a webhook carries in X-Razorpay-Signature: over the body's bytes as sent, under the webhook secret. */
export function webhookSignature(body: Uint8Array, webhookSecret: string): string {
  return createHmac('sha256', webhookSecret).update(body).digest('hex');
}
