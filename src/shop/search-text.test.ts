import { expect, it } from 'vitest';
import { LONGEST_SEARCH_TEXT, matchesKeyword, searchText } from './reviews.ts';

const LIGATURE = '\uFDFA';

it('limits the search text after normalisation, which can turn one character into 18', () => {
  expect(LIGATURE.normalize('NFKC')).toHaveLength(18);
  const text = searchText({ title: 'Gift', name: 'Kavya', comment: LIGATURE.repeat(5_000) });
  expect(text).toHaveLength(LONGEST_SEARCH_TEXT);
  expect(text.startsWith('gift\nkavya\n')).toBe(true);
});

it('does not cut a character in half', () => {
  for (const before of ['', 'x']) {
    const text = searchText({ title: '', name: '', comment: before + '🎁'.repeat(2_000) });
    expect(text.isWellFormed()).toBe(true);
    expect(text.length).toBeGreaterThan(LONGEST_SEARCH_TEXT - 2);
  }
});

it('finds title and name however long the comment is', () => {
  const review = { title: 'Gift', name: 'Kavya', comment: 'x'.repeat(5_000) };
  expect(matchesKeyword(review, 'GIFT') && matchesKeyword(review, 'kavya')).toBe(true);
});
