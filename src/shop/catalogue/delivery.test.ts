import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import type { ProductKind } from './product.ts';
import { deliveryEstimate, deliverySteps } from './delivery.ts';

describe('deliveryEstimate', () => {
  it.each<[ProductKind, string]>([
    ['garland', '2-5 business days'],
    ['prod', '2-5 business days'],
    ['gift', '2-5 business days'],
    ['combo', '2-4 days'],
  ])(
    'gives a %s %s for the delivery after the dispatch',
    covers('shop-12', 'shop-13'),
    (kind, transit) => {
      expect(deliveryEstimate(kind)).toEqual({
        preparation: '2-3 days',
        dispatch: '24 hours',
        transit,
      });
    },
  );
});

describe('deliverySteps', () => {
  it(
    'list the steps in chronological order, beginning with the preparation',
    covers('shop-14'),
    () => {
      expect(deliverySteps('combo')).toEqual([
        'Prepared by hand in 2-3 days',
        'Dispatched within 24 hours after that',
        'Tracking details follow once it is on its way',
        'Delivered in 2-4 days across India',
      ]);
    },
  );
});
