import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Loads the module like a new page load. */
async function load() {
  vi.resetModules();
  return import('./stored-payments.ts');
}

it('is the same until something about the order changes', async () => {
  const { attemptKeyFor } = await load();
  const first = attemptKeyFor({ totalAmount: 999, items: [1] });
  expect(attemptKeyFor({ totalAmount: 999, items: [1] })).toBe(first);
  expect(attemptKeyFor({ totalAmount: 899, items: [1] })).not.toBe(first);
});

it('is printable, and never the same for two orders', async () => {
  const { attemptKeyFor } = await load();
  const keys = Array.from({ length: 50 }, (_, order) => attemptKeyFor({ order }));
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/);
});

it('survives a reload', async () => {
  const key = (await load()).attemptKeyFor({ totalAmount: 999 });
  expect((await load()).attemptKeyFor({ totalAmount: 999 })).toBe(key);
});

it('is new after the order is paid', async () => {
  const { attemptKeyFor, removeAttemptKey: forgetAttemptKey } = await load();
  const key = attemptKeyFor({ totalAmount: 999 });
  forgetAttemptKey();
  expect(attemptKeyFor({ totalAmount: 999 })).not.toBe(key);
});

it('stays the same for the page if storage is refused', async () => {
  browser.session.refuse = 'everything';
  const { attemptKeyFor, removeAttemptKey: forgetAttemptKey } = await load();
  const key = attemptKeyFor({ totalAmount: 999 });
  expect(attemptKeyFor({ totalAmount: 999 })).toBe(key);
  forgetAttemptKey();
  expect(attemptKeyFor({ totalAmount: 999 })).not.toBe(key);
});
