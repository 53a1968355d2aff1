// The provider's two signatures: that of the payment window, with the key secret, and that of a webhook,
// with the webhook secret. Both are hex HMAC-SHA256 and compared in constant time.
import { createHmac } from 'node:crypto';
import { isSameSecret } from '../platform/is-same-secret.ts';

/** Returns the window's signature of a payment. `providerOrderId` must come from our database. */
export function windowSignature(
  providerOrderId: string,
  paymentId: string,
  keySecret: string,
): string {
  return hmac(`${providerOrderId}|${paymentId}`, keySecret);
}

/** Returns the value of X-Razorpay-Signature: over the raw bytes of the body, before any parsing. */
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

/** Returns whether any of the secrets signed it: during a rotation both the old and the new secret are valid. */
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
