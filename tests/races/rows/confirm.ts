// The fault matrix at S3, S4 and S6: the browser's verify, the provider's webhooks, and the order that is recorded.
import { expect } from 'vitest';
import { isAll } from '#support/tier.ts';
import { atOnce } from '../shopper.ts';
import type { Purchase } from '../shopper.ts';
import { attemptOf, expectAgreement, ordersOf } from './row.ts';
import type { Row } from './row.ts';

const repliesLost: Row = {
  name: 'S3 is sent 20 times and its responses are lost: the same order id each time',
  always: ['sqlite'],
  async run(stage) {
    const { moments } = stage.world;
    const purchase = await stage.paid();
    for (let i = 0; i < 10; i += 1) {
      moments.at({ proxy: 'shoppers', nth: 1, direction: 'back' }, () => 'lose');
      expect(await purchase.verify()).toBeUndefined();
    }
    const replies = await atOnce(10, () => purchase.verify());
    expect(replies.map((reply) => reply?.status)).toEqual(Array(10).fill(200));
    expect(purchase.memory.orders.size).toBe(1);
    await expectAgreement(stage, [purchase]);
  },
};

const INTERLEAVINGS = isAll ? 100 : 12;

const interleaved: Row = {
  name: 'S3, S6 and the status request at once, interleaved: one order and one e-mail each',
  always: ['sqlite', 'postgres'],
  async run(stage) {
    const { standIn } = stage.world;
    await standIn.setFaults({ on: 'webhook', action: 'hold' });
    const purchases = [];
    for (let i = 0; i < INTERLEAVINGS; i += 1) {
      const purchase = await stage.paid();
      const calls = [
        () => purchase.verify(),
        () => standIn.releaseWebhooks(),
        () => purchase.ask(),
        () => purchase.comeBack(),
      ];
      // Each request is sent first in turn.
      const turned = [...calls.slice(i % 4), ...calls.slice(0, i % 4)];
      await Promise.all(turned.map((send) => send()));
      expect(purchase.memory.orders.size).toBe(1);
      purchases.push(purchase);
    }
    await stage.world.heal();
    await expectAgreement(stage, purchases, { calm: true });
  },
};

const patiently = { timeout: 30_000 };
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
    const count = () =>
      moments.at({ proxy: 'webhooks', nth: 1, direction: 'back', text: 'HTTP/1.1 200' }, () => {
        taken += 1;
        count();
        return 'pass';
      });

    // Webhooks that other rows left pending do not count.
    await expect.poll(pending, patiently).toBe(0);
    await standIn.setFaults({ on: 'webhook', action: 'duplicate', copies: COPIES });
    count();
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
    await expectAgreement(stage, [repeated, reversed], { calm: true });
    for (const purchase of [repeated, reversed]) {
      expect(await ordersOf(stage, purchase)).toHaveLength(1);
    }
  },
};

const acknowledgementLost: Row = {
  name: 'the process dies between the commit and its response: the retry finds the commit',
  async run(stage) {
    const { world } = stage;
    const purchase = await stage.paid();
    world.moments.at({ proxy: 'shoppers', nth: 1, direction: 'back' }, () => {
      for (const shop of world.shops) shop.kill();
      return 'lose';
    });
    expect(await purchase.verify()).toBeUndefined();
    const [recorded] = await ordersOf(stage, purchase);
    expect(recorded).toBeDefined();
    await world.up();
    expect((await purchase.verify())?.body).toEqual({ orderId: recorded?.id });
    await expectAgreement(stage, [purchase], { emailsLater: true });
  },
};

const commitUnheard: Row = {
  name: 'PostgreSQL commits and its acknowledgement is lost: the retry finds the commit',
  always: ['postgres'],
  on: ({ kind }) => kind === 'postgres',
  async run(stage) {
    const { world } = stage;
    await world.standIn.setFaults({ on: 'webhook', action: 'hold' });
    const purchase = await stage.paid();
    world.moments.at({ proxy: 'database', nth: 1, direction: 'there', text: 'commit' }, () => {
      world.moments.at(
        { proxy: 'database', nth: 1, direction: 'back', text: 'COMMIT' },
        () => 'lose',
      );
      return 'pass';
    });
    expect((await purchase.verify())?.status).toBe(503);
    const [recorded] = await ordersOf(stage, purchase);
    expect(recorded).toBeDefined();
    expect((await purchase.verify())?.body).toEqual({ orderId: recorded?.id });
    await world.heal();
    await expectAgreement(stage, [purchase]);
  },
};

const uniqueKeys: Row = {
  name: 'a second order for the same payment, payment order or attempt violates a unique key',
  async run(stage) {
    const { books } = stage.world;
    const purchase = await stage.paid();
    await purchase.verify();
    await expectAgreement(stage, [purchase]);
    const [order] = await ordersOf(stage, purchase);
    const columns = ['attempt_id', 'provider_order_id', 'provider_payment_id'];
    for (const kept of columns) {
      const copied = columns.map((column) => (column === kept ? column : `'another ${column}'`));
      const copy = `insert into shop_order
        (id, ${columns.join(', ')}, user_id, email, amount, currency, snapshot, placed_at)
        select 'MA-COPY', ${copied.join(', ')}, user_id, email, amount, currency, snapshot, placed_at
          from shop_order where id = '${order?.id}'`;
      await expect(books.run(copy)).rejects.toThrow(/unique/i);
    }
  },
};

export const confirmRows: Row[] = [
  repliesLost,
  interleaved,
  tenTimes,
  acknowledgementLost,
  commitUnheard,
  uniqueKeys,
];
