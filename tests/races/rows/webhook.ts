// The fault matrix at S6: the webhooks of the provider.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { keySecret, webhookSecret } from '#support/payments/stand-in-client.ts';
import { webhookSignature } from '../../../src/server/payments/razorpay.ts';
import { call } from '../shopper.ts';
import type { Purchase } from '../shopper.ts';
import { NEXT_WEBHOOK_SECRET } from '../world.ts';
import type { World } from '../world.ts';
import { atOnce, attemptOf, expectAgreement, expectNoOrder, ordersOf, timesLogged } from './row.ts';
import type { Row } from './row.ts';

const DAY_S = 86_400;
const patiently = { timeout: 30_000 };

/** Returns an event of a paid purchase, in the format of the provider. */
function eventOf(purchase: Purchase, event: string, daysAgo: number): string {
  const { razorpay_order_id, razorpay_payment_id } = purchase.window!;
  const status = event.replace('payment.', '');
  const at = Math.floor(Date.now() / 1000) - daysAgo * DAY_S;
  const entity = {
    id: razorpay_payment_id,
    entity: 'payment',
    order_id: razorpay_order_id,
    amount: purchase.memory.amount,
    currency: 'INR',
    status,
    created_at: at,
  };
  const payload = { payment: { entity } };
  return JSON.stringify({ entity: 'event', event, contains: ['payment'], payload, created_at: at });
}

/** Sends an event with this signature directly to the shop, not through the stand-in. */
function deliver({ origin }: World, body: string, signature: string, id: string = randomUUID()) {
  const headers = { 'x-razorpay-event-id': id, 'x-razorpay-signature': signature };
  return call(origin, 'POST', '/payments/webhook', { body, headers });
}

const signed = (body: string) => webhookSignature(Buffer.from(body), webhookSecret);

const tabClosed: Row = {
  name: 'the tab is closed after paying, no S3: recorded once through the webhook',
  async run(stage) {
    const purchase = await stage.paid();
    await expectAgreement(stage, [purchase], { calm: true });
    expect(await ordersOf(stage, purchase)).toHaveLength(1);
  },
};

const COPIES = 10;
/** The events of a payment, the last one first. */
const events = ['order.paid', 'payment.captured', 'payment.authorized'];

const tenTimes: Row = {
  name: 'every webhook ten times and out of order: idempotent',
  always: ['sqlite'],
  async run(stage) {
    const { standIn, moments } = stage.world;
    const pending = async () =>
      (await standIn.ledger()).webhooks.filter(({ state }) => state === 'pending').length;
    const delivered = async ({ paymentOrder }: Purchase) =>
      (await standIn.ledger()).webhooks.filter(
        ({ order_id, state }) => order_id === paymentOrder && state === 'delivered',
      ).length;
    let taken = 0;
    const isTaken = { proxy: 'webhooks', direction: 'back', text: 'HTTP/1.1 200' } as const;

    // Webhooks that other rows left pending do not count.
    await expect.poll(pending, patiently).toBe(0);
    await standIn.setFaults({ on: 'webhook', action: 'duplicate', copies: COPIES });
    const stop = moments.watch(isTaken, () => (taken += 1));
    const repeated = await stage.paid();
    await expect.poll(() => delivered(repeated), patiently).toBe(events.length);
    expect(taken).toBe(COPIES * events.length);
    await standIn.clearFaults();

    await standIn.setFaults({ on: 'webhook', action: 'hold' });
    const reversed = await stage.paid();
    for (const [i, event] of events.entries()) {
      await standIn.releaseWebhooks(event);
      await expect.poll(() => delivered(reversed), patiently).toBe(i + 1);
      expect((await attemptOf(stage, reversed))?.state).toBe('paid');
    }
    expect(taken).toBe(COPIES * events.length + events.length);
    stop();
    await expectAgreement(stage, [repeated, reversed], { calm: true });
    for (const purchase of [repeated, reversed]) {
      expect(await ordersOf(stage, purchase)).toHaveLength(1);
    }
  },
};

const lateAndFailed: Row = {
  name: 'failed, then captured, with webhooks in any order: the state only moves forward',
  async run(stage) {
    const { standIn } = stage.world;
    await standIn.setFaults({ on: 'webhook', action: 'hold' });
    const purchase = await stage.paid({ outcome: 'failure' });
    await purchase.settleLate();
    await standIn.clearFaults();
    await standIn.releaseWebhooks();
    await expectAgreement(stage, [purchase]);
    for (const event of ['payment.failed', 'payment.authorized', 'payment.captured']) {
      const old = eventOf(purchase, event, 0);
      expect((await deliver(stage.world, old, signed(old)))?.status).toBe(200);
      expect((await attemptOf(stage, purchase))?.state).toBe('paid');
    }
    await expectAgreement(stage, [purchase], { calm: true });
  },
};

const daysLate: Row = {
  name: 'a webhook arrives five days late and ten times at once: recorded once',
  async run(stage) {
    const { standIn } = stage.world;
    await standIn.setFaults({ on: 'webhook', action: 'hold' });
    const purchase = await stage.paid();
    const body = eventOf(purchase, 'payment.captured', 5);
    const replies = await atOnce(10, (i) =>
      deliver(stage.world, body, signed(body), i < 5 ? 'evt_the_same' : `evt_other_${i}`),
    );
    expect(replies.map((reply) => reply?.status)).toEqual(Array(10).fill(200));
    await expectAgreement(stage, [purchase], { calm: true });
    await stage.world.heal();
  },
};

const rotated: Row = {
  name: 'the webhook secret is rotated: signatures with either secret are accepted',
  async run(stage) {
    const { standIn } = stage.world;
    await standIn.setFaults({ on: 'webhook', action: 'hold' });
    const before = await stage.paid();
    await standIn.clearFaults();
    await standIn.rotateWebhookSecret(NEXT_WEBHOOK_SECRET);
    const after = await stage.paid();
    await standIn.releaseWebhooks();
    await expectAgreement(stage, [before, after], { calm: true });
    await stage.world.heal();
  },
};

const forged: Row = {
  name: 'a forged webhook, or one changed on the way: 4xx, nothing written, logged',
  async run(stage) {
    const { world } = stage;
    const purchase = await stage.paid({ outcome: 'pending' });
    const body = eventOf(purchase, 'payment.captured', 0);
    const refused = 'webhook: missing or wrong signature';
    const logged = timesLogged(world, refused);
    const forgeries = [
      [body, webhookSignature(Buffer.from(body), 'a guess')],
      [body, webhookSignature(Buffer.from(body), keySecret)],
      [body, signed(body).slice(0, -2)],
      [body, ''],
      [`${body} `, signed(body)],
    ] as const;
    for (const [sent, signature] of forgeries) {
      const id = `evt_forged_${purchase.paymentOrder}`;
      expect((await deliver(world, sent, signature, id))?.status).toBe(400);
    }
    await expectNoOrder(stage, purchase);
    expect((await attemptOf(stage, purchase))?.state).toBe('paying');
    expect(
      await world.books.run(
        `select event_id from provider_event where event_id like 'evt_forged_${purchase.paymentOrder}%'`,
      ),
    ).toEqual([]);
    expect(timesLogged(world, refused)).toBe(logged + forgeries.length);
  },
};

export const webhookRows: Row[] = [tabClosed, tenTimes, lateAndFailed, daysLate, rotated, forged];
