import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeBrowser, openBrowser } from '#support/storefront/browser.ts';
import { clearTab, inBrowser, inTab } from './storage.ts';

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

  it.each(['silently', 'writes', 'everything'] as const)(
    'reports that the browser refuses %s, and keeps the value in memory',
    (refuse) => {
      browser[area].refuse = refuse;
      const value = open('maalai.x');
      expect([value.read(), value.write(1), value.read()]).toEqual([undefined, false, 1]);
      expect(value.remove()).toBe(refuse !== 'everything');
      expect(value.read()).toBeUndefined();
    },
  );
});

it('removes what belongs to the tab, also what is in memory', () => {
  for (const refuse of ['nothing', 'everything'] as const) {
    browser.session.refuse = refuse;
    inTab('maalai.x').write(1);
    clearTab();
    expect(inTab('maalai.x').read()).toBeUndefined();
  }
});
