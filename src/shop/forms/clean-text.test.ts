import { expect, it } from 'vitest';
import { beginning, readRupees } from './clean-text.ts';

it.each([
  ['250', 25_000],
  [' ₹250.5 ', 25_050],
  ['₹ २५०.५०', 25_050],
  ['Rs. 250/-', 25_000],
  ['0.01', 1],
  ['2,500', 250_000],
  ['1,00,000.00', 10_000_000],
  ['1,000,000', 100_000_000],
  ['250,000', 25_000_000],
  // Who means 25 or 2,500 is asked again.
  ['25,00', undefined],
  ['2,50,00', undefined],
  ['1,2,500', undefined],
  ['2.500', undefined],
  ['-1', undefined],
  ['₹', undefined],
  ['Rs', undefined],
  ['250/', undefined],
  ['', undefined],
])('reads %j as %s paise', (text, paise) => {
  expect(readRupees(text)).toBe(paise);
});

it.each([
  ['🎁🎁', 4, '🎁🎁'],
  ['🎁🎁', 3, '🎁'],
  ['a👨‍👩‍👧b', 5, 'a'],
  ['a🇮🇳🇮🇳', 6, 'a🇮🇳'],
  ['நிலா', 3, 'நி'],
  ['e\u0301', 1, ''],
  ['plain', 3, 'pla'],
])('begins %s within %i characters with whole letters', (text, longest, whole) => {
  expect(beginning(text, longest)).toBe(whole);
});
