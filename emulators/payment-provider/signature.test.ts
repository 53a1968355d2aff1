import { expect, test } from 'vitest';
import { windowResponse } from './signature.ts';

test('the window signs order and payment, joined by a bar, as another implementation of HMAC-SHA256 does', () => {
  expect(windowResponse({ order_id: 'order_1', id: 'pay_1' }, 'secret')).toEqual({
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: '52115a0d3400de9e86aade1f1b6eba9e8974604f4e267a9e9a16633a4c8dd2cb',
  });
});
