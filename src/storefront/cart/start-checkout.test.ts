import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { covers } from '#support/covers.ts';
import { openBrowser } from '#support/storefront/browser.ts';
import type { FakeBrowser } from '#support/storefront/browser.ts';
import {
  readPurchase,
  orderIdInUrl,
  orderIdInHistory,
  paidState,
  successPath,
} from '../checkout/paid-order.ts';
import { clearCheckoutStart, startCheckout, readCheckoutStart } from './start-checkout.ts';
import type { CheckoutStart } from './start-checkout.ts';

let browser: FakeBrowser;
/** Returns what the page reads from a stored text. */
function read(stored: string): CheckoutStart {
  browser.session.setItem('checkout', stored);
  return readCheckoutStart();
}

beforeEach(() => {
  browser = openBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each<CheckoutStart>([
  { mode: 'cart' },
  { mode: 'product', line: { productId: '6', quantity: 2 } },
  { mode: 'product', line: { productId: '7', quantity: 1 }, couponCode: 'DAIRY10' },
  {
    mode: 'product',
    line: { productId: '3', selectedVersion: 'kids', quantity: 1, chocolate: 'Dairy Milk' },
  },
])('passes %j to the next page', covers('entity-14'), (handover) => {
  expect(startCheckout(handover)).toBe(true);
  expect(readCheckoutStart()).toEqual(handover);
  clearCheckoutStart();
  expect(readCheckoutStart()).toEqual({ mode: 'cart' });
});

it.each([
  '',
  '{',
  'null',
  '7',
  '{"mode":"other"}',
  '{"mode":"product"}',
  '{"mode":"product","line":{"productId":"3","quantity":0}}',
  '{"mode":"product","line":{"productId":"3","quantity":1.5}}',
  '{"mode":"product","line":{"productId":"3","quantity":"2"}}',
  '{"mode":"product","line":{"productId":"","quantity":1}}',
  '{"mode":"product","line":{"productId":"7","quantity":1},"couponCode":10}',
  '{"mode":"product","line":{"productId":"3","quantity":1,"selectedVersion":"giant"}}',
])('reads %j as the cart', (stored) => {
  expect(read(stored)).toEqual({ mode: 'cart' });
});

it('passes on a coupon code of up to 40 characters', () => {
  const handoverWith = (couponCode: string) =>
    ({ mode: 'product', line: { productId: '7', quantity: 1 }, couponCode }) as const;
  const longest = handoverWith('x'.repeat(40));
  expect(read(JSON.stringify(longest))).toEqual(longest);
  expect(read(JSON.stringify(handoverWith('x'.repeat(41))))).toEqual({ mode: 'cart' });
});

it('passes on no price', covers('entity-15', 'entity-16'), () => {
  const line = { productId: '3', quantity: 1, price: 1, unit: 1 };
  expect(read(JSON.stringify({ mode: 'product', line }))).toEqual({
    mode: 'product',
    line: { productId: '3', quantity: 1 },
  });
});

it('reports that the browser refuses storage, and falls back to the cart', () => {
  browser.session.refuse = 'everything';
  expect(startCheckout({ mode: 'product', line: { productId: '3', quantity: 1 } })).toBe(false);
  expect(readCheckoutStart()).toEqual({ mode: 'cart' });
  clearCheckoutStart();
  expect(browser.session.refuse).toBe('everything');
  browser.session.refuse = 'nothing';
  expect(browser.session.getItem('checkout')).toBeNull();
});

it('keeps the order after a reload', covers('placed-3'), () => {
  const path = successPath('MA-4F7KQ2M9XA');
  expect(path).toBe('/success?order=MA-4F7KQ2M9XA');
  const search = path.slice(path.indexOf('?'));
  expect(orderIdInUrl({ search })).toBe('MA-4F7KQ2M9XA');
  expect(orderIdInHistory({ state: { orderId: 'MA-4F7KQ2M9XA' } })).toBe('MA-4F7KQ2M9XA');
});

it.each([null, undefined, 7, {}, { orderId: 7 }, { orderId: '' }, { orderId: 'call this number' }])(
  'reads no order from the history state %j',
  (state) => {
    expect(orderIdInHistory({ state })).toBeUndefined();
  },
);

describe('what was bought', () => {
  const lines = [{ productId: '5', selectedVersion: 'kids', quantity: 2 }] as const;
  const at = new Date('2026-11-22T06:30:00.000Z');

  it('is passed on with the order', () => {
    const basket = { lines, amount: 149800 };
    const state: unknown = JSON.parse(JSON.stringify(paidState('MA-4F7KQ2M9XA', basket, at)));
    expect(orderIdInHistory({ state })).toBe('MA-4F7KQ2M9XA');
    expect(readPurchase({ state })).toEqual({ ...basket, orderedAt: at });
  });

  it('is unknown for an order that was placed before', () => {
    expect(readPurchase({ state: paidState('MA-4F7KQ2M9XA', undefined, at) })).toBeUndefined();
  });

  it.each([
    null,
    { lines, amount: 149800 },
    { lines, amount: 149800, orderedAt: 'yesterday' },
    { lines, orderedAt: at.toISOString() },
    { lines, amount: '149800', orderedAt: at.toISOString() },
    { lines: [], amount: 149800, orderedAt: at.toISOString() },
    { lines: [...lines, { productId: '5' }], amount: 149800, orderedAt: at.toISOString() },
    { lines: 'all', amount: 149800, orderedAt: at.toISOString() },
  ])('is not read from %j', (state) => {
    expect(readPurchase({ state })).toBeUndefined();
  });
});

it.each(['', '?order=', '?order=call%20this%20number', `?order=${'A'.repeat(65)}`, '?other=A'])(
  'reads no order from the query %j',
  (search) => {
    expect(orderIdInUrl({ search })).toBeUndefined();
  },
);
