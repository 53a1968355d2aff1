import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import { errorsOf } from '#support/storefront/errors-of.ts';
import { OrderPayload, OrdersResponse } from './orders.ts';
import { SignUpForm } from '../forms/sign-up.ts';
import { PaymentStatusResponse, VerifyResponse, VerifyRequest } from './payments.ts';

describe('VerifyRequest', () => {
  const result = {
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'a'.repeat(64),
  };

  it(
    'keeps the three fields of the payment window and drops all others',
    covers('entity-34'),
    () => {
      const rest = {
        productName: 'Dairy Milk Garland, Sandal Garland',
        productId: '3',
        quantity: 3,
        amountPaid: 1,
        chocolate: 'Dairy Milk',
        customerName: 'Asha Raman',
        email: 'asha@example.in',
        phoneNumber: '9876543210',
        address: '14, North Mada Street',
        landmark: 'Near the temple tank',
        state: 'Tamil Nadu',
        pincode: '600004',
        selectedVersion: 'kids',
        versionName: 'Kids',
        products: [{ name: 'Sandal Garland', id: '6', price: 190, quantity: 2 }],
        couponApplied: true,
        discountPercentage: 10,
        originalAmount: 1179,
        discountedAmount: 1061.1,
      };
      expect(v.parse(VerifyRequest, { ...result, ...rest })).toEqual(result);
    },
  );

  it.each(Object.keys(result))(
    'requires %s as the provider writes it',
    covers('entity-33'),
    (field) => {
      for (const value of [undefined, null, '', 1, {}, 'x'.repeat(257), 'a\u0000b', 'a b', 'é']) {
        expect(errorsOf(VerifyRequest, { ...result, [field]: value })).toEqual([
          { field, message: 'Please send what the payment window returned, as it is' },
        ]);
      }
    },
  );
});

describe('replies', () => {
  it('of a verification contain the order', () => {
    expect(v.parse(VerifyResponse, { orderId: 'MA-0123456789' })).toEqual({
      orderId: 'MA-0123456789',
    });
    expect(v.is(VerifyResponse, {})).toBe(false);
  });

  it('of the payment status contain the order once it is paid', () => {
    for (const reply of [
      { status: 'pending' },
      { status: 'attention' },
      { status: 'paid', orderId: 'MA-1' },
    ]) {
      expect(v.parse(PaymentStatusResponse, reply)).toEqual(reply);
    }
    expect(v.is(PaymentStatusResponse, { status: 'paid' })).toBe(false);
    expect(v.is(PaymentStatusResponse, { status: 'refunded' })).toBe(false);
  });

  const order: OrderPayload = {
    _id: 'MA-1',
    date: '2026-11-14T10:00:00.000Z',
    status: 'Paid',
    email: 'asha@example.in',
    productId: '3',
    productName: 'Dairy Milk Garland',
    quantity: 1,
    amountPaid: 999,
    customerName: 'Asha Raman',
    address: '14, North Mada Street',
    state: 'Tamil Nadu',
    pincode: '600004',
    phoneNumber: '9876543210',
    products: [{ name: 'Dairy Milk Garland', id: '3', price: 999, quantity: 1 }],
    originalAmount: 999,
    discountedAmount: 999,
  };

  it('of the orders page are a list of paid orders', () => {
    expect(v.parse(OrdersResponse, [])).toEqual([]);
    expect(v.parse(OrdersResponse, [order])).toEqual([order]);
    const full = {
      ...order,
      landmark: 'Opposite the tank',
      chocolate: 'Dairy Milk',
      selectedVersion: 'kids',
      versionName: 'Kids',
      couponApplied: 'SAVE15',
      discountPercentage: 15,
    };
    expect(v.parse(OrderPayload, full)).toEqual(full);
  });

  it.each([
    { status: 'Pending' },
    { date: 'yesterday' },
    { amountPaid: '999' },
    { products: null },
  ])('of the orders page are rejected with %j', (change) => {
    expect(v.is(OrderPayload, { ...order, ...change })).toBe(false);
  });
});

describe('SignUpForm', () => {
  it('is the sign-up form, including both passwords', covers('entity-18'), () => {
    const profile = {
      name: 'Asha',
      email: 'asha@example.in',
      phoneNumber: '98765',
      pincode: '6000',
      dob: '1995-03-08',
      address: '14, North Mada Street',
      landmark: 'Near the temple tank',
    };
    const password = 'jasmine garland';
    expect(v.parse(SignUpForm, { ...profile, password, confirmPassword: password })).toMatchObject({
      ...profile,
      state: '',
      password,
    });
    expect(errorsOf(SignUpForm, { ...profile, password, confirmPassword: 'x' })).toEqual([
      { field: 'confirmPassword', message: 'Passwords do not match' },
    ]);
  });
});

describe('fieldErrors', () => {
  it('returns the first error of each field, by its path', () => {
    const schema = v.object({
      list: v.array(v.object({ n: v.pipe(v.number(), v.minValue(5, 'small'), v.integer('part')) })),
    });
    expect(errorsOf(schema, { list: [{ n: 6 }, { n: 1.5 }, { n: 2 }] })).toEqual([
      { field: 'list.1.n', message: 'small' },
      { field: 'list.2.n', message: 'small' },
    ]);
  });

  it('returns at most thirty fields', () => {
    const list = v.array(v.object({ n: v.number() }));
    const broken = Array.from({ length: 1_000 }, () => ({}));
    expect(errorsOf(list, broken)).toHaveLength(30);
  });

  it("uses the field '' for errors of the whole payload", () => {
    expect(errorsOf(v.object({}, 'not an object'), null)).toEqual([
      { field: '', message: 'not an object' },
    ]);
  });
});
