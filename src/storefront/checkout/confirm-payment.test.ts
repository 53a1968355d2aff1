import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { covers } from '#support/covers.ts';
import { fakeServer } from '#support/storefront/checkout-page.ts';
import { BRIEF, confirmPayment, ONCE, PATIENT } from './confirm-payment.ts';
import type { PendingPayment } from './stored-payments.ts';

const begun: PendingPayment = {
  orderId: 'order_1',
  userId: 'u1',
  startedAt: '2026-11-14T10:00:00.000Z',
  cartLines: [],
};
const made: PendingPayment = { ...begun, result: { paymentId: 'pay_1', signature: 'aa' } };

let server: ReturnType<typeof fakeServer>;
let pauses: number[];
const wait = async (ms: number) => void pauses.push(ms);

beforeEach(() => {
  server = fakeServer();
  pauses = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  [200, { orderId: 'MA-1' }, { kind: 'paid', orderId: 'MA-1' }],
  [200, { data: { orderId: 'MA-1' } }, { kind: 'paid', orderId: 'MA-1' }],
  [200, { order: 'MA-1' }, { kind: 'paid', orderId: 'order_1' }],
  [200, {}, { kind: 'paid', orderId: 'order_1' }],
  [201, { orderId: 'MA-1' }, { kind: 'refused' }],
  [204, {}, { kind: 'refused' }],
  [0, {}, { kind: 'open' }],
  [500, {}, { kind: 'open' }],
  [503, {}, { kind: 'open' }],
  [408, {}, { kind: 'open' }],
  [425, {}, { kind: 'open' }],
  [429, {}, { kind: 'open' }],
  [409, { code: 'payment-pending' }, { kind: 'open' }],
  [409, { code: 'payment-attention' }, { kind: 'attention' }],
  [401, {}, { kind: 'signed-out' }],
  [400, { code: 'payment-signature' }, { kind: 'refused' }],
  [404, {}, { kind: 'refused' }],
])('reads the verification %i %j as %j', covers('call-25'), async (status, body, expected) => {
  server.verify = [[status, body]];
  expect(await confirmPayment(made, ONCE, wait)).toEqual(expected);
});

it.each([
  [200, { status: 'pending' }, { kind: 'open' }],
  [200, { status: 'paid', orderId: 'MA-2' }, { kind: 'paid', orderId: 'MA-2' }],
  [200, { status: 'attention' }, { kind: 'attention' }],
  [404, {}, { kind: 'refused' }],
])('reads the status %i %j of a begun payment as %j', async (status, body, expected) => {
  server.status = [[status, body]];
  expect(await confirmPayment(begun, ONCE, wait)).toEqual(expected);
  expect(server.checks).toEqual([['status', 'order_1']]);
});

it.each([
  [
    { status: 'paid', orderId: 'MA-3' },
    { kind: 'paid', orderId: 'MA-3' },
  ],
  [{ status: 'attention' }, { kind: 'attention' }],
  [{ status: 'pending' }, { kind: 'refused' }],
])('looks for a result of the webhook before it accepts a refusal: %j', async (body, expected) => {
  server.verify = [[400]];
  server.status = [[200, body]];
  expect(await confirmPayment(made, [1], wait)).toEqual(expected);
});

it('verifies at once what the window reported', covers('transition-18'), async () => {
  expect((await confirmPayment(made, [1, 2], wait)).kind).toBe('paid');
  const payment = {
    razorpay_order_id: 'order_1',
    razorpay_payment_id: 'pay_1',
    razorpay_signature: 'aa',
  };
  expect(server.checks).toEqual([['verify', payment]]);
  expect(pauses).toEqual([]);
});

it('tries again with growing pauses until the server knows', async () => {
  server.verify = [[0], [503], [200, { orderId: 'MA-1' }]];
  const onWaiting = vi.fn<() => void>();
  expect((await confirmPayment(made, [1, 2, 4], wait, onWaiting)).kind).toBe('paid');
  expect(pauses).toEqual([1, 2]);
  expect(onWaiting).toHaveBeenCalledTimes(2);
});

it('ends as open when the pauses are used up', async () => {
  server.verify = [[0]];
  expect(await confirmPayment(made, [1, 2], wait)).toEqual({ kind: 'open' });
  expect(server.checks).toHaveLength(3);
});

it('waits five minutes for a paid payment, six seconds for a begun one, and not at all for a closed one', () => {
  expect(PATIENT).toEqual([1, 2, 4, 8, 15, 30, 60, 60, 60, 60].map((seconds) => seconds * 1000));
  expect(BRIEF).toEqual([1000, 2000, 3000]);
  expect(ONCE).toEqual([]);
});
