import { expect, it } from 'vitest';
import { parseReviews } from './import-reviews.ts';

const now = new Date('2026-11-15T09:30:00.000Z');
const review = { id: 1, productId: '3', rating: 5, date: '2025-03-08T09:30:00Z' };
const parse = (...reviews: unknown[]) => parseReviews(JSON.stringify(reviews), now);

it('reads a JSON array, and lines of JSON', () => {
  const lines = `\uFEFF${JSON.stringify(review)}\r\n\n${JSON.stringify({ ...review, id: 'b' })}\n`;
  expect(parseReviews(lines, now).map(({ id }) => id)).toEqual(['1', 'b']);
  expect(parse(review, { ...review, id: 'b' })).toEqual(parseReviews(lines, now));
  expect(parseReviews('', now)).toEqual([]);
});

it.each([
  ['no rating', { rating: undefined }, ': rating: Please select a rating'],
  ['half a star', { rating: 4.5 }, ': rating: Please select a rating'],
  ['no product', { productId: '99' }, ': productId: We do not sell this product.'],
  ['an id that fits no URL', { id: 'a/b' }, ': id: id must have 1 to 64 letters, digits, _ or -'],
  ['no date', { date: undefined }, ': It needs date or createdAt.'],
  ['a date without a year', { date: '8 March' }, ': date: Write times as 2026-01-31T09:30:00Z'],
  ['a day that does not exist', { date: '2025-02-31T25:00:00Z' }, ': date: Write times as'],
  ['a date in the future', { date: '2026-11-15T09:30:01Z' }, ' is of the future.'],
  ['a long comment', { comment: 'x'.repeat(5_001) }, ': comment: Comment is too long'],
])('refuses the whole file for %s, and names the review', (_, change, why) => {
  const read = () => parse(review, { ...review, ...change });
  expect(read).toThrow(`Nothing was imported. Review 2${why}`);
});

it.each([
  ['{"id": 1', 'It is neither a JSON array nor lines of JSON ('],
  ['[{"id": 1', 'It is neither a JSON array nor lines of JSON ('],
  ['[5]', 'Review 1: '],
  ['5', 'Review 1: '],
])('refuses %j', (content, why) => {
  expect(() => parseReviews(content, now)).toThrow(`Nothing was imported. ${why}`);
});
