import { describe, expect, it } from 'vitest';
import type { OrderPayload } from '../../shop/payloads/placed-orders.ts';
import { toPurchase } from './load-orders.ts';
import {
  chatLinkAbout,
  findPartRefund,
  findShipment,
  orderAmount,
  orderDate,
  orderRows,
  orderLines,
  orderPictures,
  orderSums,
  progressSteps,
  shippingRows,
} from './order-text.ts';
import { receiptLines, receiptSums } from './receipt.tsx';

/** An order of one garland. */
const order: OrderPayload = {
  _id: 'MA-4F7KQ2M9XA',
  date: '2026-11-13T20:30:00.000Z',
  status: 'Paid',
  email: 'kavya@example.com',
  productId: '3',
  productName: 'Dairy Milk Garland',
  quantity: 1,
  amountPaid: 1188.6,
  chocolate: 'Dairy Milk',
  selectedVersion: 'adult',
  versionName: 'Adult',
  customerName: 'Kavya Raman',
  address: '14, North Mada Street',
  landmark: 'Near the temple tank',
  state: 'Tamil Nadu',
  pincode: '600004',
  phoneNumber: '9876543210',
  products: [{ name: 'Dairy Milk Garland', id: '3', price: 1188.6, quantity: 1 }],
  originalAmount: 1188.6,
  discountedAmount: 1188.6,
};

const version = { selectedVersion: 'kids', versionName: 'Kids', chocolate: 'Dairy Milk' } as const;
const kids = { name: 'Dairy Milk Garland', id: '3', price: 799, quantity: 2, ...version };
const sandal = { name: 'Sandal Garland', id: '6', price: 190, quantity: 3 };

const sent = { type: 'sent', courier: 'DTDC', at: '2026-11-25T18:30:00.000Z' } as const;
const refundedBefore = { type: 'refunded', amount: 100.5, at: '2026-11-25T18:29:59.000Z' } as const;
const refundedAfter = { type: 'refunded', amount: 0.2, at: '2026-12-01T06:00:00.000Z' } as const;
const events = [refundedBefore, sent, refundedAfter];
const coupon = { couponApplied: 'SAVE15', discountPercentage: 15 };
const several = {
  ...order,
  ...coupon,
  originalAmount: 2168,
  discountedAmount: 1842.8,
  amountPaid: 1842.8,
  products: [kids, { ...sandal, id: '99' }],
};

const terms = (rows: readonly (readonly [string, string])[]) => rows.map(([term]) => term);

it('has the day in India, and the amount with two decimals [orders-4]', () => {
  expect([orderDate(order), orderAmount(order)]).toEqual(['14 November 2026', '₹1,188.60']);
});

it('lists what the head of the summary does not show [orders-6]', () => {
  expect(orderRows(order)).toEqual([
    ['Date', '14 November 2026'],
    ['Order ID', 'MA-4F7KQ2M9XA'],
    ['Quantity', '1'],
    ['Chocolate', 'Dairy Milk'],
    ['Version', 'Adult · 3.5 feet'],
  ]);
  expect(shippingRows(order)).toEqual([
    ['Name', 'Kavya Raman'],
    ['Address', '14, North Mada Street'],
    ['Landmark', 'Near the temple tank'],
    ['State', 'Tamil Nadu - 600004'],
    ['Phone', '+91 9876543210'],
    ['Delivery', '20-25 November'],
  ]);
});

it('leaves out what an order does not have [orders-7]', () => {
  const gone = { ...order, productId: '99' };
  expect(orderRows(gone)).toContainEqual(['Version', 'Adult']);
  const { chocolate: _c, versionName: _v, landmark: _l, ...plain } = order;
  expect(terms(orderRows(plain))).toEqual(['Date', 'Order ID', 'Quantity']);
  const bare = { ...plain, state: '', phoneNumber: '', products: [] };
  expect(shippingRows(bare)).toContainEqual(['State', '600004']);
  expect(terms(shippingRows({ ...bare, pincode: '' }))).toEqual(['Name', 'Address']);
});

it('lists the needed-by date, the gift note and the coupon', () => {
  const gift = { giftNote: 'Dear Amma', neededBy: '2026-12-03' };
  expect(shippingRows({ ...order, ...gift }).slice(-2)).toEqual([
    ['Needed by', '3 December 2026'],
    ['Gift note', 'Dear Amma'],
  ]);
  expect(orderRows({ ...order, ...coupon })).toContainEqual(['Coupon', 'SAVE15 (15% off)']);
});

it('lists the delivery dates of the slowest product', () => {
  const combo = { name: 'Birthday Combo Pack', id: 'COMBO_003', price: 1899, quantity: 1 };
  const arrival = (...products: OrderPayload['products']) =>
    new Map(shippingRows({ ...order, products })).get('Delivery');
  expect(arrival(combo)).toBe('20-22 November');
  expect(arrival(combo, sandal)).toBe('20-25 November');
  expect(arrival()).toBeUndefined();
});

it('shows the days that are promised now, also of an order that is made again', () => {
  const now = new Date('2026-11-25T06:30:00Z');
  const again = { ...order, promisedBy: '2026-12-03', events: [refundedBefore] };
  expect(new Map(shippingRows(again)).get('Delivery')).toBe('7-10 December');
  expect(progressSteps(again, now)).toEqual([
    { name: 'Made', day: 'by 2 Dec', isDone: false },
    { name: 'Sent', day: 'by 3 Dec', isDone: false },
    { name: 'With you', day: '7-10 Dec', isDone: false },
  ]);
  expect(toPurchase(again)).toMatchObject({ promisedBy: '2026-12-03' });
});

it('lists the lines and sums only of an order with several lines', () => {
  expect([orderLines(order), orderSums(order)]).toEqual([[], []]);
  expect(orderLines(several)).toMatchObject([
    { name: kids.name, choice: 'Kids · Dairy Milk · Qty 2', amount: '₹1,598.00' },
    { name: sandal.name, choice: 'Qty 3', amount: '₹570.00', picture: undefined },
  ]);
  const sums = [
    ['Subtotal', '₹2,168.00'],
    ['SAVE15 (15% off)', '−₹325.20'],
    ['Paid', '₹1,842.80'],
  ];
  expect(orderSums(several)).toEqual(sums);
  expect(terms(orderRows(several))).not.toContain('Coupon');
  const refunded = orderSums({ ...several, events });
  expect(refunded.slice(0, 3)).toEqual(sums);
  expect(refunded.at(-1)).toEqual(['You paid in the end', '₹1,742.10']);
  const plain = { ...several, couponApplied: undefined };
  expect(terms(orderSums(plain))).toEqual(['Subtotal', 'Paid']);
});

it('reports dispatch and refunds, with the days in India', () => {
  expect(findShipment(order)).toBeUndefined();
  const tracking = { trackingNumber: '123456', trackingUrl: 'https://www.dtdc.com/' };
  const shipped = { ...order, events: [refundedBefore, { ...sent, ...tracking }] };
  expect(findShipment(shipped)).toEqual({ text: 'Sent on 26 November by DTDC', ...tracking });
  expect(orderSums({ ...order, events })).toEqual([
    ['Paid', '₹1,188.60'],
    ['Refunded on 25 November 2026', '−₹100.50'],
    ['Refunded on 1 December 2026', '−₹0.20'],
    ['You paid in the end', '₹1,087.90'],
  ]);
});

it('adds up refunds until the order is fully refunded', () => {
  expect(findPartRefund(order)).toBeUndefined();
  expect(findPartRefund({ ...order, events })).toBe('₹100.70 refunded');
  expect(findPartRefund({ ...order, events, status: 'Refunded' })).toBeUndefined();
});

it("links to a chat that names the order's id", () => {
  const text = new URL(chatLinkAbout(order)).searchParams.get('text');
  expect(text).toBe('Hello Maalai! I have a question about my order MA-4F7KQ2M9XA.');
});

it('returns the pictures of up to four lines that are still sold, of more the first three', () => {
  const names = (part: Partial<OrderPayload>) =>
    orderPictures({ ...order, ...part }).map(({ name }) => name);
  expect(names({ productId: '99' })).toEqual([]);
  expect(names({ products: [] })).toEqual(names({}));
  expect(names({ products: [kids] })).toEqual(['dairymilk-3-kids']);
  const four = names({ products: [{ ...sandal, id: '99' }, kids, sandal, kids, sandal] });
  expect(four).toEqual(['dairymilk-3-kids', expect.stringMatching(/^sandal-/), four[0], four[1]]);
  expect(names({ products: [kids, sandal, kids, sandal, kids] })).toEqual(four.slice(0, 3));
});

it('returns the steps of an order, unless it was refunded', () => {
  const now = new Date('2026-11-16T06:30:00Z');
  const early = { ...sent, at: '2026-11-15T06:30:00.000Z' };
  const done = (steps: ReturnType<typeof progressSteps>) => steps.map(({ isDone }) => isDone);
  expect(done(progressSteps(order, now))).toEqual([false, false, false]);
  expect(done(progressSteps({ ...order, events: [early] }, now))).toEqual([true, true, false]);
  expect(progressSteps({ ...order, status: 'Refunded' }, now)).toEqual([]);
  expect(progressSteps({ ...order, products: [] }, now)).toEqual([]);
});

it('reads an order as a purchase: its lines, the paid amount in paise, and when it was sent', () => {
  expect(toPurchase({ ...order, products: [kids, sandal], events })).toEqual({
    lines: [
      { productId: '3', quantity: 2, selectedVersion: 'kids', chocolate: 'Dairy Milk' },
      { productId: '6', quantity: 3 },
    ],
    amount: 118_860,
    orderedAt: new Date(order.date),
    sentAt: new Date(sent.at),
  });
  expect(toPurchase(order)?.sentAt).toBeUndefined();
  expect(toPurchase({ ...order, products: [] })).toBeUndefined();
});

describe('the receipt', () => {
  it('lists each line with its choice, its price and its total', () => {
    const choice = 'Kids · Dairy Milk';
    const lines = receiptLines({ ...order, products: [kids, sandal] });
    expect(lines[0]?.picture).toMatchObject({ name: 'dairymilk-3-kids' });
    expect(lines).toMatchObject([
      { name: kids.name, choice, quantity: 2, price: '₹799.00', total: '₹1,598.00' },
      { name: sandal.name, choice: '', quantity: 3, price: '₹190.00', total: '₹570.00' },
    ]);
  });

  it('has the discount of the coupon and the refunds, if there are any', () => {
    expect(receiptSums(order)).toEqual([['Total paid', '₹1,188.60']]);
    const { products } = order;
    expect(receiptSums({ ...several, products, events })).toEqual([
      ['Subtotal', '₹2,168.00'],
      ['Coupon SAVE15 (15% off)', '−₹325.20'],
      ['Total paid', '₹1,842.80'],
      ...orderSums({ ...several, events }).slice(-3),
    ]);
  });
});
