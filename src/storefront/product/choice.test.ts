// What is chosen on a product page, and what it hands over.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { chocolateOptions, inTwoVersions, priceLine } from '../../shop/catalogue/product.ts';
import type { Product } from '../../shop/catalogue/product.ts';
import { rupees } from '../../shop/money.ts';
import { firstChoice, chosenLine, needsContact, pictureIndex, withQuantity } from './choice.ts';

const picture = (name: string) => ({ name, alt: name, focus: [0.5, 0.5] as const });

const crown: Product = {
  id: '2',
  slug: 'crown',
  name: 'Crown',
  link: '/crown',
  kind: 'gift',
  category: 'chocolate',
  tagline: '',
  summary: '',
  price: rupees(799),
  originalPrice: rupees(995),
  chocolates: chocolateOptions,
  defaultChocolate: 'Dairy Milk',
  pictures: [picture('crown-1-hero'), picture('crown-2-detail')],
  rating: 4.8,
};

const { chocolates: _, ...plain } = crown;
const garland: Product = {
  ...plain,
  id: '3',
  kind: 'garland',
  ...inTwoVersions(999, 1299),
  pictures: [picture('a-1-hero'), picture('a-2-detail'), picture('a-3-kids')],
};

describe('the first choice', () => {
  it('is one adult garland with the page’s chocolate', () => {
    expect(firstChoice(garland)).toEqual({
      version: 'adult',
      quantity: 1,
      chocolate: 'Dairy Milk',
    });
  });

  it('has no version if the product has none', () => {
    expect(firstChoice(crown)).toEqual({ quantity: 1, chocolate: 'Dairy Milk' });
  });
});

describe('the quantity', () => {
  it('is whole, at least 1, and exact in paise, whatever is typed', () => {
    fc.assert(
      fc.property(fc.double(), (typed) => {
        const choice = withQuantity(garland, firstChoice(garland), typed);
        expect(choice.quantity).toBeGreaterThanOrEqual(1);
        const { total, originalTotal, saving } = priceLine(garland, chosenLine(garland, choice));
        for (const amount of [total, originalTotal, saving]) {
          expect(Number.isSafeInteger(amount)).toBe(true);
        }
      }),
    );
  });
});

describe('the line handed over', () => {
  it('carries the choice and no price', covers('entity-14'), () => {
    expect(chosenLine(garland, { version: 'kids', quantity: 2, chocolate: 'Dairy Milk' })).toEqual({
      productId: '3',
      selectedVersion: 'kids',
      quantity: 2,
      chocolate: 'Dairy Milk',
    });
  });

  it('leaves out what the product does not have', () => {
    expect(chosenLine(crown, { quantity: 1 })).toEqual({ productId: '2', quantity: 1 });
  });
});

describe('chocolate', () => {
  it('that is not on the list requires contact with the shop', () => {
    expect(needsContact(crown, { quantity: 1, chocolate: 'Contact' })).toBe(true);
    expect(needsContact(crown, { quantity: 1, chocolate: 'Munch' })).toBe(false);
    expect(needsContact(garland, firstChoice(garland))).toBe(false);
  });
});

describe('the picture of a version', () => {
  it('is that of the kids version if there is one', () => {
    expect(pictureIndex(garland, 'kids')).toBe(2);
    expect(pictureIndex(garland, 'adult')).toBe(0);
    expect(pictureIndex(crown, 'kids')).toBe(0);
  });
});
