import { describe, expect, it } from 'vitest';
import {
  alwaysOpen,
  isSoldOut,
  shipsFrom,
  stillSet,
  whyClosed,
  whyNotForSale,
} from './availability.ts';
import type { Availability } from './availability.ts';

describe('a shop that is closed', () => {
  const days = { from: '2026-12-24', until: '2027-01-12' };
  const set: Availability = { ...alwaysOpen, mode: 'closed', ...days };

  it.each([
    ['2026-12-23', undefined],
    ['2026-12-24', 'Closed until 12 January'],
    ['2027-01-11', 'Closed until 12 January'],
    ['2027-01-12', undefined],
  ])('says on %s: %s', (day, words) => {
    expect(whyClosed(set, day)).toBe(words);
    expect(whyNotForSale(set, '3', day)).toBe(words);
    expect(shipsFrom(set, day)).toBeUndefined();
  });

  it('is closed from now on until it is opened, if it has no days', () => {
    expect(whyClosed({ mode: 'closed', soldOut: {} }, '2026-12-01')).toBe('Closed for now');
  });
});

it.each([
  ['2027-01-11', 'closed', ['3', '5']],
  ['2027-01-12', 'open', ['3']],
])('on %s the owner has still set: %s, sold out %j', (day, mode, ids) => {
  const until = '2027-01-12';
  const left = stillSet(
    { mode: 'closed', until, soldOut: { '3': {}, '5': { backOn: until } } },
    day,
  );
  expect([left.mode, Object.keys(left.soldOut)]).toEqual([mode, ids]);
});

describe('a product that is sold out', () => {
  const set: Availability = { mode: 'open', soldOut: { '3': {}, '5': { backOn: '2027-01-12' } } };

  it.each([
    ['3', '2027-01-12', 'Sold out'],
    ['5', '2027-01-11', 'Sold out · Back on 12 January'],
    ['5', '2027-01-12', undefined],
    ['4', '2027-01-11', undefined],
  ])('%s on %s: %s', (id, day, words) => {
    expect(whyNotForSale(set, id, day)).toBe(words);
    expect(isSoldOut(set, id, day)).toBe(words !== undefined);
  });

  it('is no other, whatever its id', () => {
    expect(isSoldOut(set, 'constructor', '2027-01-01')).toBe(false);
  });
});

it.each([
  ['2027-01-09', '2027-01-12'],
  ['2027-01-10', undefined],
])('a shop that is late sells on %s, and sends from: %s', (day, from) => {
  const days = { until: '2027-01-10', shipsFrom: '2027-01-12' };
  const set: Availability = { ...alwaysOpen, mode: 'late', ...days };
  expect(shipsFrom(set, day)).toBe(from);
  expect(whyNotForSale(set, '3', day)).toBeUndefined();
});
