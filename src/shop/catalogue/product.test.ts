import { describe, expect, it } from 'vitest';
import { LARGEST_AMOUNT, rupees } from '../money.ts';
import { catalogue } from './catalogue.ts';
import { largestQuantity, priceLine, scalePicture, versionPicture } from './product.ts';
import crown from './products/chocolate-crown.ts';
import garland from './products/dairy-milk-garland.ts';
import kitkat from './products/kitkat-garland.ts';

describe('a version', () => {
  it('has its own picture, otherwise the first', () => {
    expect(versionPicture(kitkat, 'kids').name).toBe('kitkat-3-kids');
    expect(versionPicture(kitkat, 'adult').name).toBe('kitkat-1-hero');
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
  it('is the version’s price times the quantity [garland-6]', () => {
    const each = { version: garland.versions?.[1], unit: rupees(799), originalUnit: rupees(999) };
    const sums = { total: rupees(2397), originalTotal: rupees(2997), saving: rupees(600) };
    const line = priceLine(garland, { selectedVersion: 'kids', quantity: 3 });
    expect(line).toEqual({ ...each, ...sums, percent: 20 });
  });

  it('is the product’s price times the quantity without a version', () => {
    const inNoVersion = { unit: rupees(999), total: rupees(1998), saving: rupees(600) };
    expect(priceLine(garland, { quantity: 2 })).toMatchObject(inNoVersion);
    const line = priceLine(crown, { selectedVersion: 'adult', quantity: 2 });
    expect(line).toMatchObject({ unit: rupees(799), total: rupees(1598), saving: rupees(392) });
    expect(line).not.toHaveProperty('version');
  });

  it('never shows a negative saving [constant-6]', () => {
    const dearer = { ...crown, price: rupees(1399), originalPrice: rupees(1199) };
    expect(priceLine(dearer, { quantity: 1 })).toMatchObject({ saving: 0, percent: 0 });
  });

  it('is exact up to the largest quantity and no further', () => {
    for (const product of catalogue) {
      const most = largestQuantity(product);
      const { originalTotal } = priceLine(product, { quantity: most });
      expect(originalTotal).toBeLessThanOrEqual(LARGEST_AMOUNT);
      const more = priceLine(product, { quantity: most + 1 });
      expect(more.originalTotal).toBeGreaterThan(LARGEST_AMOUNT);
    }
  });
});
