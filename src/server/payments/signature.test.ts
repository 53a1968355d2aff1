import { describe, expect, it } from 'vitest';
import {
  isWebhookSignature,
  isWindowSignature,
  webhookSignature,
  windowSignature,
} from './razorpay.ts';

describe('the window signature', () => {
  // Computed with: printf 'order_1|pay_1' | openssl dgst -sha256 -hmac key
  const known = '65219a93f3f6ab8a5f6962209ec83d04e29cd18b30fffd7e1a2aade3a72c199e';
  const payment = { providerOrderId: 'order_1', paymentId: 'pay_1' };

  it('is hex HMAC-SHA256 over order and payment with the key secret', () => {
    expect(windowSignature('order_1', 'pay_1', 'key')).toBe(known);
    expect(isWindowSignature(known, payment, 'key')).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['cut', known.slice(0, -1)],
    ['lengthened', `${known}0`],
    ['in capitals', known.toUpperCase()],
    ['one character off', known.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['not ASCII', 'é'.repeat(32)],
    ['of the payment without the order', windowSignature('', 'pay_1', 'key')],
    ['with order and payment swapped', windowSignature('pay_1', 'order_1', 'key')],
    ['with another secret', windowSignature('order_1', 'pay_1', 'other')],
  ])('is refused when %s', (_what, given) => {
    expect(isWindowSignature(given, payment, 'key')).toBe(false);
  });
});

describe('the webhook signature', () => {
  // Computed with: printf '{"a": 1}' | openssl dgst -sha256 -hmac new
  const known = 'e7b59515ed78a1d2b4858a5e1ec3bd48c89513ff0662936681bcf90fb5b19317';
  const body = Buffer.from('{"a": 1}');

  it('is over the raw bytes', () => {
    expect(webhookSignature(body, 'new')).toBe(known);
    expect(isWebhookSignature(known, body, ['new'])).toBe(true);
    const sameMeaning = Buffer.from('{"a":1}');
    expect(isWebhookSignature(known, sameMeaning, ['new'])).toBe(false);
  });

  it('is accepted with either secret during a rotation, with no other, and never without secrets', () => {
    expect(isWebhookSignature(known, body, ['newest', 'new'])).toBe(true);
    expect(isWebhookSignature(known, body, ['newest'])).toBe(false);
    expect(isWebhookSignature(known, body, [])).toBe(false);
  });
});
