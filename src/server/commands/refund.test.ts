import { describe, expect, it } from 'vitest';
import type { OrderRefund, RefundRefusal } from '../payments/refund.ts';
import { orderRefundText, refusalText } from './refund.ts';

const refund: OrderRefund = {
  outcome: 'refunded',
  amount: 25_000,
  currency: 'INR',
  refundId: 'rfnd_1',
  left: 74_900,
  times: 1,
  isNotified: true,
};
const textOf = (change: Partial<OrderRefund>) => orderRefundText('MA-1', { ...refund, ...change });

describe('orderRefundText', () => {
  it('says what is left, and whether the customer gets an e-mail', () => {
    expect(textOf({})).toBe(
      'Refunded ₹250.00 of MA-1 (rfnd_1). ₹749.00 of it is left. The customer gets an e-mail.',
    );
    expect(textOf({ left: 0, isNotified: false })).toBe(
      'Refunded ₹250.00 of MA-1 (rfnd_1). Nothing of it is left. The account was deleted, so nobody gets an e-mail.',
    );
    expect(textOf({ outcome: 'pending' })).toContain('is on its way');
  });

  it('says how to repeat an earlier refund of the same amount, if enough is left', () => {
    const before = { outcome: 'refunded before', times: 2 } as const;
    expect(textOf(before))
      .toBe(`₹250.00 of MA-1 was refunded before (rfnd_1). Nothing more was sent. ₹749.00 of it is left.
If ₹250.00 is to go back once more: npm run refund -- MA-1 --amount 250.00 --times 3`);
    expect(textOf({ ...before, left: 24_999 })).not.toContain('once more');
  });
});

describe('refusalText', () => {
  it.each<[RefundRefusal, string]>([
    [{ outcome: 'refused', because: 'unknown order' }, 'There is no order MA-1.'],
    [
      { outcome: 'refused', because: 'not the next time', amount: 25_000, already: 0 },
      '₹250.00 of MA-1 has not gone back yet: the next is --times 1.',
    ],
    [
      { outcome: 'refused', because: 'not the next time', amount: 25_000, already: 1 },
      '₹250.00 of MA-1 went back once: the next is --times 2.',
    ],
    [
      { outcome: 'refused', because: 'not the next time', amount: 25_000, already: 2 },
      '₹250.00 of MA-1 went back 2 times: the next is --times 3.',
    ],
    [
      { outcome: 'refused', because: 'more than is left', amount: 500, left: 400, paid: 1_000 },
      'Only ₹4.00 of MA-1 is left of ₹10.00: ₹5.00 cannot go back.',
    ],
    [
      { outcome: 'refused', because: 'not flagged', orderId: 'MA-2' },
      "MA-1 is not refunded: it paid for the order MA-2. To give the order's money back: npm run refund -- MA-2.",
    ],
    [
      { outcome: 'refused', because: 'not flagged', orderId: undefined },
      'MA-1 is not refunded: the shop has no such payment, or has not flagged it.',
    ],
    [
      {
        outcome: 'refused',
        because: 'provider refused',
        paymentId: 'pay_1',
        status: 'captured',
        description: 'Too much.',
      },
      'The provider does not refund pay_1, which is captured: Too much.',
    ],
    [
      { outcome: 'refused', because: 'failed at provider', paymentId: 'pay_1', refundId: 'rfnd_1' },
      'The refund rfnd_1 of pay_1 failed at the provider: the money is still with the shop. Refund it in the provider’s dashboard.',
    ],
  ])('says why nothing was refunded: %o', (refusal, text) => {
    expect(refusalText('MA-1', refusal)).toBe(text);
  });
});
