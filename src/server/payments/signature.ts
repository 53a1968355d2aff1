// The provider's two signatures: of the payment window, with the key secret, and of a webhook, with
// the webhook secret. Both are hex HMAC-SHA256 and compared in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the window hands back for a payment. `providerOrderId` must come from our database. */
export function windowSignature(
  providerOrderId: string,
  paymentId: string,
  keySecret: string,
): string {
  return hmac(`${providerOrderId}|${paymentId}`, keySecret);
}

/** What stands in X-Razorpay-Signature: over the raw bytes of the body, before any parsing. */
export function webhookSignature(body: Uint8Array, secret: string): string {
  return hmac(body, secret);
}

export function isWindowSignature(
  given: string,
  payment: { providerOrderId: string; paymentId: string },
  keySecret: string,
): boolean {
  return equal(given, windowSignature(payment.providerOrderId, payment.paymentId, keySecret));
}

/** True if any of the secrets signed it: while a secret is rotated the old one stands beside the new. */
export function isWebhookSignature(
  given: string,
  body: Uint8Array,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => equal(given, webhookSignature(body, secret)));
}

function hmac(data: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(data).digest('hex');
}

function equal(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  // timingSafeEqual throws on unequal lengths; the expected length is public.
  return left.length === right.length && timingSafeEqual(left, right);
}
