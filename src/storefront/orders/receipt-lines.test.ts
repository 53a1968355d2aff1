import { expect, it } from 'vitest';
import type { OrderPayload } from '../../shop/payloads/orders.ts';
import { receiptDiscount, receiptLines } from './receipt.tsx';

const order: OrderPayload = {
  _id: 'MA-4F7KQ2M9XA',
  date: '2026-11-14T10:00:00.000Z',
  status: 'Paid',
  email: 'kavya@example.com',
  productId: '3',
  productName: 'Dairy Milk Garland, Sandal Garland',
  quantity: 5,
  amountPaid: 1842.8,
  customerName: 'Kavya Raman',
  address: '14, North Mada Street',
  state: 'Tamil Nadu',
  pincode: '600004',
  phoneNumber: '9876543210',
  products: [
    {
      name: 'Dairy Milk Garland',
      id: '3',
      price: 799,
      quantity: 2,
      selectedVersion: 'kids',
      versionName: 'Kids',
      chocolate: 'Dairy Milk',
    },
    { name: 'Sandal Garland', id: '6', price: 190, quantity: 3 },
  ],
  couponApplied: 'SAVE15',
  discountPercentage: 15,
  originalAmount: 2168,
  discountedAmount: 1842.8,
};

it('lists each line with its choice, its price and its total', () => {
  expect(receiptLines(order)).toEqual([
    {
      name: 'Dairy Milk Garland',
      choice: 'Kids · Dairy Milk',
      quantity: 2,
      price: '₹799.00',
      total: '₹1,598.00',
    },
    { name: 'Sandal Garland', choice: '', quantity: 3, price: '₹190.00', total: '₹570.00' },
  ]);
});

it('returns the discount of the coupon, if there was one', () => {
  expect(receiptDiscount(order)).toEqual({ label: 'SAVE15 (15% off)', amount: '−₹325.20' });
  const { couponApplied: _, ...plain } = order;
  expect(receiptDiscount(plain)).toBeUndefined();
});
