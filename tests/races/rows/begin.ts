// The fault matrix at S1: the request that begins a payment.
import { expect } from 'vitest';
import { isAll } from '#support/tier.ts';
import { atOnce } from '../shopper.ts';
import { expectAgreement, oneGarland } from './row.ts';
import type { Row } from './row.ts';

const IDENTICAL = isAll ? 50 : 20;

export const beginRows: Row[] = [
  {
    name: 'identical S1 at once create one attempt and one payment order; another body is refused',
    always: ['sqlite', 'postgres'],
    async run(stage) {
      const { standIn, books } = stage.world;
      const purchase = stage.purchase();
      // A busy machine responds 503 in time, so the request is repeated.
      const begin = async () => {
        let reply = await purchase.begin();
        while (reply?.status === 503) reply = await purchase.begin();
        return reply;
      };
      const replies = await atOnce(IDENTICAL, begin);
      expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([200]));
      expect(purchase.memory.paymentOrders.size).toBe(1);
      const [attempt] = await books.attempts([purchase.paymentOrder!]);
      const atProvider = async () =>
        (await standIn.ledger()).orders.filter(({ receipt }) => receipt === attempt?.receipt);
      expect(await atProvider()).toHaveLength(1);

      const items = [{ ...oneGarland.items[0], quantity: 2 }];
      const other = await purchase.begin({ ...purchase.payload(), items, totalAmount: 1_998 });
      expect([409, 422]).toContain(other?.status);
      expect(await atProvider()).toHaveLength(1);
      expect(await books.attempts([purchase.paymentOrder!])).toEqual([attempt]);
      await purchase.pay();
      await purchase.verify();
      await expectAgreement(stage, [purchase]);
    },
  },
  {
    name: 'the provider drops the connection after it has acted in S1: a clear failure, and the retry finds the same attempt',
    always: ['sqlite'],
    async run(stage) {
      const { standIn, books } = stage.world;
      const before = await books.attempts();
      const creating = { on: 'http', call: 'POST /v1/orders', times: 1 } as const;
      await standIn.setFaults({ ...creating, action: 'drop', stage: 'after' });
      const purchase = stage.purchase();
      const failure = await purchase.begin();
      expect(failure).toMatchObject({
        status: 503,
        body: { detail: expect.stringContaining('no money was taken') },
      });
      expect(failure?.headers.get('retry-after')).toMatch(/^\d+$/);

      expect((await purchase.begin())?.status).toBe(200);
      expect(await books.attempts()).toHaveLength(before.length + 1);
      await purchase.pay();
      expect((await purchase.verify())?.status).toBe(200);
      await expectAgreement(stage, [purchase]);
    },
  },
];
