import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { LARGEST_AMOUNT, rupees } from '../money.ts';
import garland from './products/dairy-milk-garland.ts';
import crown from './products/chocolate-crown.ts';
import { largestQuantity, priceLine } from './product.ts';

describe('the price of a line', () => {
  it('is the version’s price times the quantity', covers('garland-6'), () => {
    expect(priceLine(garland, { selectedVersion: 'kids', quantity: 3 })).toEqual({
      version: garland.versions?.[1],
      unit: rupees(799),
      originalUnit: rupees(999),
      total: rupees(2397),
      originalTotal: rupees(2997),
      saving: rupees(600),
      percent: 20,
    });
  });

  it('is the product’s price times the quantity if it has no versions', () => {
    expect(priceLine(crown, { quantity: 2 })).toEqual({
      unit: crown.price,
      originalUnit: crown.originalPrice,
      total: 2 * crown.price,
      originalTotal: 2 * crown.originalPrice,
      saving: 2 * (crown.originalPrice - crown.price),
      percent: expect.any(Number) as number,
    });
  });

  it('never shows a negative saving', covers('constant-6'), () => {
    const dearer = { ...crown, price: rupees(1399), originalPrice: rupees(1199) };
    expect(priceLine(dearer, { quantity: 1 })).toMatchObject({ saving: 0, percent: 0 });
  });

  it('is exact up to the largest quantity and no further', () => {
    fc.assert(
      fc.property(fc.constantFrom(garland, crown), (product) => {
        const most = largestQuantity(product);
        const { total, originalTotal } = priceLine(product, { quantity: most });
        expect(Math.max(total, originalTotal)).toBeLessThanOrEqual(LARGEST_AMOUNT);
        const more = priceLine(product, { quantity: most + 1 });
        expect(Math.max(more.total, more.originalTotal)).toBeGreaterThan(LARGEST_AMOUNT);
      }),
    );
  });
});
