import { beforeEach, describe, expect, test } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { controlSecret, webhookSecret } from '#support/payments/stand-in-client.ts';
import { openStandIn } from '#support/payments/stand-in.ts';
import { startReceiver } from '#support/payments/webhook-receiver.ts';
import type { Received, Receiver } from '#support/payments/webhook-receiver.ts';
import { webhookSignature } from './signature.ts';

let receiver: Receiver;
let standIn: Awaited<ReturnType<typeof openStandIn>>;

beforeEach(async () => {
  receiver = await startReceiver();
  standIn = await openStandIn(newDirectory(), receiver.url);
  return async () => {
    await standIn.stop();
    await receiver.close();
  };
});

const control = (path: string, body: unknown = {}) => standIn.call(`/control/${path}`, body);
const pay = async (request: object = {}) =>
  control('pay', { order_id: await standIn.order(), ...request });
const setFault = (fault: object) => control('faults', fault);
const ledger = async () => (await standIn.call('/control/ledger')).json;
/** Resolves to the names of the first events, once so many have come. */
const events = async (count: number) => (await receiver.until(count)).map(({ event }) => event);
const payloads = () =>
  Object.fromEntries(receiver.received.map(({ event, body }) => [event, JSON.parse(String(body))]));

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
  const success = ['order.paid', 'payment.authorized', 'payment.captured'];

  test('report a success as authorised, captured and paid, and a refund, each signed and with its own id', async () => {
    const { id, order_id } = (await pay()).json.payment;
    await standIn.api(`/v1/payments/${id}/refund`, { amount: 1_000 });
    const hooks = await receiver.until(5);
    expect((await events(5)).toSorted()).toEqual([
      ...success,
      'refund.created',
      'refund.processed',
    ]);
    expect(new Set(hooks.map(({ eventId }) => eventId)).size).toBe(5);
    for (const { body, signature, headers } of hooks) {
      expect(signature).toBe(webhookSignature(body, webhookSecret));
      expect(headers['content-type']).toBe('application/json');
    }
    const payment = { entity: { id, status: 'captured', order_id } };
    const order = { entity: { id: order_id, status: 'paid', amount_due: 0 } };
    const refund = { entity: { amount: 1_000, payment_id: id } };
    const authorized = { entity: { status: 'authorized', captured: false } };
    const about = { entity: 'event', created_at: expect.any(Number) };
    expect(payloads()).toMatchObject({
      'order.paid': { ...about, contains: ['payment', 'order'], payload: { payment, order } },
      'payment.authorized': { payload: { payment: authorized } },
      'refund.processed': { contains: ['refund', 'payment'], payload: { refund } },
    });
  });

  test.each([
    ['a failure', 'failure', 'failed', ['payment.failed']],
    ['nothing of a pending payment', 'pending', 'created', []],
  ])('report %s, and its later success once', async (_what, outcome, status, first) => {
    const { json } = await pay({ outcome });
    expect(json.payment.status).toBe(status);
    expect(await events(first.length)).toEqual(first);
    const { id } = json.payment;
    const late = await control('pay', { payment_id: id });
    expect(late.json.payment).toMatchObject({ id, status: 'captured', error_code: null });
    const later = (await events(first.length + 3)).slice(first.length);
    expect(later.toSorted()).toEqual(success);
    expect((await control('pay', { payment_id: id })).status).toBe(400);
  });

  test('report a second payment of a paid order, which must be requested with `again`', async () => {
    const { order_id } = (await pay()).json.payment;
    expect((await control('pay', { order_id })).status).toBe(400);
    expect((await control('pay', { order_id, again: true })).status).toBe(200);
    const recorded = (await ledger()).webhooks.map(({ event }: { event: string }) => event);
    expect(recorded.toSorted()).toEqual([...success, ...success.slice(1)].toSorted());
  });
});

test('a dispute is reported step by step, of the whole payment unless an amount is given', async () => {
  const { id: payment_id, amount } = (await pay()).json.payment;
  await control('dispute', { payment_id });
  await control('dispute', { payment_id, step: 'lost', amount: 100 });
  expect((await control('dispute', { payment_id: 'pay_1' })).status).toBe(400);
  expect((await control('dispute', { payment_id, step: 'noted' })).status).toBe(400);
  await receiver.until(5);
  const { 'payment.dispute.created': created, 'payment.dispute.lost': lost } = payloads();
  expect(created.contains).toEqual(['payment', 'dispute']);
  expect(created.payload).toMatchObject({
    payment: { entity: { id: payment_id } },
    dispute: { entity: { payment_id, amount, status: 'open' } },
  });
  const { id } = created.payload.dispute.entity;
  expect(lost.payload.dispute.entity).toMatchObject({ id, amount: 100, status: 'lost' });
});

describe('faults of requests', () => {
  const create = () => standIn.api('/v1/orders', { amount: 50_000, currency: 'INR' });
  const on = { on: 'http', call: 'POST /v1/orders' };

  test('error: as often as set, and only for the named request', async () => {
    await setFault({ ...on, action: 'error', status: 502, times: 2 });
    expect((await standIn.api('/v1/orders/order_1')).status).toBe(400);
    const error = { status: 502, json: { error: { code: 'SERVER_ERROR' } } };
    expect([await create(), await create()]).toMatchObject([error, error]);
    expect((await create()).status).toBe(200);
    expect((await ledger()).orders).toHaveLength(1);
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ])('drop %s the request has acted', async (stage, orders) => {
    await setFault({ ...on, action: 'drop', stage, times: 1 });
    await expect(create()).rejects.toThrow('fetch failed');
    expect((await ledger()).orders).toHaveLength(orders);
  });

  test('hang: no response until the caller or the process ends', async () => {
    await setFault({ ...on, action: 'hang', times: 1 });
    const hanging = create();
    // A later request gets its response while the first one waits.
    expect((await create()).status).toBe(200);
    await Promise.all([standIn.stop(), expect(hanging).rejects.toThrow('fetch failed')]);
  });

  test('delay: a late response, after that of a later request', async () => {
    await setFault({ ...on, action: 'delay', delay_ms: 100, times: 1 });
    const responses: unknown[] = [];
    const delayed = create().then(({ status }) => responses.push(status));
    await standIn.api('/v1/orders/order_1').then(({ status }) => responses.push(status));
    await delayed;
    expect(responses).toEqual([400, 200]);
  });

  test('of any request last until they are cleared, and do not affect the controls', async () => {
    await setFault({ on: 'http', action: 'error' });
    expect((await create()).status).toBe(503);
    expect((await control('clear-faults')).json).toEqual({ faults: [] });
    expect((await create()).status).toBe(200);
  });

  test.each([
    ['an unknown route', { ...on, call: 'POST /v1/order', action: 'drop' }],
    ['an unknown action', { ...on, action: 'explode' }],
    ['a misspelt field', { ...on, action: 'drop', time: 1 }],
  ])('with %s are refused', async (_name, fault) => {
    expect((await setFault(fault)).status).toBe(400);
    expect((await ledger()).faults).toEqual([]);
  });
});

describe('faults of webhooks', () => {
  test.each([
    ['drop: never sent', { action: 'drop' }, 0],
    ['duplicate: the same event several times', { action: 'duplicate', copies: 4 }, 4],
  ])('%s', async (_what, fault, times) => {
    await setFault({ on: 'webhook', event: 'order.paid', ...fault });
    await pay();
    const hooks = await receiver.until(2 + times);
    const paid = hooks.filter(({ event }) => event === 'order.paid');
    expect(paid).toHaveLength(times);
    expect(new Set(paid.map(({ eventId }) => eventId)).size).toBe(Math.min(times, 1));
    const state = times === 0 ? 'dropped' : 'delivered';
    await expect.poll(async () => (await ledger()).webhooks.at(-1).state).toBe(state);
  });

  test.each([
    ['delay: sent later', { action: 'delay', event: 'payment.authorized', delay_ms: 300 }],
    ['reorder: the last comes first', { action: 'reorder' }],
  ])('%s', async (_what, fault) => {
    await setFault({ on: 'webhook', ...fault });
    await pay();
    expect((await events(3)).at(-1)).toBe('payment.authorized');
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
    expect(await events(3)).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
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
