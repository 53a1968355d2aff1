import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, openBrowser } from '#support/storefront/browser.ts';
import { inBrowser, inTab } from './storage.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  ['session', inTab],
  ['local', inBrowser],
] as const)('%s storage', (area, open) => {
  it('keeps a value as JSON until it is removed', () => {
    const value = open('maalai.x');
    expect(value.read()).toBeUndefined();
    expect(value.write({ a: [1] })).toBe(true);
    expect(browser[area].getItem('maalai.x')).toBe('{"a":[1]}');
    expect(open('maalai.x').read()).toEqual({ a: [1] });
    expect(value.remove()).toBe(true);
    expect(value.read()).toBeUndefined();
  });

  it('returns undefined for invalid JSON', () => {
    browser[area].setItem('maalai.x', '{"a":');
    expect(open('maalai.x').read()).toBeUndefined();
  });

  it('reports a refusal, and never throws', () => {
    browser[area].refuse = 'everything';
    const value = open('maalai.x');
    expect([value.read(), value.write(1), value.remove()]).toEqual([undefined, false, false]);
  });
});
