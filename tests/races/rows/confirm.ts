// The fault matrix at S3 and S4: the browser's verify, and the order that is recorded.
import { expect } from 'vitest';
import { webhookSecret } from '#support/payments/stand-in-client.ts';
import { isAll } from '#support/tier.ts';
import { call } from '../shopper.ts';
import { windowSignature } from '../../../src/server/payments/razorpay.ts';
import { atOnce, attemptOf, expectAgreement, expectNoOrder, ordersOf, timesLogged } from './row.ts';
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

const forged: Row = {
  name: "a signature forged, cut or swapped, or another account's payment order: 4xx, nothing written, logged",
  async run(stage) {
    const { world, accounts } = stage;
    const purchase = await stage.paid({ outcome: 'pending' });
    const other = await stage.paid({ outcome: 'pending' });
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = purchase.window!;
    const signedBy = (secret: string) =>
      windowSignature(razorpay_order_id, razorpay_payment_id, secret);
    const logged = timesLogged(world, 'verify: wrong signature');
    const forgeries: Record<string, string>[] = [
      { razorpay_signature: signedBy('a guess') },
      { razorpay_signature: signedBy(webhookSecret) },
      { razorpay_signature: razorpay_signature.slice(0, -1) },
      { razorpay_signature: razorpay_signature.toUpperCase() },
      { razorpay_signature: '' },
      { razorpay_signature: other.window!.razorpay_signature },
      { razorpay_payment_id: other.window!.razorpay_payment_id },
      { razorpay_order_id: other.window!.razorpay_order_id },
      { razorpay_order_id: 'order_nobody' },
    ];
    for (const change of forgeries) {
      const reply = await purchase.verify(change);
      expect(`${JSON.stringify(change)} → ${reply?.status}`).toMatch(/ → 4\d\d$/);
      const back = await purchase.comeBack(change);
      expect(back?.headers.get('location')).toBe('/deliveryform?payment=refused');
    }
    const stranger = accounts.find(({ email }) => email !== purchase.account.email)!;
    const stolen = { from: stranger, body: purchase.window! };
    const asked = `/payments/orders/${razorpay_order_id}`;
    expect((await call(world.origin, 'POST', '/payments/verify', stolen))?.status).toBe(404);
    expect((await call(world.origin, 'GET', asked, { from: stranger }))?.status).toBe(404);
    expect(timesLogged(world, 'verify: wrong signature')).toBeGreaterThan(logged);
    await expectNoOrder(stage, purchase);
    await expectNoOrder(stage, other);
    expect((await attemptOf(stage, purchase))?.state).toBe('paying');
    await expectAgreement(stage, [purchase, other]);
  },
};

const notCaptured: Row = {
  name: 'a valid signature of a payment that was not captured: kept as pending, never paid',
  async run(stage) {
    const failed = await stage.paid({ outcome: 'failure' });
    const hanging = await stage.paid({ outcome: 'pending' });
    for (const purchase of [failed, hanging]) {
      const reply = await purchase.verify();
      expect(reply).toMatchObject({ status: 409, body: { code: 'payment-pending' } });
      expect((await purchase.ask())?.body).toEqual({ status: 'pending' });
      await expectNoOrder(stage, purchase);
    }
    await expectAgreement(stage, [failed, hanging]);
  },
};

const otherAmount: Row = {
  name: 'a valid signature of a payment of another amount: never paid, flagged to the shop once',
  async run(stage) {
    const purchase = await stage.paid({ amount: 100 });
    const replies = await atOnce(5, () => purchase.verify());
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 409, body: { code: 'payment-attention' } });
    }
    expect((await purchase.ask())?.body).toEqual({ status: 'attention' });
    expect((await attemptOf(stage, purchase))?.state).toBe('needs_attention');
    await expectNoOrder(stage, purchase);
    await expectAgreement(stage, [purchase]);
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

const capturedTwice: Row = {
  name: 'two payments captured for one payment order: one order, the surplus flagged for refund',
  async run(stage) {
    const purchase = await stage.begun();
    const first = await purchase.pay();
    const second = await purchase.pay({ again: true });
    const replies = await Promise.all([
      purchase.verify(),
      purchase.verify({ ...first }),
      purchase.ask(),
    ]);
    expect(replies.map((reply) => reply?.status)).toEqual([200, 200, 200]);
    expect(await ordersOf(stage, purchase)).toHaveLength(1);
    await expectAgreement(stage, [purchase]);
    const flags = [first, second].map((one) => `payment:${one.razorpay_payment_id}:attention`);
    const mails = await stage.world.books.mails(flags);
    expect(mails).toHaveLength(1);
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
  forged,
  notCaptured,
  otherAmount,
  acknowledgementLost,
  commitUnheard,
  capturedTwice,
  uniqueKeys,
];
