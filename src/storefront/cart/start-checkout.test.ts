import { expect, it } from 'vitest';
import { openBrowser } from '#support/storefront/browser.ts';
import {
  clearCheckoutStart,
  readCheckoutChoice,
  readCheckoutStart,
  startCheckout,
  storeCheckoutChoice,
} from './start-checkout.ts';
import type { CheckoutStart } from './start-checkout.ts';

const browser = openBrowser();

const garland = { productId: '3', quantity: 1 };

/** Returns what the page reads from a stored text. */
function read(stored: string): CheckoutStart {
  browser.session.setItem('checkout', stored);
  return readCheckoutStart();
}

it.each<CheckoutStart>([
  { mode: 'cart' },
  { mode: 'product', line: { productId: '6', quantity: 2 } },
  { mode: 'product', line: { productId: '7', quantity: 1 }, couponCode: 'x'.repeat(40) },
  { mode: 'product', line: { ...garland, selectedVersion: 'kids', chocolate: 'Dairy Milk' } },
])('passes %j to the next page [entity-14]', (start) => {
  expect(startCheckout(start)).toBe(true);
  expect(readCheckoutStart()).toEqual(start);
  clearCheckoutStart();
  expect(readCheckoutStart()).toEqual({ mode: 'cart' });
});

it.each([
  '{',
  'null',
  '{"mode":"other"}',
  '{"mode":"product"}',
  '{"mode":"product","line":{"productId":"3","quantity":0}}',
  '{"mode":"product","line":{"productId":"3","quantity":1.5}}',
  '{"mode":"product","line":{"productId":"3","quantity":"2"}}',
  '{"mode":"product","line":{"productId":"","quantity":1}}',
  '{"mode":"product","line":{"productId":"7","quantity":1},"couponCode":10}',
  `{"mode":"product","line":{"productId":"7","quantity":1},"couponCode":"${'x'.repeat(41)}"}`,
  '{"mode":"product","line":{"productId":"3","quantity":1,"selectedVersion":"giant"}}',
])('reads %j as the cart', (stored) => {
  expect(read(stored)).toEqual({ mode: 'cart' });
});

it('passes on no price [entity-15,16]', () => {
  const line = { ...garland, price: 1, unit: 1 };
  const start = { mode: 'product', line: garland };
  expect(read(JSON.stringify({ mode: 'product', line }))).toEqual(start);
});

it('reports that the browser refuses storage, and falls back to the cart', () => {
  browser.session.refuse = 'everything';
  expect(startCheckout({ mode: 'product', line: garland })).toBe(false);
  expect(readCheckoutStart()).toEqual({ mode: 'cart' });
  expect(clearCheckoutStart).not.toThrow();
});

it('starts the cart, not an earlier product, if storage is full', () => {
  expect(startCheckout({ mode: 'product', line: garland })).toBe(true);
  browser.session.refuse = 'writes';
  expect(startCheckout({ mode: 'cart' })).toBe(true);
  expect(readCheckoutStart()).toEqual({ mode: 'cart' });
});

it('keeps coupon and ticks; a new start has all ticks, and a code of its own comes first', () => {
  const line = { productId: '7', quantity: 1 };
  storeCheckoutChoice({ code: 'SAVE15', unticked: ['6|||1#0'] });
  expect(readCheckoutChoice()).toEqual({ code: 'SAVE15', unticked: ['6|||1#0'] });
  for (const start of [{ mode: 'cart' }, { mode: 'product', line }] as const) {
    startCheckout(start);
    expect(readCheckoutChoice()).toEqual({ code: 'SAVE15', unticked: [] });
  }
  startCheckout({ mode: 'product', line, couponCode: 'DAIRY10' });
  expect(readCheckoutChoice()).toEqual({ unticked: [] });
  storeCheckoutChoice({ code: null, unticked: [] });
  expect(readCheckoutChoice().code).toBeNull();
  clearCheckoutStart();
  expect(readCheckoutChoice()).toEqual({ unticked: [] });
});

it.each(['{', '7', '{"code":7,"unticked":"x"}', `{"code":"${'x'.repeat(41)}","unticked":[7]}`])(
  'reads the choice %s as none',
  (stored) => {
    browser.session.setItem('maalai.choice', stored);
    expect(readCheckoutChoice()).toEqual({ unticked: [] });
  },
);
