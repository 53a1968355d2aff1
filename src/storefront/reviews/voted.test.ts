import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { readVoted, saveVoted } from './load-reviews.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('remembers votes, the latest five hundred of them', () => {
  saveVoted(['a', 'b']);
  expect(readVoted()).toEqual(['a', 'b']);
  saveVoted(Array.from({ length: 501 }, (_, index) => `r${index}`));
  expect(readVoted()).toHaveLength(500);
  expect(readVoted().at(-1)).toBe('r500');
});

it.each(['{', '{}', '[1]', 'null'])('returns no votes if %s is stored', (stored) => {
  browser.local.setItem('maalai.helpful', stored);
  expect(readVoted()).toEqual([]);
});

it('works without storage', () => {
  browser.local.refuse = 'everything';
  saveVoted(['a']);
  expect(readVoted()).toEqual([]);
});
