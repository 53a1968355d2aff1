import { expect, it } from 'vitest';
import type { OrderPayload } from '../../shop/payloads/orders.ts';
import { toPurchase } from './load-orders.ts';

const order: OrderPayload = {
  _id: 'MA-4F7KQ2M9XA',
  date: '2026-11-22T06:30:00.000Z',
  status: 'Paid',
  email: 'kavya@example.com',
  productId: '5',
  productName: 'KitKat Garland, Sandal Garland',
  quantity: 3,
  amountPaid: 1179,
  customerName: 'Kavya Raman',
  address: '14, North Mada Street',
  state: 'Tamil Nadu',
  pincode: '600004',
  phoneNumber: '9876543210',
  products: [
    {
      name: 'KitKat Garland',
      id: '5',
      price: 799,
      quantity: 1,
      selectedVersion: 'kids',
      versionName: 'Kids',
      chocolate: 'Kitkat Milk',
    },
    { name: 'Sandal Garland', id: '6', price: 190, quantity: 2 },
  ],
  originalAmount: 1179,
  discountedAmount: 1179,
};

it('boughtIn returns the lines of an order in the format of the checkout, and the paid amount', () => {
  expect(toPurchase(order)).toEqual({
    lines: [
      { productId: '5', quantity: 1, selectedVersion: 'kids', chocolate: 'Kitkat Milk' },
      { productId: '6', quantity: 2 },
    ],
    amount: 117900,
    orderedAt: new Date('2026-11-22T06:30:00.000Z'),
    sentAt: undefined,
  });
});

it('boughtIn returns when the order was sent, whatever other events it has', () => {
  const events: OrderPayload['events'] = [
    { type: 'refunded', amount: 100, at: '2026-11-23T06:30:00.000Z' },
    { type: 'sent', courier: 'DTDC', at: '2026-11-24T06:30:00.000Z' },
  ];
  expect(toPurchase({ ...order, events })?.sentAt).toEqual(new Date('2026-11-24T06:30:00.000Z'));
});

it('boughtIn returns undefined for an order without products', () => {
  expect(toPurchase({ ...order, products: [] })).toBeUndefined();
});
