import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import { keepWish, takeWish } from './login-redirect.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('takeWish returns true once', () => {
  keepWish('3');
  expect(takeWish('3')).toBe(true);
  expect(takeWish('3')).toBe(false);
});

it('takeWish drops a wish for another product', () => {
  keepWish('3');
  expect(takeWish('4')).toBe(false);
  expect(takeWish('3')).toBe(false);
});

it('takeWish returns false without storage', () => {
  browser.session.refuse = 'everything';
  keepWish('3');
  expect(takeWish('3')).toBe(false);
});
