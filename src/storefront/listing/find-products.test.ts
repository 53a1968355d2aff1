// The listing's search and filter, and their query string.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  ['Dairy Milk Garland', 'chocolate', 'About 50 bars with beads and a pleated rosette.'],
  ['5 Star Garland', 'chocolate', 'Soft crème caramel bars strung with gold foil.'],
  ['KitKat Garland', 'currency', 'Pleated currency notes in your colours.'],
] as const;
const products = shelf.map(([name, category, summary]) => ({ name, category, summary }));
const [dairyMilk, fiveStar, kitkat] = shelf.map(([name]) => name);

describe('findProducts', () => {
  it.each<[string, Partial<Listing>, unknown[]]>([
    ['all products in their order without a query', {}, [dairyMilk, fiveStar, kitkat]],
    ['all products for blanks', { query: '  ' }, [dairyMilk, fiveStar, kitkat]],
    ['a part of the title in any case', { query: 'kItK' }, [kitkat]],
    ['the words of the description', { query: 'caramel' }, [fiveStar]],
    ['every word, in any order', { query: 'garland pleated' }, [dairyMilk, kitkat]],
    ['nothing if one word is missing', { query: 'garlands umbrellas' }, []],
    ['nothing for what is left of a short word', { query: 'bs' }, []],
    ['names written as one word', { query: 'dairymilk' }, [dairyMilk]],
    ['words with punctuation', { query: 'Kit-Kat' }, [kitkat]],
    ['words with accents', { query: 'creme!' }, [fiveStar]],
    ['a category', { category: 'currency' }, [kitkat]],
    ['nothing of another category', { category: 'chocolate', query: 'kitkat' }, []],
  ])('finds %s [listing-2]', (_what, listing, names) => {
    const found = findProducts(products, { ...everything, ...listing });
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  const found = (query: string) =>
    findProducts(listedProducts, { ...everything, query }, comboProducts).map(({ name }) => name);

  it('finds combos and occasions, but returns combos for a search only', () => {
    for (const none of ['', ' ']) expect(found(none)).toHaveLength(listedProducts.length);
    expect(found('wedding')).toEqual(['Dairy Milk Garland', 'KitKat Garland', 'Wedding Delight']);
    expect(found('birthday')).toContain('Birthday Combo Pack');
    expect(found('Birthday Bliss')).toEqual(['Birthday Combo Pack']);
    expect(found('gift')).toHaveLength(listedProducts.length + comboProducts.length);
    expect(found('birthday gift')).toEqual(found('birthday'));
  });

  it.each([
    ['chocolate', ['chocolates', 'choclate']],
    ['box', ['boxes']],
    ['party', ['parties']],
    ['fivestar', ['5 stars', 'five-star']],
    ['kitkat', ['kit kat', 'currency notes', 'kitkta', 'kit cat', 'note for the mala']],
    ['dairy milk', ['dairy\u200bmilks', 'dary mlik', 'dairymlik', 'dairy mik']],
    ['dairy milk garland', ['dairymilk garlands']],
    ['combo', ['gift hampers']],
    ['sandal', ['sandal wood garland', 'sandle', 'Snadals', 'sandal mala', 'chandan', 'சந்தன மாலை']],
    ['sandal garland', ['sandle garlnad']],
    ['crown', ['crwon']],
    ['birthday', ['birhtdya', 'bday']],
    ['wedding', ['marriage', 'a gift for the kalyanam', 'shaadi']],
    ['garland', ['mala', 'maala', 'haar', 'மாலை', 'maale', 'haaram', 'the garland']],
  ])('finds %s by its other forms, and not everything: %j', (name, queries) => {
    const meant = found(name);
    expect(meant).not.toEqual([]);
    expect(meant.length).toBeLessThan(listedProducts.length + comboProducts.length);
    for (const query of queries)
      expect({ query, found: found(query) }).toEqual({ query, found: meant });
  });

  const unknown = [
    'xyzzy',
    'hair',
    'male',
    'umbrella',
    'sandwich',
    'candle garland',
    'snl',
    'x'.repeat(100),
  ];

  it.each(unknown)('finds nothing for %s', (query) => {
    expect(found(query)).toEqual([]);
  });
});

it('guesses only at words that no product has', () => {
  // 'crown' and 'brown' are near each other.
  const shelves = [
    { name: 'Crown', category: 'chocolate', summary: '' },
    { name: 'Brown box', category: 'currency', summary: '' },
  ] as const;
  const found = (listing: Partial<Listing>) =>
    findProducts(shelves, { ...everything, ...listing }).map(({ name }) => name);
  expect(found({ query: 'brown' })).toEqual(['Brown box']);
  expect(found({ query: 'brown', category: 'chocolate' })).toEqual([]);
  expect(found({ query: 'drown' })).toEqual(['Crown', 'Brown box']);
});

describe('the query string of a listing', () => {
  it('can be parsed back to the same listing', () => {
    expect(listingSearch(everything)).toBe('');
    const anyQuery = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(anyQuery, fc.constantFrom(...categories), (query, category) => {
        expect(readListing(listingSearch({ query, category }))).toEqual({ query, category });
      }),
    );
  });

  it('is parsed without unknown values and with a limit on its length', () => {
    expect(readListing('?category=__proto__&q')).toEqual(everything);
    expect(readListing(`?q=${'x'.repeat(5000)}`).query).toHaveLength(QUERY_LIMIT);
    const emoji = '👍🏽'.repeat(QUERY_LIMIT / 4 - 1);
    expect(readListing(`?q=${emoji}xx👍🏽`).query).toBe(`${emoji}xx`);
  });
});
