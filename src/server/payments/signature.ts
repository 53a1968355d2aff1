// The provider's two signatures: of the payment window, with the key secret, and of a webhook, with
// the webhook secret. Both are hex HMAC-SHA256 and compared in constant time.
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../runtime/is-same-secret.ts';

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
  return isSameSecret(
    given,
    windowSignature(payment.providerOrderId, payment.paymentId, keySecret),
  );
}

/** True if any of the secrets signed it: while a secret is rotated the old one stands beside the new. */
export function isWebhookSignature(
  given: string,
  body: Uint8Array,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => isSameSecret(given, webhookSignature(body, secret)));
}

function hmac(data: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(data).digest('hex');
}
