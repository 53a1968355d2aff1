import { expect, it } from 'vitest';
import {
  orderIdInHistory,
  orderIdInUrl,
  paidState,
  readPurchase,
  successPath,
} from './paid-order.ts';

const lines = [{ productId: '5', selectedVersion: 'kids', quantity: 2 }] as const;
const at = new Date('2026-11-22T06:30:00.000Z');

it('keeps the order after a reload [placed-3]', () => {
  const path = successPath('MA-4F7KQ2M9XA');
  expect(path).toBe('/success?order=MA-4F7KQ2M9XA');
  expect(orderIdInUrl(new URL(path, 'https://shop.example'))).toBe('MA-4F7KQ2M9XA');
});

it('passes on what was bought', () => {
  const basket = { lines, amount: 149800 };
  const state: unknown = structuredClone(paidState('MA-4F7KQ2M9XA', basket, at));
  expect(orderIdInHistory({ state })).toBe('MA-4F7KQ2M9XA');
  expect(readPurchase({ state })).toEqual({ ...basket, orderedAt: at });
  const late: unknown = structuredClone(paidState('MA-4F7KQ2M9XA', basket, at, '2026-12-20'));
  expect(readPurchase({ state: late })).toMatchObject({ promisedBy: '2026-12-20' });
  const usual = readPurchase({ state: paidState('MA-4F7KQ2M9XA', basket, at, '2026-11-22') });
  expect(usual).toMatchObject({ promisedBy: '2026-11-26' });
  const unknown = paidState('MA-4F7KQ2M9XA', undefined, at);
  expect(readPurchase({ state: unknown })).toBeUndefined();
});

it.each([null, undefined, 7, {}, { orderId: 7 }, { orderId: '' }, { orderId: 'call this number' }])(
  'reads no order from the history state %j',
  (state) => {
    expect(orderIdInHistory({ state })).toBeUndefined();
  },
);

it.each(['', '?order=', '?order=call%20this%20number', `?order=${'A'.repeat(65)}`, '?other=A'])(
  'reads no order from the query %j',
  (search) => {
    expect(orderIdInUrl({ search })).toBeUndefined();
  },
);

it.each([
  null,
  { lines, amount: 149800, orderedAt: 'yesterday' },
  { lines, orderedAt: at.toISOString() },
  { lines, amount: '149800', orderedAt: at.toISOString() },
  { lines: [], amount: 149800, orderedAt: at.toISOString() },
  { lines: [...lines, { productId: '5' }], amount: 149800, orderedAt: at.toISOString() },
  { lines: 'all', amount: 149800, orderedAt: at.toISOString() },
])('reads no purchase from the history state %j', (state) => {
  expect(readPurchase({ state })).toBeUndefined();
});
