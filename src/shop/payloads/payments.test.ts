import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { errorsOf } from '#support/storefront/errors-of.ts';
import { quote } from '../price.ts';
import type { LineRequest, Quote } from '../price.ts';
import {
  PaymentOrderRequest,
  PaymentOrderResponse,
  PaymentStatusResponse,
  verificationDetails,
  VerifyRequest,
  VerifyResponse,
} from './payments.ts';

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
  it('is parsed into values that the shop can quote and store [api-10]', () => {
    // Unknown fields are dropped, above all a price.
    const priced = { ...withItem({ productId: 3, price: 1, unit: 1 }), amount: 1 };
    const couponCode = ` ${'\u200b'.repeat(40)}FESTIVE30`;
    const parsed = v.parse(PaymentOrderRequest, { ...priced, couponCode });
    const clean = { ...delivery, phoneNumber: '9876543210', landmark: '' };
    expect(parsed).toEqual({ ...request, couponCode: 'FESTIVE30', delivery: clean });
    expect(quote(parsed.items, parsed.couponCode)).toMatchObject({ ok: true });
  });

  const noNumbers = [0, -1, 1.5, Number.NaN, 2 ** 53, '1', null, [1]];
  const noProducts = [-1, 1.5, Number.NaN, 2 ** 53, '', 'x'.repeat(65), null, true, ['3']];

  it.each<[field: string, message: unknown, values: unknown[]]>([
    ['items.0.productId', 'Please name a product', noProducts],
    ['items.0.quantity', 'Please choose a whole number, 1 or more', noNumbers],
    ['items.0.selectedVersion', 'Please choose Adult or Kids', ['Adult', 'giant', '', null, 1]],
    ['items.0.chocolate', 'Please choose a chocolate from the list', ['x'.repeat(61), null, 1]],
    ['couponCode', 'Invalid coupon code', ['x'.repeat(41), null, 10]],
    ['totalAmount', expect.any(String), [Number.NaN, Infinity, '999', null, undefined]],
    ['items', expect.any(String), [[], undefined, null, '3', {}]],
    ['delivery', expect.any(String), [undefined, null, 'x', 7]],
    ['', 'Please send totalAmount, items and delivery', [undefined, null, 'x', 7]],
  ])('rejects an invalid %s', (field, message, values) => {
    const [own = '', , ofItem] = field.split('.');
    for (const value of values) {
      const changed = ofItem ? withItem({ [ofItem]: value }) : { ...request, [own]: value };
      const errors = errorsOf(PaymentOrderRequest, field ? changed : value);
      expect({ value, errors }).toEqual({ value, errors: [{ field, message }] });
    }
  });

  it('reports every missing field', () => {
    const fields = ['totalAmount', 'items', 'delivery'];
    const message = 'Please send totalAmount, items and delivery';
    const missing = fields.map((field) => ({ field, message }));
    expect(errorsOf(PaymentOrderRequest, {})).toEqual(missing);
    const item = { message: 'Please name a product and a quantity for each item' };
    expect(errorsOf(PaymentOrderRequest, { ...request, items: [{}] })).toEqual([
      { field: 'items.0.productId', ...item },
      { field: 'items.0.quantity', ...item },
    ]);
  });

  it('accepts as many lines as a request can hold, and counts them before it parses any', () => {
    const lines = (count: number, line: object) => ({ ...request, items: Array(count).fill(line) });
    expect(errorsOf(PaymentOrderRequest, lines(1_000, request.items[0]!))).toEqual([]);
    expect(errorsOf(PaymentOrderRequest, lines(20_000, {}))).toEqual([
      { field: 'items', message: expect.stringContaining('more items than one order') as string },
    ]);
  });

  it('validates the delivery like the form, with the same messages [rule-35]', () => {
    const changed = { ...delivery, pincode: '6', state: 'Delhi' };
    expect(errorsOf(PaymentOrderRequest, { ...request, delivery: changed })).toEqual([
      { field: 'delivery.state', message: 'Please select a state' },
      { field: 'delivery.pincode', message: 'Enter a valid 6-digit pincode' },
    ]);
  });

  it('reports errors for any input and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        expect(errorsOf(PaymentOrderRequest, input).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('PaymentOrderResponse', () => {
  const specified = { id: 'order_1', amount: 99_900, currency: 'INR' };

  it('is valid with the fields of the specification alone [entity-32]', () => {
    expect(v.parse(PaymentOrderResponse, specified)).toEqual(specified);
    const { currency, ...rest } = specified;
    expect(v.parse(PaymentOrderResponse, rest).currency).toBe(currency);
    expect(v.parse(PaymentOrderResponse, { ...rest, currency: 'USD' }).currency).toBe('USD');
  });

  it.each([
    null,
    ...[undefined, '', 7].map((id) => ({ ...specified, id })),
    ...[undefined, '99900', 0, 999.5].map((amount) => ({ ...specified, amount })),
  ])('rejects %j', (input) => {
    expect(v.is(PaymentOrderResponse, input)).toBe(false);
  });
});

describe('VerifyRequest', () => {
  const result = {
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'a'.repeat(64),
  };

  it('has the three fields of the payment window, and no others [entity-34]', () => {
    const rest = { productId: '3', amountPaid: 1, couponApplied: true };
    expect(v.parse(VerifyRequest, { ...result, ...rest })).toEqual(result);
    const polluted = JSON.parse(JSON.stringify(result).replace('{', '{"__proto__":{"own":1},'));
    expect(v.parse(VerifyRequest, polluted)).not.toHaveProperty('own');
  });

  it.each(Object.keys(result))('requires %s as the provider writes it [entity-33]', (field) => {
    for (const value of [undefined, null, '', 1, {}, 'x'.repeat(257), 'a\u0000b', 'a b', 'é']) {
      expect(errorsOf(VerifyRequest, { ...result, [field]: value })).toEqual([
        { field, message: 'Please send what the payment window returned, as it is' },
      ]);
    }
  });
});

describe('responses', () => {
  it('to a verification contain the order', () => {
    const response = { orderId: 'MA-0123456789' };
    expect(v.parse(VerifyResponse, response)).toEqual(response);
    expect(v.parse(VerifyResponse, { orderId: 7 })).toEqual({ orderId: '7' });
    for (const body of [undefined, '', [], { orderId: 'a b' }, { success: true }]) {
      expect(v.parse(VerifyResponse, body)).toEqual({});
    }
  });

  it('about the status of a payment contain the order once it is paid', () => {
    const paid = { status: 'paid', orderId: 'MA-1' };
    for (const response of [{ status: 'pending' }, { status: 'attention' }, paid]) {
      expect(v.parse(PaymentStatusResponse, response)).toEqual(response);
    }
    for (const response of [{ status: 'paid' }, { status: 'refunded' }]) {
      expect(v.is(PaymentStatusResponse, response)).toBe(false);
    }
  });
});

describe('the details of a verification', () => {
  const recipient = { ...delivery, phoneNumber: '9876543210', landmark: 'Near the temple tank' };

  function quoted(lines: LineRequest[], couponCode?: string): Quote {
    const result = quote(lines, couponCode);
    if (!result.ok) throw new Error(result.message);
    return result.quote;
  }

  it('are the complete payload of the specification for one product [entity-34]', () => {
    const version = { selectedVersion: 'kids', versionName: 'Kids' } as const;
    const kids = quoted([{ productId: '3', selectedVersion: 'kids', quantity: 2 }], 'SAVE15');
    expect(verificationDetails(kids, recipient, 135_830)).toStrictEqual({
      productId: '3',
      productName: 'Dairy Milk Garland',
      quantity: 2,
      amountPaid: 1358.3,
      chocolate: 'Dairy Milk',
      ...recipient,
      ...version,
      products: [{ name: 'Dairy Milk Garland', id: '3', price: 799, quantity: 2, ...version }],
      couponApplied: 'SAVE15',
      discountPercentage: 15,
      originalAmount: 1598,
      discountedAmount: 1358.3,
    });
  });

  it('list every product of an order with several', () => {
    const cart = quoted([
      { productId: '4', selectedVersion: 'adult', quantity: 1 },
      { productId: '2', quantity: 2, chocolate: 'KitKat' },
      { productId: '1', quantity: 1, chocolate: 'KitKat' },
      { productId: '6', quantity: 1 },
    ]);
    // Only an order of a single product has a version as a whole.
    const version = { selectedVersion: 'adult', versionName: 'Adult' };
    expect(verificationDetails(cart, recipient, cart.amount)).toStrictEqual({
      productId: '4',
      productName: 'Fivestar Garland, Chocolate Crown, Chocolate Bouquet, Sandal Garland',
      quantity: 5,
      amountPaid: 3486,
      chocolate: 'Fivestar, KitKat',
      ...recipient,
      originalAmount: 3486,
      discountedAmount: 3486,
      products: [
        { name: 'Fivestar Garland', id: '4', price: 999, quantity: 1, ...version },
        { name: 'Chocolate Crown', id: '2', price: 799, quantity: 2 },
        { name: 'Chocolate Bouquet', id: '1', price: 699, quantity: 1 },
        { name: 'Sandal Garland', id: '6', price: 190, quantity: 1 },
      ],
    });
  });

  it('have empty texts without a landmark or a chocolate', () => {
    const sandal = quoted([{ productId: '6', quantity: 1 }]);
    const texts = { landmark: '', chocolate: '' };
    expect(verificationDetails(sandal, delivery, sandal.amount)).toMatchObject(texts);
  });

  it('leave out the products if a request cannot hold them', () => {
    const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
    const long = { ...recipient, customerName: 'க'.repeat(100), address: 'க'.repeat(500) };
    const bouquet = { productId: '1', quantity: 1 };
    const lines = (count: number) => Array.from({ length: count }, () => bouquet);
    const some = quoted(lines(300));
    expect(verificationDetails(some, long, some.amount).products).toHaveLength(300);

    // To the byte
    const whole = (address: string) =>
      verificationDetails(some, { ...recipient, address }, some.amount);
    const room = 60 * 1024 - sizeOf(whole(''));
    expect(whole('x'.repeat(room)).products).toHaveLength(300);
    expect(whole('x'.repeat(room + 1)).products).toBeUndefined();

    // As many as one request can order.
    const most = lines(2_100);
    expect(sizeOf(most)).toBeGreaterThan(62 * 1024);
    const all = quoted(most);
    const details = verificationDetails(all, long, all.amount);
    expect([details.products, details.quantity]).toEqual([undefined, 2_100]);
    expect(sizeOf(details)).toBeLessThan(60 * 1024);
  });
});

it('the errors of a payload are the first of each field, by its path, of thirty fields', () => {
  const schema = v.array(
    v.object({ n: v.pipe(v.number(), v.minValue(5, 'small'), v.integer()) }),
    'no list',
  );
  expect(errorsOf(schema, [{ n: 6 }, { n: 1.5 }])).toEqual([{ field: '1.n', message: 'small' }]);
  expect(errorsOf(schema, null)).toEqual([{ field: '', message: 'no list' }]);
  const broken = Array.from({ length: 1_000 }, () => ({}));
  expect(errorsOf(schema, broken)).toHaveLength(30);
});
