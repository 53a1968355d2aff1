import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { clearDraft, readDraft, saveDraft } from './kept-draft.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps what was typed, for each product by itself', () => {
  saveDraft('3', { rating: 4, comment: 'Stole the show' });
  saveDraft('4', { title: 'Gold' });
  expect(readDraft('3')).toEqual({ rating: 4, comment: 'Stole the show' });
  clearDraft('3');
  expect(readDraft('3')).toEqual({});
  expect(readDraft('4')).toEqual({ title: 'Gold' });
});

it.each(['{"rating":', 'null', '[]', '7', '{"rating":9}', '{"comment":{"a":1}}'])(
  'starts afresh where %s was kept',
  (kept) => {
    browser.session.setItem('maalai.review.3', kept);
    expect(readDraft('3')).toEqual({});
  },
);

it('does without storage', () => {
  browser.session.refuse = 'everything';
  saveDraft('3', { comment: 'x' });
  clearDraft('3');
  expect(readDraft('3')).toEqual({});
});
