// The listing's search and filter, and their query string.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { comboProducts, listedProducts } from '../../shop/catalogue/catalogue.ts';
import {
  categories,
  everything,
  findProducts,
  listingSearch,
  QUERY_LIMIT,
  readListing,
} from './find-products.ts';
import type { Listing } from './find-products.ts';

const shelf = [
  {
    name: 'Dairy Milk Garland',
    category: 'chocolate' as const,
    summary: 'About 50 bars with beads and a pleated rosette.',
  },
  {
    name: '5 Star Garland',
    category: 'chocolate' as const,
    summary: 'Soft caramel bars strung with gold foil.',
  },
  {
    name: 'KitKat Garland',
    category: 'currency' as const,
    summary: 'Pleated currency notes in your colours.',
  },
];
const names = (listing: Partial<Listing>) =>
  findProducts(shelf, { ...everything, ...listing }).map(({ name }) => name);

describe('findProducts', () => {
  it('returns all products in their original order without a query', () => {
    expect(names({})).toEqual(['Dairy Milk Garland', '5 Star Garland', 'KitKat Garland']);
    expect(names({ query: '  ' })).toHaveLength(3);
  });

  it('finds a part of the title in any case', () => {
    expect(names({ query: 'kItK' })).toEqual(['KitKat Garland']);
  });

  it('finds the words of the description', covers('listing-2'), () => {
    expect(names({ query: 'caramel' })).toEqual(['5 Star Garland']);
  });

  it('requires every word, in any order', () => {
    expect(names({ query: 'garland pleated' })).toEqual(['Dairy Milk Garland', 'KitKat Garland']);
    expect(names({ query: 'garland umbrella' })).toEqual([]);
  });

  it('finds combos and occasions, but returns combos for a search only', () => {
    const found = (query: string) =>
      findProducts(listedProducts, { ...everything, query }, comboProducts).map(({ name }) => name);
    expect(found('')).toEqual(listedProducts.map(({ name }) => name));
    expect(found('wedding')).toEqual(['Dairy Milk Garland', 'KitKat Garland', 'Wedding Delight']);
    expect(found('birthday')).toContain('Birthday Combo Pack');
    expect(found('Birthday Bliss')).toEqual(['Birthday Combo Pack']);
    expect(found('gift')).toHaveLength(listedProducts.length + comboProducts.length);
    expect(found('birthday gift')).toEqual(found('birthday'));
  });

  it('ignores spaces, accents and punctuation', () => {
    expect(names({ query: 'dairymilk' })).toEqual(['Dairy Milk Garland']);
    expect(names({ query: 'Kit-Kat' })).toEqual(['KitKat Garland']);
    expect(names({ query: 'cáramel!' })).toEqual(['5 Star Garland']);
  });

  it('filters by category', () => {
    expect(names({ category: 'currency' })).toEqual(['KitKat Garland']);
    expect(names({ category: 'chocolate', query: 'kitkat' })).toEqual([]);
  });
});

describe('the query string of a listing', () => {
  it('is empty for all products', () => {
    expect(listingSearch(everything)).toBe('');
  });

  it('can be parsed back to the same listing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.constantFrom(...categories),
        (query, category) => {
          expect(readListing(listingSearch({ query, category }))).toEqual({ query, category });
        },
      ),
    );
  });

  it('is parsed without unknown values and with a limit on its length', () => {
    expect(readListing('?category=__proto__&q')).toEqual(everything);
    expect(readListing(`?q=${'x'.repeat(5000)}`).query).toHaveLength(QUERY_LIMIT);
  });
});
