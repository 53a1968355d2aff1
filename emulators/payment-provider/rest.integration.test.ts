import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { keyId, keySecret } from '#support/payments/stand-in-client.ts';
import { openStandIn } from '#support/payments/stand-in.ts';

let standIn: Awaited<ReturnType<typeof openStandIn>>;

beforeAll(async () => {
  standIn = await openStandIn(newDirectory(afterAll));
  return () => standIn.stop();
});

async function paid(outcome = 'success', order: Record<string, unknown> = {}) {
  const orderId = await standIn.order(50_000, order);
  const { json } = await standIn.call('/control/pay', { order_id: orderId, outcome });
  return { orderId, paymentId: String(json.payment.id) };
}

const order = async (id: string) => (await standIn.api(`/v1/orders/${id}`)).json;
const payment = async (id: string) => (await standIn.api(`/v1/payments/${id}`)).json;
const list = async (path: string) => (await standIn.api(path)).json;

test.each([
  ['no key', {}],
  ['another secret', { authorization: `Basic ${btoa(`${keyId}:wrong`)}` }],
  ['another id', { authorization: `Basic ${btoa(`rzp_test_other:${keySecret}`)}` }],
])('a request with %s is refused and nothing happens', async (_name, headers) => {
  const before = await standIn.call('/control/ledger');
  const reply = await standIn.call('/v1/orders', { amount: 50_000, currency: 'INR' }, headers);
  const error = { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' };
  expect(reply).toMatchObject({ status: 401, json: { error } });
  expect((await standIn.call('/control/ledger')).json).toEqual(before.json);
});

describe('orders', () => {
  test('are created in the provider’s format', async () => {
    const sent = { amount: 135_830, currency: 'INR', receipt: 'attempt 7' };
    const notes = { attempt: '7', lines: 2 };
    const { status, json } = await standIn.api('/v1/orders', { ...sent, notes });
    expect(status).toBe(200);
    expect(json).toEqual({
      ...sent,
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount_paid: 0,
      amount_due: 135_830,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { attempt: '7', lines: '2' },
      created_at: expect.any(Number),
    });
    expect(Number.isInteger(json.created_at)).toBe(true);
    expect(await order(json.id)).toEqual(json);
    const bare = await standIn.api('/v1/orders', { amount: 100, currency: 'INR', notes: [] });
    expect(bare.json).toMatchObject({ notes: [], receipt: null });
  });

  const createNotes = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, text]));
  const longNote = createNotes(1, 'n'.repeat(257));
  test.each([
    ['less than a rupee', { amount: 99 }, 'amount'],
    ['part of a paisa', { amount: 100.5 }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['more than the provider accepts', { amount: 50_000_001 }, 'amount'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['a receipt of 41 characters', { receipt: 'r'.repeat(41) }, 'receipt'],
    ['a note of 257 characters', { notes: longNote }, 'notes'],
    ['sixteen notes', { notes: createNotes(16, 'x') }, 'notes'],
  ])('refuse %s', async (_name, change, field) => {
    const sent = { amount: 50_000, currency: 'INR', ...change };
    const { status, json } = await standIn.api('/v1/orders', sent);
    expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST_ERROR']);
    expect(String(json.error.field).split('.')[0]).toBe(field);
  });

  test.each([100, 50_000_000])('accept the limits themselves, with %i paise', async (amount) => {
    const longest = { receipt: 'r'.repeat(40), notes: createNotes(15, 'n'.repeat(256)) };
    const { status } = await standIn.api('/v1/orders', { amount, currency: 'INR', ...longest });
    expect(status).toBe(200);
  });

  test.each([
    ['is not JSON', '{"amount":', 'application/json', 400],
    ['is too large', JSON.stringify({ x: 'x'.repeat(70_000) }), 'application/json', 413],
    ['has another type', 'amount=50000', 'application/x-www-form-urlencoded', 415],
  ])('refuse a body that %s', async (_name, body, type, status) => {
    const reply = await standIn.api('/v1/orders', body, { 'content-type': type });
    expect(reply.status).toBe(status);
  });
});

test('unknown ids return 400 as with the provider, unknown paths 404, and unknown methods 405', async () => {
  const { status, json } = await standIn.api('/v1/orders/order_unknown');
  expect([status, json.error.description]).toEqual([400, 'The id provided does not exist']);
  expect((await standIn.api('/v1/invoices')).status).toBe(404);
  const reply = await standIn.api('/v1/orders');
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
});

describe('payments', () => {
  test('pay their order and are listed with it', async () => {
    const { orderId, paymentId } = await paid();
    const whole = { status: 'paid', amount_paid: 50_000, amount_due: 0, attempts: 1 };
    expect(await order(orderId)).toMatchObject(whole);
    const captured = await payment(paymentId);
    expect(captured).toMatchObject({
      id: expect.stringMatching(/^pay_[A-Za-z0-9]{14}$/),
      entity: 'payment',
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
      order_id: orderId,
      method: 'upi',
      captured: true,
      amount_refunded: 0,
      refund_status: null,
      error_code: null,
      notes: [],
    });
    const all = { entity: 'collection', count: 1, items: [captured] };
    expect(await list(`/v1/orders/${orderId}/payments`)).toEqual(all);
  });

  test('that failed leave the order attempted, and a later one pays it', async () => {
    const { orderId, paymentId } = await paid('failure');
    const attempted = { status: 'attempted', amount_paid: 0, attempts: 1 };
    expect(await order(orderId)).toMatchObject(attempted);
    const error = { error_code: 'BAD_REQUEST_ERROR', error_reason: 'payment_failed' };
    const failed = { status: 'failed', captured: false, ...error };
    expect(await payment(paymentId)).toMatchObject(failed);
    await standIn.call('/control/pay', { order_id: orderId });
    const { items } = await list(`/v1/orders/${orderId}/payments`);
    expect(items).toMatchObject([{ status: 'captured' }, { status: 'failed' }]);
  });

  test('are captured once, in full, and only if they were authorised', async () => {
    const { orderId, paymentId } = await paid('success', { payment: { capture: 'manual' } });
    const capture = (id: string, amount: number) =>
      standIn.api(`/v1/payments/${id}/capture`, { amount, currency: 'INR' });

    expect((await order(orderId)).status).toBe('attempted');
    const part = await capture(paymentId, 40_000);
    expect(part).toMatchObject({ status: 400, json: { error: { field: 'amount' } } });
    const whole = await capture(paymentId, 50_000);
    expect(whole.json).toMatchObject({ status: 'captured', captured: true });
    expect((await order(orderId)).status).toBe('paid');
    const again = await capture(paymentId, 50_000);
    expect(again.json.error.description).toBe('This payment has already been captured');
    const failed = await paid('failure');
    expect((await capture(failed.paymentId, 50_000)).status).toBe(400);
  });
});

describe('refunds', () => {
  const refund = (id: string, body: object, headers = {}) =>
    standIn.api(`/v1/payments/${id}/refund`, body, headers);

  test('are made in parts, never of more than was captured', async () => {
    const { orderId, paymentId } = await paid();
    const made = { entity: 'refund', amount: 20_000, payment_id: paymentId, receipt: 'r-1' };
    const first = await refund(paymentId, { amount: 20_000, receipt: 'r-1' });
    expect(first.json).toMatchObject({ ...made, status: 'processed' });
    expect(first.json.id).toMatch(/^rfnd_/);
    const inPart = { status: 'captured', amount_refunded: 20_000, refund_status: 'partial' };
    expect(await payment(paymentId)).toMatchObject(inPart);
    expect((await refund(paymentId, { amount: 30_001 })).status).toBe(400);
    const rest = await refund(paymentId, {});
    expect(rest.json.amount).toBe(30_000);
    const items = [rest.json, first.json];
    const path = `/v1/payments/${paymentId}/refunds`;
    expect(await list(path)).toEqual({ entity: 'collection', count: 2, items });
    expect((await list(`${path}?count=1`)).items).toEqual([rest.json]);
    const inFull = { status: 'refunded', captured: true, refund_status: 'full' };
    expect(await payment(paymentId)).toMatchObject(inFull);
    expect((await refund(paymentId, { amount: 100 })).status).toBe(400);
    expect((await order(orderId)).status).toBe('paid');
    const authorized = await paid('authorized');
    expect((await refund(authorized.paymentId, {})).status).toBe(400);
  });

  test('are made once for the same idempotency key', async () => {
    const { paymentId } = await paid();
    const key = { 'x-refund-idempotency': 'key-1' };
    const first = await refund(paymentId, { amount: 10_000 }, key);
    expect((await refund(paymentId, { amount: 10_000 }, key)).json).toEqual(first.json);
    expect((await refund(paymentId, { amount: 20_000 }, key)).status).toBe(400);
    expect((await payment(paymentId)).amount_refunded).toBe(10_000);
  });
});
