// The fault matrix at S3, S4 and S6: the browser's verify, the provider's webhooks, and the order that is recorded.
import { expect } from 'vitest';
import { isAll } from '#support/tier.ts';
import { atOnce } from '../shopper.ts';
import type { Purchase } from '../shopper.ts';
import { attemptOf, expectAgreement, ordersOf, sendInTurn, untilAllSent } from './row.ts';
import type { Row } from './row.ts';

const INTERLEAVINGS = isAll ? 100 : 12;
const COPIES = 10;
/** The events of a payment, the last one first. */
const events = ['order.paid', 'payment.captured', 'payment.authorized'];
const patiently = { timeout: 30_000 };

export const confirmRows: Row[] = [
  {
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
  },
  {
    name: 'S3, S6 and the status request at once, interleaved: one order and one e-mail each',
    always: ['sqlite', 'postgres'],
    async run(stage) {
      const { standIn } = stage.world;
      await standIn.setFaults({ on: 'webhook', action: 'hold' });
      const purchases = [];
      for (let i = 0; i < INTERLEAVINGS; i += 1) {
        const purchase = await stage.paid();
        await sendInTurn(i, [
          () => purchase.verify(),
          () => standIn.releaseWebhooks(),
          () => purchase.ask(),
          () => purchase.comeBack(),
        ]);
        expect(purchase.memory.orders.size).toBe(1);
        purchases.push(purchase);
      }
      await stage.world.heal();
      await expectAgreement(stage, purchases, { calm: true });
    },
  },
  {
    name: 'every webhook ten times and out of order: idempotent',
    always: ['sqlite'],
    async run(stage) {
      const { standIn, moments } = stage.world;
      const countWebhooks = async (wanted: string, purchase?: Purchase) =>
        (await standIn.ledger()).webhooks.filter(
          ({ order_id, state }) =>
            state === wanted && (purchase === undefined || order_id === purchase.paymentOrder),
        ).length;
      let accepted = 0;
      const isAccepted = { proxy: 'webhooks', direction: 'back', text: 'HTTP/1.1 200' } as const;
      const count = () =>
        moments.at({ ...isAccepted, nth: 1 }, () => {
          accepted += 1;
          count();
          return 'pass';
        });

      // Webhooks that other rows left pending do not count.
      await expect.poll(() => countWebhooks('pending'), patiently).toBe(0);
      await standIn.setFaults({ on: 'webhook', action: 'duplicate', copies: COPIES });
      count();
      const repeated = await stage.paid();
      await expect.poll(() => countWebhooks('delivered', repeated), patiently).toBe(events.length);
      expect(accepted).toBe(COPIES * events.length);
      await standIn.clearFaults();

      await standIn.setFaults({ on: 'webhook', action: 'hold' });
      const reversed = await stage.paid();
      for (const [i, event] of events.entries()) {
        await standIn.releaseWebhooks(event);
        await expect.poll(() => countWebhooks('delivered', reversed), patiently).toBe(i + 1);
        expect((await attemptOf(stage, reversed))?.state).toBe('paid');
      }
      expect(accepted).toBe(COPIES * events.length + events.length);
      await expectAgreement(stage, [repeated, reversed], { calm: true });
      for (const purchase of [repeated, reversed]) {
        expect(await ordersOf(stage, purchase)).toHaveLength(1);
      }
    },
  },
  {
    name: 'the process dies between the commit and its response: the retry finds the commit',
    async run(stage) {
      const { world } = stage;
      const purchase = await stage.paid();
      world.moments.at({ proxy: 'shoppers', nth: 1, direction: 'back' }, () => {
        world.killShops();
        return 'lose';
      });
      expect(await purchase.verify()).toBeUndefined();
      const [recorded] = await ordersOf(stage, purchase);
      expect(recorded).toBeDefined();
      await world.up();
      expect((await purchase.verify())?.body).toEqual({ orderId: recorded?.id });
      await expectAgreement(stage, [purchase], { emailsLater: true });
    },
  },
  {
    name: 'PostgreSQL commits and its acknowledgement is lost: the retry finds the commit',
    always: ['postgres'],
    on: ({ kind }) => kind === 'postgres',
    async run(stage) {
      const { standIn, moments, heal } = stage.world;
      // The mail worker commits as well.
      await untilAllSent(stage);
      await standIn.setFaults({ on: 'webhook', action: 'hold' });
      const purchase = await stage.paid();
      moments.at({ proxy: 'database', nth: 1, direction: 'there', text: 'commit' }, () => {
        const acknowledgement = { proxy: 'database', direction: 'back', text: 'COMMIT' } as const;
        moments.at({ ...acknowledgement, nth: 1 }, () => 'lose');
        return 'pass';
      });
      expect((await purchase.verify())?.status).toBe(503);
      const [recorded] = await ordersOf(stage, purchase);
      expect(recorded).toBeDefined();
      expect((await purchase.verify())?.body).toEqual({ orderId: recorded?.id });
      await heal();
      await expectAgreement(stage, [purchase]);
    },
  },
];
