import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listDeliveries } from './ledger/deliveries.ts';
import type { Ledger } from './ledger.ts';
import { openLedger } from './ledger.ts';
import { createOrder } from './payments/create-order.ts';
import type { Parts } from './payments/parts.ts';
import { payOrder } from './pay.ts';
import { webhookSignature } from './signature.ts';
import type { HandDrivenTime } from '#support/payments/hand-driven-time.ts';
import { handDrivenTime } from '#support/payments/hand-driven-time.ts';
import { temporaryDirectory } from '#support/payments/stand-in.ts';
import type { Receiver } from '#support/payments/webhook-receiver.ts';
import { startReceiver } from '#support/payments/webhook-receiver.ts';
import type { Courier } from './webhooks.ts';
import { startCourier } from './webhooks.ts';
import { postTo } from './webhooks/post-event.ts';
import { rotateSecret } from './webhooks/secret.ts';

let directory: ReturnType<typeof temporaryDirectory>;
let ledger: Ledger;
let receiver: Receiver;
let time: HandDrivenTime;
let courier: Courier | undefined;
let parts: Parts;

beforeEach(async () => {
  directory = temporaryDirectory();
  ledger = openLedger(directory.path);
  receiver = await startReceiver();
  time = handDrivenTime();
  parts = { ledger, clock: time.clock, onEvents: () => courier?.kick() };
});
afterEach(async () => {
  await courier?.stop();
  courier = undefined;
  ledger.close();
  await receiver.close();
  directory.remove();
});

function start(): void {
  const post = postTo(receiver.url, 5_000);
  courier = startCourier({ ledger, ...time, post, webhookSecret: 'first' });
}

/** Declines a payment, which causes exactly one webhook, payment.failed. Returns its id. */
function decline(): string {
  const order = createOrder(parts, {
    amount: 50_000,
    currency: 'INR',
    notes: {},
    payment: { capture: 'automatic' },
  });
  return payOrder(parts, { orderId: order.id, outcome: 'failure' }).id;
}

const states = () => listDeliveries(ledger).map(({ state }) => state);

describe('a webhook that is not delivered', () => {
  test('is sent again unchanged, after twice the previous delay each time', async () => {
    receiver.answerWith(503);
    start();
    let wait = time.nextWait();
    decline();
    const waits: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      waits.push(await wait);
      wait = time.nextWait();
      time.advance(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]);
    await wait;

    expect(new Set(receiver.received.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
    expect(listDeliveries(ledger)).toMatchObject([
      { state: 'pending', tries: 8, last_answer: 'HTTP 503' },
    ]);
  });

  test.each([
    ['a redirect', 302],
    ['a refusal', 400],
    ['a cut connection', 0],
  ])('is tried again after %s', async (_name, status) => {
    receiver.answerWith(status);
    start();
    const wait = time.nextWait();
    decline();
    expect(await wait).toBe(1_000);
    expect(states()).toEqual(['pending']);
  });

  test('is given up after a day', async () => {
    receiver.answerWith(503);
    start();
    const wait = time.nextWait();
    decline();
    await wait;
    time.advance(24 * 60 * 60 * 1_000);
    await expect.poll(states).toEqual(['abandoned']);
    expect(receiver.received).toHaveLength(2);
  });

  test('is delivered once the shop is back', async () => {
    receiver.answerWith(503);
    start();
    const wait = time.nextWait();
    const payment = decline();
    await wait;
    receiver.answerWith(204);
    time.advance(1_000);
    const [, second] = await receiver.until(2);
    expect(JSON.parse(String(second?.body))).toMatchObject({
      event: 'payment.failed',
      payload: { payment: { entity: { id: payment, status: 'failed' } } },
    });
  });
});

describe('a start', () => {
  test('delivers the webhooks of an earlier run', async () => {
    decline();
    decline();
    expect(states()).toEqual(['pending', 'pending']);
    start();
    await receiver.until(2);
  });

  test('resets the delay of webhooks that failed before', async () => {
    receiver.answerWith(503);
    start();
    let wait = time.nextWait();
    decline();
    for (let tries = 0; tries < 5; tries += 1) {
      const due = await wait;
      wait = time.nextWait();
      time.advance(due);
    }
    expect(await wait).toBe(32_000);
    await courier?.stop();

    wait = time.nextWait();
    start();
    expect(await wait).toBe(1_000);
  });

  test('sends a webhook again that was under way at the stop', async () => {
    const silent = await startReceiver();
    let asked = 0;
    const post = postTo(silent.url, 5_000);
    const stalled = startCourier({
      ledger,
      ...time,
      webhookSecret: 'first',
      post: (row, secret, stop) => {
        asked += 1;
        return Promise.race([
          post(row, secret, stop).then(() => once(stop, 'abort')),
          once(stop, 'abort'),
        ]).then(() => ({ taken: true, text: 'too late' }));
      },
    });
    decline();
    stalled.kick();
    await silent.until(1);
    await stalled.stop();
    expect(asked).toBe(1);
    expect(states()).toEqual(['pending']);

    start();
    const [again] = await receiver.until(1);
    expect(again?.eventId).toBe(silent.received[0]?.eventId);
    await silent.close();
  });
});

describe('signatures', () => {
  test('cover the bytes as sent', async () => {
    start();
    decline();
    const [hook] = await receiver.until(1);
    expect(hook?.signature).toBe(webhookSignature(hook?.body ?? Buffer.of(), 'first'));
    expect(hook?.headers['content-type']).toBe('application/json');
  });

  test('use the old secret for old events and the new one for new events after a rotation', async () => {
    const before = decline();
    rotateSecret(ledger, 'second', 'first');
    const after = decline();
    rotateSecret(ledger, 'third', 'first');
    start();
    const hooks = await receiver.until(2);
    const secrets = Object.fromEntries(
      hooks.map(({ body, signature }) => [
        JSON.parse(String(body)).payload.payment.entity.id,
        ['first', 'second', 'third'].find((one) => webhookSignature(body, one) === signature),
      ]),
    );
    expect(secrets).toEqual({ [before]: 'first', [after]: 'second' });
  });
});

test('delivers each of many webhooks once', async () => {
  start();
  for (let i = 0; i < 30; i += 1) decline();
  const hooks = await receiver.until(30);
  expect(new Set(hooks.map(({ eventId }) => eventId)).size).toBe(30);
});
