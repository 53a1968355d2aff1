import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { LARGEST_AMOUNT, rupees } from '../money.ts';
import { catalogue } from './catalogue.ts';
import {
  findVersion,
  largestQuantity,
  priceLine,
  scalePicture,
  versionPicture,
} from './product.ts';
import crown from './products/chocolate-crown.ts';
import garland from './products/dairy-milk-garland.ts';
import kitkat from './products/kitkat-garland.ts';

describe('a version', () => {
  it('is found by its key, and not without one', () => {
    expect(findVersion(garland, 'kids')?.name).toBe('Kids');
    expect(findVersion(garland, undefined)).toBeUndefined();
    expect(findVersion(crown, 'adult')).toBeUndefined();
  });

  it('has its own picture, otherwise the first', () => {
    expect(versionPicture(kitkat, 'kids').name).toBe('kitkat-3-kids');
    expect(versionPicture(kitkat, 'adult').name).toBe('kitkat-1-hero');
    expect(versionPicture(kitkat, undefined).name).toBe('kitkat-1-hero');
    expect(versionPicture(crown, 'kids').name).toBe('crown-1-hero');
  });

  it('is shown to scale on the picture that the details have too', async () => {
    for (const product of catalogue.filter(({ versions }) => versions)) {
      const { details } = await import(`./products/${product.slug}.ts`);
      expect(scalePicture(product)).toEqual({ ...details.toScale, alt: '' });
    }
  });
});

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
      unit: rupees(799),
      originalUnit: rupees(995),
      total: rupees(1598),
      originalTotal: rupees(1990),
      saving: rupees(392),
      percent: 20,
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
