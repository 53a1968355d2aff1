import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { webhookSignature, windowResponse } from './signature.ts';

test('the window signs order and payment, joined by a bar, as another implementation of HMAC-SHA256 does', () => {
  expect(windowResponse({ order_id: 'order_1', id: 'pay_1' }, 'secret')).toEqual({
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: '52115a0d3400de9e86aade1f1b6eba9e8974604f4e267a9e9a16633a4c8dd2cb',
  });
});

test('a webhook is signed over its bytes, not over its text', () => {
  const bytes = Uint8Array.of(0xff, 0x00, 0xe2, 0x82, 0xb9);
  const hmac = createHmac('sha256', 'secret').update(bytes).digest('hex');
  expect(webhookSignature(bytes, 'secret')).toBe(hmac);
});
