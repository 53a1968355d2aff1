import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { rememberReviewIntent, consumeReviewIntent } from './login-redirect.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('takeWish returns true once', () => {
  rememberReviewIntent('3');
  expect(consumeReviewIntent('3')).toBe(true);
  expect(consumeReviewIntent('3')).toBe(false);
});

it('takeWish drops a wish for another product', () => {
  rememberReviewIntent('3');
  expect(consumeReviewIntent('4')).toBe(false);
  expect(consumeReviewIntent('3')).toBe(false);
});

it('takeWish returns false without storage', () => {
  browser.session.refuse = 'everything';
  rememberReviewIntent('3');
  expect(consumeReviewIntent('3')).toBe(false);
});
