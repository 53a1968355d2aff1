import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyId, keySecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';

let standIn: StandIn;

beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn.stop());

async function paid(amount = 50_000, order: Record<string, unknown> = {}, outcome = 'success') {
  const orderId = await standIn.order(amount, order);
  const { json } = await standIn.call('/control/pay', { order_id: orderId, outcome });
  return { orderId, paymentId: String(json.payment.id) };
}

describe('the key', () => {
  test.each([
    ['no key', {}],
    ['another secret', { authorization: `Basic ${btoa(`${keyId}:wrong`)}` }],
    ['another id', { authorization: `Basic ${btoa(`rzp_test_other:${keySecret}`)}` }],
    ['a bearer token', { authorization: `Bearer ${keySecret}` }],
  ])('a request with %s is refused and nothing happens', async (_name, headers) => {
    const before = await standIn.call('/control/ledger');
    const reply = await standIn.call('/v1/orders', { amount: 50_000, currency: 'INR' }, headers);
    expect(reply.status).toBe(401);
    expect(reply.json.error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      description: 'Authentication failed',
    });
    const after = await standIn.call('/control/ledger');
    expect(after.json.orders).toEqual(before.json.orders);
  });
});

describe('orders', () => {
  test('an order is created in the provider’s format', async () => {
    const { status, json } = await standIn.api('/v1/orders', {
      amount: 135_830,
      currency: 'INR',
      receipt: 'attempt 7',
      notes: { attempt: '7', lines: 2 },
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
      entity: 'order',
      amount: 135_830,
      amount_paid: 0,
      amount_due: 135_830,
      currency: 'INR',
      receipt: 'attempt 7',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { attempt: '7', lines: '2' },
      created_at: expect.any(Number),
    });
    expect(Number.isInteger(json.created_at)).toBe(true);
    const fetched = await standIn.api(`/v1/orders/${json.id}`);
    expect(fetched.json).toEqual(json);
  });

  test('empty notes are an empty array', async () => {
    const { json } = await standIn.api('/v1/orders', { amount: 100, currency: 'INR', notes: [] });
    expect(json).toMatchObject({ amount: 100, notes: [], receipt: null });
  });

  const manyNotes = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`n${i}`, 'x']));
  test.each([
    ['less than a rupee', { amount: 99 }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['a negative amount', { amount: -100 }, 'amount'],
    ['part of a paisa', { amount: 100.5 }, 'amount'],
    ['a text', { amount: '50000' }, 'amount'],
    ['no amount', {}, 'amount'],
    ['more than the provider accepts', { amount: 2 ** 53 }, 'amount'],
    ['another currency', { amount: 50_000, currency: 'USD' }, 'currency'],
    ['a receipt of 41 characters', { amount: 50_000, receipt: 'r'.repeat(41) }, 'receipt'],
    ['a note of 257 characters', { amount: 50_000, notes: { note: 'n'.repeat(257) } }, 'notes'],
    ['sixteen notes', { amount: 50_000, notes: manyNotes }, 'notes'],
  ])('refuses %s', async (_name, request, field) => {
    const { status, json } = await standIn.api('/v1/orders', { currency: 'INR', ...request });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', reason: expect.any(String) });
    expect(String(json.error.field).split('.')[0]).toBe(field);
  });

  test('accepts the limits themselves', async () => {
    const notes = Object.fromEntries(Object.entries(manyNotes).slice(0, 15));
    const { status } = await standIn.api('/v1/orders', {
      amount: 100,
      currency: 'INR',
      receipt: 'r'.repeat(40),
      notes: { ...notes, n0: 'n'.repeat(256) },
    });
    expect(status).toBe(200);
  });

  test('refuses a body that is not JSON, is too large or has another type', async () => {
    const broken = await standIn.api('/v1/orders', '{"amount":');
    expect(broken).toMatchObject({ status: 400 });
    const long = await standIn.api('/v1/orders', JSON.stringify({ x: 'x'.repeat(70_000) }));
    expect(long.status).toBe(413);
    const form = await standIn.api('/v1/orders', 'amount=50000', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(form.status).toBe(415);
  });

  test('an unknown id is a bad request, as with the provider', async () => {
    const { status, json } = await standIn.api('/v1/orders/order_unknown');
    expect(status).toBe(400);
    expect(json.error.description).toBe('The id provided does not exist');
  });

  test('unknown paths return 404, and unknown methods 405', async () => {
    expect((await standIn.api('/v1/invoices')).status).toBe(404);
    const reply = await standIn.api('/v1/orders');
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('POST');
  });
});

describe('payments', () => {
  test('a paid order shows its payment', async () => {
    const { orderId, paymentId } = await paid(50_000);
    const order = await standIn.api(`/v1/orders/${orderId}`);
    expect(order.json).toMatchObject({
      status: 'paid',
      amount_paid: 50_000,
      amount_due: 0,
      attempts: 1,
    });
    const payment = await standIn.api(`/v1/payments/${paymentId}`);
    expect(payment.json).toMatchObject({
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
    const list = await standIn.api(`/v1/orders/${orderId}/payments`);
    expect(list.json).toEqual({ entity: 'collection', count: 1, items: [payment.json] });
  });

  test('an order without payments has an empty collection', async () => {
    const { json } = await standIn.api(`/v1/orders/${await standIn.order()}/payments`);
    expect(json).toEqual({ entity: 'collection', count: 0, items: [] });
  });

  test('a failed payment leaves the order attempted, and a later one pays it', async () => {
    const { orderId, paymentId } = await paid(50_000, {}, 'failure');
    expect((await standIn.api(`/v1/orders/${orderId}`)).json).toMatchObject({
      status: 'attempted',
      amount_paid: 0,
      attempts: 1,
    });
    expect((await standIn.api(`/v1/payments/${paymentId}`)).json).toMatchObject({
      status: 'failed',
      captured: false,
      error_code: 'BAD_REQUEST_ERROR',
      error_reason: 'payment_failed',
    });
    await standIn.call('/control/pay', { order_id: orderId });
    const list = await standIn.api(`/v1/orders/${orderId}/payments`);
    expect(list.json.items.map((item: { status: string }) => item.status)).toEqual([
      'captured',
      'failed',
    ]);
  });
});

describe('capture', () => {
  const manual = { payment: { capture: 'manual' } };

  test('captures an authorised payment, once and in full', async () => {
    const { orderId, paymentId } = await paid(50_000, manual);
    const capture = (amount: number) =>
      standIn.api(`/v1/payments/${paymentId}/capture`, { amount, currency: 'INR' });

    expect((await standIn.api(`/v1/orders/${orderId}`)).json.status).toBe('attempted');
    const part = await capture(40_000);
    expect(part).toMatchObject({ status: 400, json: { error: { field: 'amount' } } });
    expect((await capture(50_000)).json).toMatchObject({ status: 'captured', captured: true });
    expect((await standIn.api(`/v1/orders/${orderId}`)).json.status).toBe('paid');
    const again = await capture(50_000);
    expect(again.json.error.description).toBe('This payment has already been captured');
  });

  test('a failed payment cannot be captured', async () => {
    const { paymentId } = await paid(50_000, {}, 'failure');
    const { status } = await standIn.api(`/v1/payments/${paymentId}/capture`, { amount: 50_000 });
    expect(status).toBe(400);
  });
});

describe('refund', () => {
  test('refunds in parts, never more than was captured', async () => {
    const { orderId, paymentId } = await paid(50_000);
    const refund = (body: object) => standIn.api(`/v1/payments/${paymentId}/refund`, body);

    expect((await refund({ amount: 20_000, receipt: 'r-1' })).json).toMatchObject({
      id: expect.stringMatching(/^rfnd_/),
      entity: 'refund',
      amount: 20_000,
      payment_id: paymentId,
      receipt: 'r-1',
      status: 'processed',
    });
    expect((await standIn.api(`/v1/payments/${paymentId}`)).json).toMatchObject({
      status: 'captured',
      amount_refunded: 20_000,
      refund_status: 'partial',
    });
    expect((await refund({ amount: 30_001 })).status).toBe(400);
    expect((await refund({})).json.amount).toBe(30_000);
    expect((await standIn.api(`/v1/payments/${paymentId}`)).json).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      captured: true,
    });
    expect((await refund({ amount: 100 })).status).toBe(400);
    expect((await standIn.api(`/v1/orders/${orderId}`)).json.status).toBe('paid');
  });

  test('refunds once for the same idempotency key', async () => {
    const { paymentId } = await paid(50_000);
    const refund = (amount: number) =>
      standIn.api(
        `/v1/payments/${paymentId}/refund`,
        { amount },
        { 'x-refund-idempotency': 'key-1' },
      );
    const first = await refund(10_000);
    expect((await refund(10_000)).json).toEqual(first.json);
    expect((await refund(20_000)).status).toBe(400);
    expect((await standIn.api(`/v1/payments/${paymentId}`)).json.amount_refunded).toBe(10_000);
  });

  test('refuses a payment that was not captured', async () => {
    const { paymentId } = await paid(50_000, {}, 'authorized');
    expect((await standIn.api(`/v1/payments/${paymentId}/refund`, {})).status).toBe(400);
  });
});
