import { describe, expect, it } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import { clearTab, inBrowser, inTab, removeOthers, typedInTab } from './storage.ts';

const browser = openBrowser();

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
    browser[area].setItem('maalai.x', '{"a":');
    expect(value.read()).toBeUndefined();
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

it('hides what an account typed from everybody else, and returns it after its next login', () => {
  const form = (owner?: string) => typedInTab('maalai.x', owner);
  form('u1').write({ name: 'Asha', address: '14, North Mada Street' });
  expect(form().read()).toBeUndefined();
  form().write({ name: '', address: '7, Car Street' });
  expect(form('u1').read()).toEqual({ name: 'Asha', address: '7, Car Street' });
  expect(form().read()).toBeUndefined();
  expect(form('u1').read()).toEqual({ name: 'Asha', address: '7, Car Street' });
  form('u1').remove();
  expect(form('u1').read()).toBeUndefined();
});

it('gives what was typed signed out to the account that reads it, and not to the next one', () => {
  typedInTab('maalai.x').write({ name: 'Asha' });
  expect(typedInTab('maalai.x', 'u1').read()).toEqual({ name: 'Asha' });
  expect(typedInTab('maalai.x', 'u2').read()).toBeUndefined();
});

it('removes what belongs to other accounts, also what is in memory', () => {
  for (const refuse of ['nothing', 'writes'] as const) {
    browser.session.refuse = refuse;
    for (const owner of ['u1', 'u2', undefined]) inTab('maalai.x', owner).write(owner ?? 'nobody');
    removeOthers('u2');
    const left = ['u1', 'u2', undefined].map((owner) => inTab('maalai.x', owner).read());
    expect(left).toEqual([undefined, 'u2', 'nobody']);
  }
});

it('removes what belongs to the tab, also what is in memory', () => {
  for (const refuse of ['nothing', 'everything'] as const) {
    browser.session.refuse = refuse;
    inTab('maalai.x').write(1);
    clearTab();
    expect(inTab('maalai.x').read()).toBeUndefined();
  }
});

it('removes what an account typed while the browser refuses storage', () => {
  browser.session.refuse = 'everything';
  const typed = typedInTab('maalai.review', 'u1');
  typed.write({ comment: 'Fine' });
  typed.remove();
  expect(typed.read()).toBeUndefined();
});
