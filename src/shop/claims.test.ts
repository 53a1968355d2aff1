import { describe, expect, it } from 'vitest';
import { allConfirmed, legalDetails } from '#support/legal-details.ts';
import {
  claim,
  currencyNotes,
  ifDamaged,
  ownerDetails,
  ownWrappers,
  paymentWays,
  priceIncludes,
} from './claims.ts';

const notes = 'They are play notes.';

describe('what is open before the shop may take real money', () => {
  it.each([
    ['fssai', '0'.repeat(14)],
    ['fssai', '1242400800012'],
    ['address', ' '],
    ['email', 'hello@maalai.example'],
    ['email', 'hello'],
    ['phone', '+919876543210'],
    ['phone', '98400 12345'],
    ['mapLink', 'https://maps.google.com/?q=Maalai'],
    ['instagram', 'https://www.instagram.com/'],
    ['youtube', 'none'],
  ])('is to fill in the %s %j', (name, value) => {
    const { open } = ownerDetails({ ...legalDetails, [name]: value }, allConfirmed, notes);
    expect(open).toEqual([`fill in ${name}`]);
  });

  it('is to confirm the claims of the specification, what the law demands, and what the notes are', () => {
    expect(ownerDetails(legalDetails, allConfirmed, notes).open).toEqual([]);
    const known = { ...allConfirmed, prices: false, food: false };
    const { open } = ownerDetails({ ...legalDetails, fssai: '', email: '' }, known, undefined);
    expect(open).toEqual(['fill in fssai, email', 'confirm prices, food, currencyNotes']);
  });

  it('is none of the claims that the pages leave out until then', () => {
    const optional = ['sizes', 'packing', 'ownWrappers', 'ifDamaged', 'paymentWays'] as const;
    for (const name of [...optional, 'taxesAndDelivery']) {
      const known = { ...allConfirmed, [name]: false };
      expect(ownerDetails(legalDetails, known, notes).open).toEqual([]);
    }
  });
});

it('a claim is absent until it is confirmed', () => {
  expect(claim('sizes', 'About 22 cm across')).toBeUndefined();
  expect(claim('sizes', 'About 22 cm across', allConfirmed)).toBe('About 22 cm across');
  for (const text of [ifDamaged, ownWrappers, paymentWays, priceIncludes, currencyNotes]) {
    expect(text).toBeUndefined();
  }
});
