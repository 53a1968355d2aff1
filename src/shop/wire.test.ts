import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { quote } from './price.ts';
import {
  fieldErrors,
  OrderOnWire,
  OrdersReply,
  PaymentOrderReply,
  PaymentOrderRequest,
  PaymentStatusReply,
  Problem,
  RegisterRequest,
  VerifyReply,
  VerifyRequest,
} from './wire.ts';

function errorsOf(schema: v.GenericSchema, input: unknown) {
  const parsed = v.safeParse(schema, input);
  return parsed.success ? [] : fieldErrors(parsed.issues);
}

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
  it('is parsed into what the shop can quote and keep', () => {
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
  ])('takes the product id %j as %j', (productId, id) => {
    expect(v.parse(PaymentOrderRequest, withItem({ productId })).items[0]?.productId).toBe(id);
  });

  it.each([-1, 1.5, Number.NaN, Infinity, 2 ** 53, '', 'x'.repeat(65), null, true, {}, ['3']])(
    'does not take %j for a product id',
    (productId) => {
      expect(errorsOf(PaymentOrderRequest, withItem({ productId }))).toEqual([
        { field: 'items.0.productId', message: 'Please name a product' },
      ]);
    },
  );

  it.each([0, -1, -0, 1.5, Number.NaN, Infinity, 2 ** 53, 1e308, '1', '', null, true, [1], {}])(
    'does not take %j for a quantity',
    (quantity) => {
      expect(errorsOf(PaymentOrderRequest, withItem({ quantity }))).toEqual([
        { field: 'items.0.quantity', message: 'Please choose a whole number, 1 or more' },
      ]);
    },
  );

  it('asks for what is missing', () => {
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

  it.each(['Adult', 'giant', '', null, 1])('does not take %j for a version', (selectedVersion) => {
    expect(errorsOf(PaymentOrderRequest, withItem({ selectedVersion }))).toEqual([
      { field: 'items.0.selectedVersion', message: 'Please choose Adult or Kids' },
    ]);
  });

  it.each(['x'.repeat(61), null, 1])('does not take %j for a chocolate', (chocolate) => {
    expect(errorsOf(PaymentOrderRequest, withItem({ chocolate }))).toEqual([
      { field: 'items.0.chocolate', message: 'Please choose a chocolate from the list' },
    ]);
  });

  it.each(['x'.repeat(41), null, 10])('does not take %j for a coupon code', (couponCode) => {
    expect(errorsOf(PaymentOrderRequest, { ...request, couponCode })).toEqual([
      { field: 'couponCode', message: 'Invalid coupon code' },
    ]);
  });

  it.each([Number.NaN, Infinity, '999', null, undefined])(
    'does not take %j for a total',
    (totalAmount) => {
      expect(errorsOf(PaymentOrderRequest, { ...request, totalAmount })).toMatchObject([
        { field: 'totalAmount' },
      ]);
    },
  );

  it.each([[[]], [undefined], [null], ['3'], [{}]])('needs items, not %j', (items) => {
    expect(errorsOf(PaymentOrderRequest, { ...request, items })).toMatchObject([
      { field: 'items' },
    ]);
  });

  it('takes at most fifty lines', () => {
    const lines = (count: number) => ({ ...request, items: Array(count).fill(request.items[0]) });
    expect(errorsOf(PaymentOrderRequest, lines(50))).toEqual([]);
    expect(errorsOf(PaymentOrderRequest, lines(51))).toEqual([
      { field: 'items', message: 'Please order at most 50 lines at a time' },
    ]);
  });

  it('checks the delivery as the form does, in its words', () => {
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

  it('drops what it did not ask for: a price above all', () => {
    const parsed = v.parse(PaymentOrderRequest, { ...withItem({ price: 1, unit: 1 }), amount: 1 });
    expect(parsed.items[0]).toEqual(request.items[0]);
    expect(parsed).not.toHaveProperty('amount');
  });

  it('answers to anything at all', () => {
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

  it('is read plain or wrapped', () => {
    expect(v.parse(PaymentOrderReply, reply)).toEqual(reply);
    expect(v.parse(PaymentOrderReply, { data: reply })).toEqual(reply);
  });

  it('is in rupees unless it says otherwise', () => {
    const { currency: _, ...rest } = reply;
    expect(v.parse(PaymentOrderReply, { data: rest }).currency).toBe('INR');
    expect(v.parse(PaymentOrderReply, { ...reply, currency: 'USD' }).currency).toBe('USD');
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
    expect(v.is(PaymentOrderReply, { ...reply, ...change })).toBe(false);
    expect(v.is(PaymentOrderReply, { data: { ...reply, ...change } })).toBe(false);
  });

  it.each([null, undefined, '', [], {}, { data: null }, { data: {} }])('is not %j', (input) => {
    expect(v.is(PaymentOrderReply, input)).toBe(false);
  });
});

describe('VerifyRequest', () => {
  const result = {
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'a'.repeat(64),
  };

  it('takes the three fields of the payment window and drops all else', () => {
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
  });

  it.each(Object.keys(result))('needs %s as the provider writes it', (field) => {
    for (const value of [undefined, null, '', 1, {}, 'x'.repeat(257), 'a\u0000b', 'a b', 'é']) {
      expect(errorsOf(VerifyRequest, { ...result, [field]: value })).toMatchObject([{ field }]);
    }
  });
});

describe('replies', () => {
  it('of verify name the order', () => {
    expect(v.parse(VerifyReply, { orderId: 'MA-0123456789' })).toEqual({
      orderId: 'MA-0123456789',
    });
    expect(v.is(VerifyReply, {})).toBe(false);
  });

  it('of the payment status name the order once it is paid', () => {
    for (const reply of [
      { status: 'pending' },
      { status: 'attention' },
      { status: 'paid', orderId: 'MA-1' },
    ]) {
      expect(v.parse(PaymentStatusReply, reply)).toEqual(reply);
    }
    expect(v.is(PaymentStatusReply, { status: 'paid' })).toBe(false);
    expect(v.is(PaymentStatusReply, { status: 'refunded' })).toBe(false);
  });

  const order: OrderOnWire = {
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
    expect(v.parse(OrdersReply, [])).toEqual([]);
    expect(v.parse(OrdersReply, [order])).toEqual([order]);
    const full = {
      ...order,
      landmark: 'Opposite the tank',
      chocolate: 'Dairy Milk',
      selectedVersion: 'kids',
      versionName: 'Kids',
      couponApplied: 'SAVE15',
      discountPercentage: 15,
    };
    expect(v.parse(OrderOnWire, full)).toEqual(full);
  });

  it.each([
    { status: 'Pending' },
    { date: 'yesterday' },
    { amountPaid: '999' },
    { products: null },
  ])('of the orders page are not read with %j', (change) => {
    expect(v.is(OrderOnWire, { ...order, ...change })).toBe(false);
  });

  it('of a failure carry a sentence, and what else the call adds', () => {
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'The price has changed.',
      amount: 99_900,
      totalAmount: 999,
    };
    expect(v.parse(Problem, problem)).toEqual(problem);
    expect(v.parse(Problem, { status: 500, detail: 'x' })).toMatchObject({
      type: 'about:blank',
      title: '',
    });
    expect(v.is(Problem, { status: 500 })).toBe(false);
    expect(v.is(Problem, 'Internal Server Error')).toBe(false);
  });
});

describe('RegisterRequest', () => {
  it('is the sign-up form, passwords and all', () => {
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
    expect(
      v.parse(RegisterRequest, { ...profile, password, confirmPassword: password }),
    ).toMatchObject({ ...profile, state: '', password });
    expect(errorsOf(RegisterRequest, { ...profile, password, confirmPassword: 'x' })).toEqual([
      { field: 'confirmPassword', message: 'Passwords do not match' },
    ]);
  });
});

describe('fieldErrors', () => {
  it('tells the first fault of each field, by its path', () => {
    const schema = v.object({
      list: v.array(v.object({ n: v.pipe(v.number(), v.minValue(5, 'small'), v.integer('part')) })),
    });
    expect(errorsOf(schema, { list: [{ n: 6 }, { n: 1.5 }, { n: 2 }] })).toEqual([
      { field: 'list.1.n', message: 'small' },
      { field: 'list.2.n', message: 'small' },
    ]);
  });

  it("has '' for the whole", () => {
    expect(errorsOf(v.object({}, 'not an object'), null)).toEqual([
      { field: '', message: 'not an object' },
    ]);
  });
});
