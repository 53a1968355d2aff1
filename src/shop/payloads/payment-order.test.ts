// The payloads that start a payment: request and response.
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { errorsOf } from '#support/storefront/errors-of.ts';
import { quote } from '../price.ts';
import { PaymentOrderResponse, PaymentOrderRequest } from './payments.ts';

const delivery = {
  customerName: 'Asha Raman',
  email: 'asha@example.in',
  phoneNumber: '+91 98765 43210',
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '14, North Mada Street',
};
const request = {
  totalAmount: 999,
  items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }],
  delivery,
};
const withItem = (change: Record<string, unknown>) => ({
  ...request,
  items: [{ ...request.items[0], ...change }],
});

describe('PaymentOrderRequest', () => {
  it('is parsed into values that the shop can quote and store', covers('api-10'), () => {
    const parsed = v.parse(PaymentOrderRequest, { ...request, couponCode: 'FESTIVE30' });
    expect(parsed).toEqual({
      ...request,
      couponCode: 'FESTIVE30',
      delivery: { ...delivery, phoneNumber: '9876543210', landmark: '' },
    });
    expect(quote(parsed.items, parsed.couponCode)).toMatchObject({ ok: true });
  });

  it.each([
    [3, '3'],
    [0, '0'],
    ['3', '3'],
    ['COMBO_003', 'COMBO_003'],
  ])('parses the product id %j as %j', (productId, id) => {
    expect(v.parse(PaymentOrderRequest, withItem({ productId })).items[0]?.productId).toBe(id);
  });

  it.each([-1, 1.5, Number.NaN, Infinity, 2 ** 53, '', 'x'.repeat(65), null, true, {}, ['3']])(
    'rejects the product id %j',
    (productId) => {
      expect(errorsOf(PaymentOrderRequest, withItem({ productId }))).toEqual([
        { field: 'items.0.productId', message: 'Please name a product' },
      ]);
    },
  );

  it.each([0, -1, -0, 1.5, Number.NaN, Infinity, 2 ** 53, 1e308, '1', '', null, true, [1], {}])(
    'rejects the quantity %j',
    (quantity) => {
      expect(errorsOf(PaymentOrderRequest, withItem({ quantity }))).toEqual([
        { field: 'items.0.quantity', message: 'Please choose a whole number, 1 or more' },
      ]);
    },
  );

  it('reports missing fields', () => {
    expect(errorsOf(PaymentOrderRequest, {})).toEqual(
      ['totalAmount', 'items', 'delivery'].map((field) => ({
        field,
        message: 'Please send totalAmount, items and delivery',
      })),
    );
    expect(errorsOf(PaymentOrderRequest, { ...request, items: [{}] })).toEqual(
      ['productId', 'quantity'].map((field) => ({
        field: `items.0.${field}`,
        message: 'Please name a product and a quantity for each item',
      })),
    );
    for (const nothing of [undefined, null, 'x', 7]) {
      expect(errorsOf(PaymentOrderRequest, nothing)).toEqual([
        { field: '', message: 'Please send totalAmount, items and delivery' },
      ]);
      expect(errorsOf(PaymentOrderRequest, { ...request, delivery: nothing })).toMatchObject([
        { field: 'delivery' },
      ]);
    }
  });

  it.each(['Adult', 'giant', '', null, 1])('rejects the version %j', (selectedVersion) => {
    expect(errorsOf(PaymentOrderRequest, withItem({ selectedVersion }))).toEqual([
      { field: 'items.0.selectedVersion', message: 'Please choose Adult or Kids' },
    ]);
  });

  it.each(['x'.repeat(61), null, 1])('rejects the chocolate %j', (chocolate) => {
    expect(errorsOf(PaymentOrderRequest, withItem({ chocolate }))).toEqual([
      { field: 'items.0.chocolate', message: 'Please choose a chocolate from the list' },
    ]);
  });

  it.each(['x'.repeat(41), null, 10])('rejects the coupon code %j', (couponCode) => {
    expect(errorsOf(PaymentOrderRequest, { ...request, couponCode })).toEqual([
      { field: 'couponCode', message: 'Invalid coupon code' },
    ]);
  });

  it.each([Number.NaN, Infinity, '999', null, undefined])('rejects the total %j', (totalAmount) => {
    expect(errorsOf(PaymentOrderRequest, { ...request, totalAmount })).toMatchObject([
      { field: 'totalAmount' },
    ]);
  });

  it.each([[[]], [undefined], [null], ['3'], [{}]])('rejects the items %j', (items) => {
    expect(errorsOf(PaymentOrderRequest, { ...request, items })).toMatchObject([
      { field: 'items' },
    ]);
  });

  it('accepts as many lines as a request can hold, and counts them before it parses any', () => {
    const lines = (count: number) => ({ ...request, items: Array(count).fill(request.items[0]) });
    expect(errorsOf(PaymentOrderRequest, lines(1_000))).toEqual([]);
    const broken = { ...request, items: Array.from({ length: 20_000 }, () => ({})) };
    expect(errorsOf(PaymentOrderRequest, broken)).toEqual([
      { field: 'items', message: expect.stringContaining('more items than one order') as string },
    ]);
  });

  it('validates the delivery like the form, with the same messages', covers('rule-35'), () => {
    expect(
      errorsOf(PaymentOrderRequest, {
        ...request,
        delivery: { ...delivery, pincode: '6', state: 'Delhi' },
      }),
    ).toEqual([
      { field: 'delivery.state', message: 'Please select a state' },
      { field: 'delivery.pincode', message: 'Enter a valid 6-digit pincode' },
    ]);
  });

  it('drops unknown fields, above all a price', () => {
    const parsed = v.parse(PaymentOrderRequest, { ...withItem({ price: 1, unit: 1 }), amount: 1 });
    expect(parsed.items[0]).toEqual(request.items[0]);
    expect(parsed).not.toHaveProperty('amount');
  });

  it('reports errors for any input and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(errorsOf(PaymentOrderRequest, input).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('PaymentOrderReply', () => {
  const reply = {
    id: 'order_1',
    amount: 99_900,
    currency: 'INR',
    key: 'key_1',
    script: '/test-payments/checkout.js',
    name: 'Maalai',
  };

  it('is accepted plain or wrapped', covers('call-23'), () => {
    expect(v.parse(PaymentOrderResponse, reply)).toEqual(reply);
    expect(v.parse(PaymentOrderResponse, { data: reply })).toEqual(reply);
  });

  it('has the currency INR by default', covers('entity-32'), () => {
    const { currency: _, ...rest } = reply;
    expect(v.parse(PaymentOrderResponse, { data: rest }).currency).toBe('INR');
    expect(v.parse(PaymentOrderResponse, { ...reply, currency: 'USD' }).currency).toBe('USD');
  });

  it.each([
    { id: undefined },
    { id: '' },
    { id: 7 },
    { amount: undefined },
    { amount: '99900' },
    { amount: 0 },
    { amount: 999.5 },
  ])('is invalid with %j', (change) => {
    expect(v.is(PaymentOrderResponse, { ...reply, ...change })).toBe(false);
    expect(v.is(PaymentOrderResponse, { data: { ...reply, ...change } })).toBe(false);
  });

  it.each([null, undefined, '', [], {}, { data: null }, { data: {} }])('rejects %j', (input) => {
    expect(v.is(PaymentOrderResponse, input)).toBe(false);
  });
});
