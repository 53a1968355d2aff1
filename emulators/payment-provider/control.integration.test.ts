import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { webhookSignature } from './signature.ts';
import {
  controlSecret,
  keyId,
  keySecret,
  webhookSecret,
} from '#support/payments/stand-in-client.ts';
import { openStandIn, temporaryDirectory } from '#support/payments/stand-in.ts';
import type { Receiver } from '#support/payments/webhook-receiver.ts';
import { startReceiver } from '#support/payments/webhook-receiver.ts';

let directory: ReturnType<typeof temporaryDirectory>;
let receiver: Receiver;
let standIn: Awaited<ReturnType<typeof openStandIn>>;

beforeEach(async () => {
  directory = temporaryDirectory();
  receiver = await startReceiver();
  standIn = await openStandIn(directory.path, receiver.url);
});
afterEach(async () => {
  await standIn.stop();
  await receiver.close();
  directory.remove();
});

const control = (path: string, body: unknown = {}) => standIn.call(`/control/${path}`, body);
const setFault = (fault: object) => control('faults', fault);
const ledger = async () => (await standIn.call('/control/ledger')).json;
const events = () => receiver.received.map(({ event }) => event);

describe('the controls', () => {
  test.each([
    ['a page', { origin: 'http://shop.example' }],
    ['a browser', { 'sec-fetch-site': 'none' }],
  ])('return 403 to %s', async (_name, headers) => {
    expect((await standIn.call('/control/ledger', undefined, headers)).status).toBe(403);
  });

  test.each([
    ['none', ''],
    ['the key of the API', `Basic ${btoa(`${keyId}:${keySecret}`)}`],
    ['another', 'Bearer guessed'],
    ['its beginning', `Bearer ${controlSecret.slice(0, -1)}`],
  ])('return 401 for a wrong secret: %s', async (_name, authorization) => {
    const { status } = await standIn.call('/control/ledger', undefined, { authorization });
    expect(status).toBe(401);
  });

  test('do not exist at the address of the API and the window', async () => {
    const { apiUrl } = standIn.config;
    const headers = { authorization: `Bearer ${controlSecret}` };
    for (const path of ['/control/ledger', '/test-payments/control/ledger']) {
      expect((await fetch(apiUrl + path, { headers })).status).toBe(404);
    }
  });
});

describe('webhooks of a payment', () => {
  test('report a success as authorised, captured and paid, each signed and with its own id', async () => {
    const orderId = await standIn.order();
    const { json } = await control('pay', { order_id: orderId });
    const hooks = await receiver.until(3);
    expect(events().toSorted()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
    expect(new Set(hooks.map(({ eventId }) => eventId)).size).toBe(3);
    for (const { body, signature } of hooks) {
      expect(signature).toBe(webhookSignature(body, webhookSecret));
    }
    const paid = JSON.parse(String(hooks.find(({ event }) => event === 'order.paid')?.body));
    expect(paid).toMatchObject({
      entity: 'event',
      contains: ['payment', 'order'],
      payload: {
        payment: { entity: { id: json.payment.id, status: 'captured', order_id: orderId } },
        order: { entity: { id: orderId, status: 'paid', amount_due: 0 } },
      },
      created_at: expect.any(Number),
    });
    const authorized = hooks.find(({ event }) => event === 'payment.authorized');
    expect(JSON.parse(String(authorized?.body)).payload).toMatchObject({
      payment: { entity: { status: 'authorized', captured: false } },
    });
  });

  test('report a failure, and a later success of the same payment', async () => {
    const orderId = await standIn.order();
    const failed = await control('pay', { order_id: orderId, outcome: 'failure' });
    await receiver.until(1);
    const late = await control('pay', { payment_id: failed.json.payment.id });
    expect(late.json.payment).toMatchObject({
      id: failed.json.payment.id,
      status: 'captured',
      error_code: null,
    });
    await receiver.until(4);
    expect(events()[0]).toBe('payment.failed');
    const twice = await control('pay', { payment_id: failed.json.payment.id });
    expect(twice.status).toBe(400);
  });

  test('report nothing for a pending payment until it is settled', async () => {
    const orderId = await standIn.order();
    const pending = await control('pay', { order_id: orderId, outcome: 'pending' });
    expect(pending.json.payment).toMatchObject({ status: 'created', captured: false });
    expect((await ledger()).webhooks).toEqual([]);
    await control('pay', { payment_id: pending.json.payment.id });
    await receiver.until(3);
  });

  test('report a refund', async () => {
    const { json } = await control('pay', { order_id: await standIn.order() });
    await standIn.api(`/v1/payments/${json.payment.id}/refund`, { amount: 1_000 });
    await receiver.until(5);
    const refund = receiver.received.find(({ event }) => event === 'refund.processed');
    expect(JSON.parse(String(refund?.body))).toMatchObject({
      contains: ['refund', 'payment'],
      payload: { refund: { entity: { amount: 1_000, payment_id: json.payment.id } } },
    });
  });
});

describe('faults of payments', () => {
  test.each([
    ['authorize', { status: 'authorized', amount: 135_830 }, 'attempted'],
    ['fail', { status: 'failed', amount: 135_830 }, 'attempted'],
    ['wrong-amount', { status: 'captured', amount: 100 }, 'attempted'],
    ['capture-twice', { status: 'captured', amount: 135_830 }, 'paid'],
  ])('%s', async (action, payment, orderStatus) => {
    await setFault({ on: 'payment', action, times: 1 });
    const orderId = await standIn.order();
    const { json } = await control('pay', { order_id: orderId });
    expect(json.payment).toMatchObject(payment);
    const dump = await ledger();
    expect(dump.orders[0].status).toBe(orderStatus);
    expect(dump.payments).toHaveLength(action === 'capture-twice' ? 2 : 1);
    expect(dump.faults).toEqual([]);
  });

  test('a second payment for a paid order must be requested with `again`', async () => {
    const orderId = await standIn.order();
    await control('pay', { order_id: orderId });
    expect((await control('pay', { order_id: orderId })).status).toBe(400);
    expect((await control('pay', { order_id: orderId, again: true })).status).toBe(200);
    await receiver.until(5);
    expect(events().filter((event) => event === 'order.paid')).toHaveLength(1);
    expect(events().filter((event) => event === 'payment.captured')).toHaveLength(2);
  });
});

describe('faults of calls', () => {
  const create = () => standIn.api('/v1/orders', { amount: 50_000, currency: 'INR' });
  const on = { on: 'http', call: 'POST /v1/orders' };

  test('error: as often as set, and only for the named call', async () => {
    await setFault({ ...on, action: 'error', status: 502, times: 2 });
    expect((await standIn.api('/v1/orders/order_1')).status).toBe(400);
    const { status, json } = await create();
    expect(status).toBe(502);
    expect(json.error.code).toBe('SERVER_ERROR');
    expect((await create()).status).toBe(502);
    expect((await create()).status).toBe(200);
    expect((await ledger()).orders).toHaveLength(1);
  });

  test('drop: nothing has happened', async () => {
    await setFault({ ...on, action: 'drop', times: 1 });
    await expect(create()).rejects.toThrow('fetch failed');
    expect((await ledger()).orders).toHaveLength(0);
  });

  test('drop after: it has happened, only the response is lost', async () => {
    await setFault({ ...on, action: 'drop', stage: 'after', times: 1 });
    await expect(create()).rejects.toThrow('fetch failed');
    expect((await ledger()).orders).toHaveLength(1);
  });

  test('hang: no response until the caller or the process ends', async () => {
    await setFault({ ...on, action: 'hang', times: 1 });
    const hanging = create();
    // A later call gets its response while the first one waits.
    expect((await create()).status).toBe(200);
    await Promise.all([standIn.stop(), expect(hanging).rejects.toThrow('fetch failed')]);
    standIn = await openStandIn(directory.path);
  });

  test('delay: a late response', async () => {
    await setFault({ ...on, action: 'delay', delay_ms: 20, times: 1 });
    expect((await create()).status).toBe(200);
  });

  test('do not affect the controls', async () => {
    await setFault({ on: 'http', action: 'error' });
    expect((await create()).status).toBe(503);
    expect((await control('clear-faults')).json).toEqual({ faults: [] });
    expect((await create()).status).toBe(200);
  });

  test.each([
    ['an unknown call', { ...on, call: 'POST /v1/order', action: 'drop' }],
    ['an unknown action', { ...on, action: 'explode' }],
    ['a misspelt field', { ...on, action: 'drop', time: 1 }],
  ])('%s is refused', async (_name, fault) => {
    expect((await setFault(fault)).status).toBe(400);
    expect((await ledger()).faults).toEqual([]);
  });
});

describe('faults of webhooks', () => {
  const pay = async () => control('pay', { order_id: await standIn.order() });

  test('drop: never sent', async () => {
    await setFault({ on: 'webhook', event: 'order.paid', action: 'drop' });
    await pay();
    await receiver.until(2);
    expect(events()).not.toContain('order.paid');
    expect((await ledger()).webhooks.at(-1)).toMatchObject({
      event: 'order.paid',
      state: 'dropped',
    });
  });

  test('hold: sent when released, in any order', async () => {
    await setFault({ on: 'webhook', action: 'hold' });
    await pay();
    await control('release-webhooks', { events: ['order.paid'] });
    await receiver.until(1);
    await control('release-webhooks', { events: ['payment.captured'] });
    await receiver.until(2);
    const { json } = await control('release-webhooks');
    expect(json.released).toMatchObject([{ event: 'payment.authorized' }]);
    await receiver.until(3);
    expect(events()).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
  });

  test('duplicate: the same event several times', async () => {
    await setFault({ on: 'webhook', event: 'payment.captured', action: 'duplicate', copies: 4 });
    await pay();
    const hooks = await receiver.until(6);
    const captured = hooks.filter(({ event }) => event === 'payment.captured');
    expect(captured).toHaveLength(4);
    expect(new Set(captured.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test('reorder: the last comes first', async () => {
    await setFault({ on: 'webhook', action: 'reorder' });
    await pay();
    await receiver.until(3);
    expect(events()).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
  });

  test('a rotated secret signs later events until it is cleared', async () => {
    const signedWith = (index: number) => {
      const { body, signature } = receiver.received[index] ?? { body: Buffer.of(), signature: '' };
      return ['new secret', webhookSecret].find((one) => webhookSignature(body, one) === signature);
    };
    const fail = async () =>
      control('pay', { order_id: await standIn.order(), outcome: 'failure' });

    await control('rotate-webhook-secret', { secret: 'new secret' });
    await fail();
    await receiver.until(1);
    expect(signedWith(0)).toBe('new secret');
    await control('clear-faults');
    await fail();
    await receiver.until(2);
    expect(signedWith(1)).toBe(webhookSecret);
  });
});
