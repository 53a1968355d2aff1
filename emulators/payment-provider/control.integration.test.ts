import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controlSecret, webhookSecret } from '#support/payments/stand-in-client.ts';
import { openStandIn, temporaryDirectory } from '#support/payments/stand-in.ts';
import type { Received, Receiver } from '#support/payments/webhook-receiver.ts';
import { startReceiver } from '#support/payments/webhook-receiver.ts';
import { webhookSignature } from './signature.ts';

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
const pay = async (request: object = {}) =>
  control('pay', { order_id: await standIn.order(), ...request });
const setFault = (fault: object) => control('faults', fault);
const ledger = async () => (await standIn.call('/control/ledger')).json;
const events = () => receiver.received.map(({ event }) => event);
const parseBody = (hook: Received | undefined) => JSON.parse(String(hook?.body));

describe('the controls', () => {
  test.each([
    ['a page', { origin: 'http://shop.example' }, 403],
    ['a browser', { 'sec-fetch-site': 'none' }, 403],
    ['a client without the secret', { authorization: '' }, 401],
    ['its beginning', { authorization: `Bearer ${controlSecret.slice(0, -1)}` }, 401],
  ])('refuse %s', async (_name, headers, status) => {
    expect((await standIn.call('/control/ledger', undefined, headers)).status).toBe(status);
  });

  test('do not exist at the address of the API and the window', async () => {
    const headers = { authorization: `Bearer ${controlSecret}` };
    for (const path of ['/control/ledger', '/test-payments/control/ledger']) {
      expect((await fetch(standIn.config.apiUrl + path, { headers })).status).toBe(404);
    }
  });
});

describe('webhooks of a payment', () => {
  test('report a success as authorised, captured and paid, each signed and with its own id', async () => {
    const { json } = await pay();
    const { id, order_id } = json.payment;
    const hooks = await receiver.until(3);
    expect(events().toSorted()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
    expect(new Set(hooks.map(({ eventId }) => eventId)).size).toBe(3);
    for (const { body, signature, headers } of hooks) {
      expect(signature).toBe(webhookSignature(body, webhookSecret));
      expect(headers['content-type']).toBe('application/json');
    }
    const payment = { entity: { id, status: 'captured', order_id } };
    const order = { entity: { id: order_id, status: 'paid', amount_due: 0 } };
    expect(parseBody(hooks.find(({ event }) => event === 'order.paid'))).toMatchObject({
      entity: 'event',
      contains: ['payment', 'order'],
      payload: { payment, order },
      created_at: expect.any(Number),
    });
    expect(parseBody(hooks.find(({ event }) => event === 'payment.authorized'))).toMatchObject({
      payload: { payment: { entity: { status: 'authorized', captured: false } } },
    });
  });

  test('report a failure, and a later success of the same payment', async () => {
    const { id } = (await pay({ outcome: 'failure' })).json.payment;
    await receiver.until(1);
    const late = await control('pay', { payment_id: id });
    expect(late.json.payment).toMatchObject({ id, status: 'captured', error_code: null });
    await receiver.until(4);
    expect(events()[0]).toBe('payment.failed');
    expect((await control('pay', { payment_id: id })).status).toBe(400);
  });

  test('report nothing for a pending payment until it is settled', async () => {
    const { id, status } = (await pay({ outcome: 'pending' })).json.payment;
    expect(status).toBe('created');
    expect((await ledger()).webhooks).toEqual([]);
    await control('pay', { payment_id: id });
    await receiver.until(3);
  });

  test('report a refund', async () => {
    const { id } = (await pay()).json.payment;
    await standIn.api(`/v1/payments/${id}/refund`, { amount: 1_000 });
    const hooks = await receiver.until(5);
    expect(parseBody(hooks.find(({ event }) => event === 'refund.processed'))).toMatchObject({
      contains: ['refund', 'payment'],
      payload: { refund: { entity: { amount: 1_000, payment_id: id } } },
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
    expect((await pay()).json.payment).toMatchObject(payment);
    const { orders, payments, faults } = await ledger();
    expect(orders[0].status).toBe(orderStatus);
    expect(payments).toHaveLength(action === 'capture-twice' ? 2 : 1);
    expect(faults).toEqual([]);
  });

  test('a second payment for a paid order must be requested with `again`', async () => {
    const { order_id } = (await pay()).json.payment;
    expect((await control('pay', { order_id })).status).toBe(400);
    expect((await control('pay', { order_id, again: true })).status).toBe(200);
    await receiver.until(5);
    expect(events().filter((event) => event === 'order.paid')).toHaveLength(1);
    expect(events().filter((event) => event === 'payment.captured')).toHaveLength(2);
  });
});

describe('faults of requests', () => {
  const create = () => standIn.api('/v1/orders', { amount: 50_000, currency: 'INR' });
  const on = { on: 'http', call: 'POST /v1/orders' };

  test('error: as often as set, and only for the named request', async () => {
    await setFault({ ...on, action: 'error', status: 502, times: 2 });
    expect((await standIn.api('/v1/orders/order_1')).status).toBe(400);
    const { status, json } = await create();
    expect(status).toBe(502);
    expect(json.error.code).toBe('SERVER_ERROR');
    expect((await create()).status).toBe(502);
    expect((await create()).status).toBe(200);
    expect((await ledger()).orders).toHaveLength(1);
  });

  test.each([
    ['before: nothing has happened', 0],
    ['after: it has happened, only the response is lost', 1],
  ])('drop %s', async (stage, orders) => {
    await setFault({ ...on, action: 'drop', stage: stage.split(':')[0], times: 1 });
    await expect(create()).rejects.toThrow('fetch failed');
    expect((await ledger()).orders).toHaveLength(orders);
  });

  test('hang: no response until the caller or the process ends', async () => {
    await setFault({ ...on, action: 'hang', times: 1 });
    const hanging = create();
    // A later request gets its response while the first one waits.
    expect((await create()).status).toBe(200);
    await Promise.all([standIn.stop(), expect(hanging).rejects.toThrow('fetch failed')]);
    standIn = await openStandIn(directory.path);
  });

  test('delay: a late response, after that of a later request', async () => {
    await setFault({ ...on, action: 'delay', delay_ms: 100, times: 1 });
    const responses: unknown[] = [];
    const delayed = create().then(({ status }) => responses.push(status));
    await standIn.api('/v1/orders/order_1').then(({ status }) => responses.push(status));
    await delayed;
    expect(responses).toEqual([400, 200]);
  });

  test('do not affect the controls', async () => {
    await setFault({ on: 'http', action: 'error' });
    expect((await create()).status).toBe(503);
    expect((await control('clear-faults')).json).toEqual({ faults: [] });
    expect((await create()).status).toBe(200);
  });

  test.each([
    ['an unknown route', { ...on, call: 'POST /v1/order', action: 'drop' }],
    ['an unknown action', { ...on, action: 'explode' }],
    ['a misspelt field', { ...on, action: 'drop', time: 1 }],
  ])('%s is refused', async (_name, fault) => {
    expect((await setFault(fault)).status).toBe(400);
    expect((await ledger()).faults).toEqual([]);
  });
});

describe('faults of webhooks', () => {
  test('drop: never sent', async () => {
    await setFault({ on: 'webhook', event: 'order.paid', action: 'drop' });
    await pay();
    await receiver.until(2);
    expect(events()).not.toContain('order.paid');
    const dropped = { event: 'order.paid', state: 'dropped' };
    expect((await ledger()).webhooks.at(-1)).toMatchObject(dropped);
  });

  test('hold: sent when released, in any order', async () => {
    await setFault({ on: 'webhook', action: 'hold' });
    await pay();
    await control('release-webhooks', { events: ['order.paid'] });
    await receiver.until(1);
    const { json } = await control('release-webhooks', { events: ['payment.captured'] });
    expect(json.released).toMatchObject([{ event: 'payment.captured' }]);
    await receiver.until(2);
    await control('release-webhooks');
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
    const signedWith = (hook: Received | undefined) =>
      ['new secret', webhookSecret].find(
        (secret) => hook && webhookSignature(hook.body, secret) === hook.signature,
      );
    await control('rotate-webhook-secret', { secret: 'new secret' });
    await pay({ outcome: 'failure' });
    expect(signedWith((await receiver.until(1))[0])).toBe('new secret');
    await control('clear-faults');
    await pay({ outcome: 'failure' });
    expect(signedWith((await receiver.until(2))[1])).toBe(webhookSecret);
  });
});
