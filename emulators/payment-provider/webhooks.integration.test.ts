import { once } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { handDrivenTime } from '#support/payments/hand-driven-time.ts';
import type { HandDrivenTime } from '#support/payments/hand-driven-time.ts';
import { startReceiver } from '#support/payments/webhook-receiver.ts';
import type { Receiver } from '#support/payments/webhook-receiver.ts';
import { openLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { payOrder } from './pay.ts';
import type { Parts } from './pay.ts';
import { createOrder } from './rest.ts';
import { rotateSecret, webhookSignature } from './signature.ts';
import { listDeliveries, postTo, retryDelay, startCourier } from './webhooks.ts';
import type { Post } from './webhooks.ts';

let ledger: Ledger;
let receiver: Receiver;
let time: HandDrivenTime;
let courier: ReturnType<typeof startCourier> | undefined;
let parts: Parts;

beforeEach(async () => {
  ledger = openLedger(newDirectory());
  receiver = await startReceiver();
  time = handDrivenTime();
  parts = { ledger, clock: time.clock, onEvents: () => courier?.kick() };
  return async () => {
    await courier?.stop();
    courier = undefined;
    ledger.close();
    await receiver.close();
  };
});

function start(post: Post = postTo(receiver.url)) {
  courier = startCourier({ ledger, ...time, post, webhookSecret: 'first', report });
  return courier;
}

/** Declines a payment, which causes exactly one webhook, payment.failed. Returns its id. */
function decline(): string {
  const payment = { capture: 'automatic' } as const;
  const order = createOrder(parts, { amount: 50_000, currency: 'INR', notes: {}, payment });
  return payOrder(parts, { orderId: order.id, outcome: 'failure' }).id;
}

const errors: unknown[] = [];
const report = (error: unknown) => void errors.push(error);
const states = () => listDeliveries(ledger).map(({ state }) => state);

describe('a webhook that is not delivered', () => {
  test('is sent again unchanged, after twice the previous delay each time', async () => {
    receiver.answerWith(503);
    start();
    let wait = time.nextWait();
    decline();
    for (const seconds of [1, 2, 4, 8, 16, 32, 64]) {
      expect(await wait).toBe(seconds * 1_000);
      wait = time.nextWait();
      time.advance(seconds * 1_000);
    }
    await wait;

    expect(new Set(receiver.received.map(({ eventId }) => eventId)).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
    const pending = { state: 'pending', tries: 8, last_answer: 'HTTP 503' };
    expect(listDeliveries(ledger)).toMatchObject([pending]);
  });

  test('waits an hour at most', () => {
    expect([12, 13, 5_000].map(retryDelay)).toEqual([2_048_000, 3_600_000, 3_600_000]);
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

  test.each([
    ['a redirect', 302],
    ['a refusal', 400],
    ['a cut connection', 0],
  ])('is delivered once the shop is back after %s', async (_name, status) => {
    receiver.answerWith(status);
    start();
    const wait = time.nextWait();
    const payment = decline();
    expect(await wait).toBe(1_000);
    expect(states()).toEqual(['pending']);
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
  test('resets the delay of webhooks that failed before', async () => {
    receiver.answerWith(503);
    const first = start();
    let wait = time.nextWait();
    decline();
    time.advance(await wait);
    wait = time.nextWait();
    await expect.poll(() => listDeliveries(ledger)[0]?.tries).toBe(2);
    await first.stop();

    wait = time.nextWait();
    start();
    expect(await wait).toBe(1_000);
  });

  test('sends a webhook again that was under way at the stop', async () => {
    const silent = await startReceiver();
    const send = postTo(silent.url);
    const stalled = start(async (row, secret, stop) => {
      const stopped = once(stop, 'abort');
      await send(row, secret, stop);
      await stopped;
      return { accepted: true, text: 'too late' };
    });
    decline();
    stalled.kick();
    await silent.until(1);
    await stalled.stop();
    expect(states()).toEqual(['pending']);

    start();
    const [again] = await receiver.until(1);
    expect(again?.eventId).toBe(silent.received[0]?.eventId);
    await silent.close();
  });
});

test('a rotation signs new events with the new secret, and old ones with the old secret', async () => {
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

test('an error of the ledger is reported, and the webhook sent again after a second', async () => {
  ledger.db.exec(`create trigger full before update on webhook_delivery
    begin select raise(abort, 'the disk is full'); end`);
  start();
  const wait = time.nextWait();
  decline();
  expect(await wait).toBe(1_000);
  expect(errors).toMatchObject([{ message: 'the disk is full' }]);
  ledger.db.exec('drop trigger full');
  time.advance(1_000);
  await expect.poll(states).toEqual(['delivered']);
  expect(new Set(receiver.received.map(({ eventId }) => eventId)).size).toBe(1);
});

test('delivers each of many webhooks once', async () => {
  start();
  for (let i = 0; i < 30; i += 1) decline();
  const hooks = await receiver.until(30);
  expect(new Set(hooks.map(({ eventId }) => eventId)).size).toBe(30);
});
