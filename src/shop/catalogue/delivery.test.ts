import { describe, expect, it } from 'vitest';
import { deliveryDates, deliveryEstimate, deliverySteps, parcelDates } from './delivery.ts';
import type { DeliveryDates } from './delivery.ts';
import type { ProductKind } from './product.ts';

const at = (day: string) => new Date(`${day}T06:30:00Z`);

it.each<[ProductKind, string]>([
  ['garland', '2-5 business days'],
  ['prod', '2-5 business days'],
  ['gift', '2-5 business days'],
  ['combo', '2-4 days'],
])(
  'a %s is estimated to arrive %s after the dispatch, which follows the preparation [shop-12..14]',
  (kind, transit) => {
    const [preparation, dispatch] = ['2-3 days', '24 hours'];
    expect(deliveryEstimate(kind)).toEqual({ preparation, dispatch, transit });
    expect(deliverySteps(kind)).toEqual([
      'Prepared by hand in 2-3 days',
      'Dispatched within 24 hours after that',
      'Tracking details follow once it is on its way',
      `Delivered in ${transit} across India`,
    ]);
    expect(deliverySteps(kind, 'Packed in a box')[1]).toBe('Packed in a box');
  },
);

describe('deliveryDates', () => {
  // 22 November 2026 is a Sunday. The preparation lasts three days, the dispatch one.
  it.each<[ProductKind, string, DeliveryDates]>([
    // Two business days after Thursday end on Monday, five on the next Thursday.
    ['garland', '2026-11-22', { sentBy: '2026-11-26', from: '2026-11-30', to: '2026-12-03' }],
    // Combos travel on weekends too.
    ['combo', '2026-11-22', { sentBy: '2026-11-26', from: '2026-11-28', to: '2026-11-30' }],
    // Dispatched on a Saturday: the first business day is Monday.
    ['garland', '2026-11-24', { sentBy: '2026-11-28', from: '2026-12-01', to: '2026-12-04' }],
    ['combo', '2026-12-27', { sentBy: '2026-12-31', from: '2027-01-02', to: '2027-01-04' }],
  ])('returns the dates of a %s ordered on %s', (kind, day, dates) => {
    expect(deliveryDates(kind, at(day))).toEqual(dates);
  });

  it('sends nothing before the day that a late shop names', () => {
    const dates = { sentBy: '2026-12-10', from: '2026-12-14', to: '2026-12-17' };
    expect(deliveryDates('garland', at('2026-11-22'), '2026-12-10')).toEqual(dates);
    expect(deliveryDates('garland', at('2026-11-22'), '2026-11-25').sentBy).toBe('2026-11-26');
  });

  it('counts from the day in India', () => {
    const lateEvening = new Date('2026-11-22T18:30:00Z');
    expect(deliveryDates('combo', lateEvening).sentBy).toBe('2026-11-27');
  });
});

it('a parcel has the dates of its slowest product', () => {
  const orderedAt = at('2026-11-22');
  const slowest = deliveryDates('garland', orderedAt);
  expect(parcelDates(['combo', 'garland'], orderedAt)).toEqual(slowest);
  expect(parcelDates(['garland', 'combo'], orderedAt)).toEqual(slowest);
});
