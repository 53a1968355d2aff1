import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { clearDraft, readDraft, saveDraft } from './post-review.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps a separate draft for each product', () => {
  saveDraft('3', { rating: 4, comment: 'Stole the show' });
  saveDraft('4', { title: 'Gold' });
  expect(readDraft('3')).toEqual({ rating: 4, comment: 'Stole the show' });
  clearDraft('3');
  expect(readDraft('3')).toEqual({});
  expect(readDraft('4')).toEqual({ title: 'Gold' });
});

it.each(['{"rating":', 'null', '[]', '7', '{"rating":9}', '{"comment":{"a":1}}'])(
  'starts empty if %s was stored',
  (kept) => {
    browser.session.setItem('maalai.review.3', kept);
    expect(readDraft('3')).toEqual({});
  },
);

it('works without storage', () => {
  browser.session.refuse = 'everything';
  saveDraft('3', { comment: 'x' });
  clearDraft('3');
  expect(readDraft('3')).toEqual({});
});
