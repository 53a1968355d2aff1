import * as fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { ReviewPayload } from '../../shop/payloads/review-pages.ts';
import { letters } from '../../shop/forms/clean-text.ts';
import { firstView } from '../../shop/reviews.ts';
import { noReviews } from './load-reviews.ts';
import type { Reviews } from './load-reviews.ts';
import { reviewComment, reviewName, ReviewList, shortComment } from './review-list.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Returns the HTML of a list with one review. */
function renderReview(name = ''): string {
  const review = v.parse(ReviewPayload, { id: 1, productId: 3, rating: 4, name });
  const page = { ...noReviews, count: 1, total: 1, reviews: [review] };
  const reviews = { view: firstView, votes: () => 0 } as unknown as Reviews;
  return renderToStaticMarkup(createElement(ReviewList, { reviews, page }));
}

it('uses placeholders for a missing name or comment [error-17]', () => {
  expect(reviewName({ name: ' ' })).toBe('Anonymous');
  expect(reviewName({ name: 'Asha' })).toBe('Asha');
  expect(reviewComment({ comment: '' })).toBe('No comment provided.');
  expect(reviewComment({ comment: 'Good.' })).toBe('Good.');
});

it('shows the number of votes on each button, also none [name-29]', () => {
  expect(renderReview()).toContain('Helpful <span>(0)</span>');
});

it('shortens comments of more than 150 characters [constant-22]', () => {
  expect(shortComment('x'.repeat(150))).toBeUndefined();
  expect(shortComment('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
  const whole = `${'x'.repeat(140)} ${'y'.repeat(9)}`;
  expect(shortComment(`${whole} z`)).toBe(`${whole}…`);
});

it.each([
  ['a blank', ' more', ''],
  ['a part of an emoji', '👨‍👩‍👧 more', '👨‍👩‍👧'],
  ['a part of a Tamil letter', 'நி more', 'நி'],
])('does not end with %s', (_what, end, kept) => {
  expect(shortComment(`${'x'.repeat(149)}${end}`)).toBe(`${'x'.repeat(149)}${kept}…`);
});

it('counts letters as a reader does', () => {
  expect(shortComment('👍🏽'.repeat(150))).toBeUndefined();
  expect(shortComment('👍🏽'.repeat(151))).toBe(`${'👍🏽'.repeat(150)}…`);
});

it.each([
  ['👩🏽‍🎤 Asha', '👩🏽‍🎤'],
  ['நிலா', 'நி'],
  ['🇮🇳', '🇮🇳'],
  ['asha', 'A'],
])('shows the first letter of %s beside the review', (name, letter) => {
  expect(renderReview(name)).toContain(`aria-hidden="true">${letter}</span>`);
});

it('does not split a surrogate pair in a browser without Intl.Segmenter', () => {
  const { Segmenter: _, ...older } = Object.fromEntries(
    Object.getOwnPropertyNames(Intl).map((name) => [name, Intl[name as keyof typeof Intl]]),
  );
  vi.stubGlobal('Intl', older);
  expect(shortComment(`${'x'.repeat(149)}🍫 more`)).toBe(`${'x'.repeat(149)}🍫…`);
  expect(shortComment(`🍫${'x'.repeat(150)}`)).toBe(`🍫${'x'.repeat(149)}…`);
});

it('keeps a beginning of at most 150 letters, whatever the comment', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 151, maxLength: 400 });
  fc.assert(
    fc.property(text, (comment) => {
      const short = shortComment(comment) ?? `${comment}…`;
      const beginning = short.slice(0, -1);
      expect(short.at(-1)).toBe('…');
      expect(comment.startsWith(beginning)).toBe(true);
      expect(letters(beginning).length).toBeLessThanOrEqual(150);
      expect(beginning.isWellFormed()).toBe(true);
    }),
  );
});
