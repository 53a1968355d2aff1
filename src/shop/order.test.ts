import { describe, expect, it } from 'vitest';
import { deliveryDates } from './catalogue/delivery.ts';
import { missedBy, orderDates } from './order.ts';

const sunday = new Date('2026-11-22T06:30:00Z');
const [garland, combo] = [{ productId: '3' }, { productId: 'COMBO_003' }];

describe('orderDates', () => {
  it('returns the dates of the slowest product', () => {
    expect(orderDates([combo], sunday)).toEqual(deliveryDates('combo', sunday));
    expect(orderDates([combo, garland], sunday)).toEqual(deliveryDates('garland', sunday));
  });

  it('counts a product that is no longer sold as a garland', () => {
    const gone = { productId: '99' };
    expect(orderDates([gone, combo], sunday)).toEqual(deliveryDates('garland', sunday));
  });
});

describe('missedBy', () => {
  it('returns the last day of arrival if the gift is needed before that', () => {
    expect(missedBy('2026-12-02', [garland], sunday)).toBe('2026-12-03');
    expect(missedBy('2026-12-02', [combo, garland], sunday)).toBe('2026-12-03');
  });

  it('returns undefined if the gift arrives in time', () => {
    expect(missedBy('2026-12-03', [garland], sunday)).toBeUndefined();
    expect(missedBy('2026-12-02', [combo], sunday)).toBeUndefined();
  });
});
