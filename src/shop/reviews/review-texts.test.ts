import { covers } from '#support/covers.ts';
import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { reviewComment, reviewName, shortComment } from './review-texts.ts';

afterEach(() => vi.unstubAllGlobals());

it('says so where nothing was written', covers('error-17'), () => {
  expect(reviewName({ name: ' ' })).toBe('Anonymous');
  expect(reviewName({ name: 'Asha' })).toBe('Asha');
  expect(reviewComment({ comment: '' })).toBe('No comment provided.');
  expect(reviewComment({ comment: 'Good.' })).toBe('Good.');
});

it('shortens what is longer than 150 characters', covers('constant-22'), () => {
  expect(shortComment('x'.repeat(150))).toBeUndefined();
  expect(shortComment('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
  expect(shortComment(`${'x'.repeat(140)} ${'y'.repeat(9)} z`)).toBe(
    `${'x'.repeat(140)} ${'y'.repeat(9)}…`,
  );
  // No blank before the dots.
  expect(shortComment(`${'x'.repeat(149)} more`)).toBe(`${'x'.repeat(149)}…`);
});

it('tears no letter', () => {
  expect(shortComment(`${'x'.repeat(149)}👨‍👩‍👧 more`)).toBe(`${'x'.repeat(149)}…`);
  expect(shortComment(`${'x'.repeat(149)}நி`)).toBe(`${'x'.repeat(149)}…`);
});

it('keeps characters whole in a browser that knows no letters', () => {
  const { Segmenter: _, ...older } = Object.fromEntries(
    Object.getOwnPropertyNames(Intl).map((name) => [name, Intl[name as keyof typeof Intl]]),
  );
  vi.stubGlobal('Intl', older);
  expect(shortComment(`${'x'.repeat(149)}🍫 more`)).toBe(`${'x'.repeat(149)}…`);
  expect(shortComment('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
  expect(shortComment(`🍫${'x'.repeat(150)}`)).toBe(`🍫${'x'.repeat(148)}…`);
});

it('is a beginning of at most 150 characters, whatever was written', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 151, maxLength: 400 });
  fc.assert(
    fc.property(text, (comment) => {
      const short = shortComment(comment) ?? '';
      const beginning = short.slice(0, -1);
      expect(short.at(-1)).toBe('…');
      expect(comment.startsWith(beginning)).toBe(true);
      expect(beginning.length).toBeLessThanOrEqual(150);
      expect(beginning.isWellFormed()).toBe(true);
    }),
  );
});
