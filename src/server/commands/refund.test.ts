import { describe, expect, it } from 'vitest';
import type { OrderRefund } from '../payments/refund.ts';
import { orderRefundText } from './refund.ts';

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
