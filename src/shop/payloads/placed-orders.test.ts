import * as v from 'valibot';
import { expect, it } from 'vitest';
import { OrderPayload, OrdersResponse } from './placed-orders.ts';

const specified = {
  _id: 'MA-1',
  date: '2026-11-14T10:00:00.000Z',
  productId: '3',
  productName: 'Dairy Milk Garland',
  quantity: 1,
  amountPaid: 999,
  customerName: 'Asha Raman',
  address: '14, North Mada Street',
  state: 'Tamil Nadu',
  pincode: '600004',
  phoneNumber: '9876543210',
};
const products = [{ name: 'Dairy Milk Garland', id: '3', price: 999, quantity: 1 }];
const sums = { originalAmount: 999, discountedAmount: 999 };
const order: OrderPayload = {
  ...specified,
  ...sums,
  status: 'Paid',
  email: 'asha@example.in',
  products,
};

it('the orders page receives a list of paid orders', () => {
  expect(v.parse(OrdersResponse, [])).toEqual([]);
  const version = { selectedVersion: 'kids', versionName: 'Kids' };
  const coupon = { couponApplied: 'SAVE15', discountPercentage: 15 };
  const details = { landmark: 'Opposite the tank', chocolate: 'Dairy Milk' };
  const full = { ...order, ...details, ...version, ...coupon };
  expect(v.parse(OrdersResponse, [order, full])).toEqual([order, full]);
});

it('is complete with the fields of the specification alone', () => {
  const sent = { ...specified, chocolate: null, selectedVersion: '', versionName: null };
  const divided = { quantity: 2, products: [{ ...products[0], quantity: 2, price: 499.5 }] };
  const two = v.parse(OrderPayload, { ...sent, quantity: 2 });
  expect(two).toEqual({ ...order, email: '', ...divided });
  // A seventh of ₹999 is no whole paisa.
  const odd = v.parse(OrderPayload, { ...sent, quantity: 7 });
  expect(odd).toMatchObject({ quantity: 7, products });
});

it('one order with an amount that is no whole paisa, or that is invalid, hides no other', () => {
  const events = [{ type: 'refunded', at: order.date, amount: 1299 * 0.15 }];
  const inexact = { ...order, amountPaid: 1299 * 0.85, discountedAmount: 999.999, events };
  const rounded = { amountPaid: 1104.15, discountedAmount: 1000 };
  const sent = [order, inexact, { ...order, amountPaid: 1e300 }, { _id: 7 }, null, order];
  expect(v.parse(OrdersResponse, sent)).toEqual([
    order,
    { ...inexact, ...rounded, events: [{ ...events[0], amount: 194.85 }] },
    order,
  ]);
  expect(() => v.parse(OrdersResponse, { list: [order] })).toThrow('Expected Array');
});

it.each([
  [{ status: 'Pending' }, {}],
  [{ status: 7 }, {}],
  [{ status: 'Refunded' }, { status: 'Refunded' }],
  [
    { amountPaid: '999.50', quantity: ' 2 ' },
    { amountPaid: 999.5, quantity: 2 },
  ],
  [{ date: Date.parse(order.date) }, {}],
  [{ _id: 7, productId: 3, pincode: 600_004 }, { _id: '7' }],
  [{ selectedVersion: 'Giant', versionName: 'Giant' }, { versionName: 'Giant' }],
  [{ events: [{ type: 'packed' }, null] }, { events: [] }],
  [{ products: {} }, {}],
  [{ promisedBy: 'soon' }, { promisedBy: undefined }],
  [
    { landmark: 7, state: null },
    { landmark: '7', state: '' },
  ],
])('an order of another server with %j is shown', (change, read) => {
  expect(v.parse(OrderPayload, { ...order, ...change })).toMatchObject({ ...order, ...read });
});

it.each([{ date: 'yesterday' }, { amountPaid: 'much' }, { productName: null }])(
  'an order with %j cannot be shown',
  (change) => {
    expect(v.is(OrderPayload, { ...order, ...change })).toBe(false);
  },
);
