// The fault matrix at S7: without verify and webhook, only the reconciler can find a payment. In the world of these rows it
// asks the provider soon.
import { expect } from 'vitest';
import { isAll } from '#support/tier.ts';
import { openOwner, PART } from '../owner.ts';
import { atOnce } from '../shopper.ts';
import type { Purchase } from '../shopper.ts';
import { expectAgreement, ordersOf, sendInTurn } from './row.ts';
import type { Row, Stage } from './row.ts';

const INTERLEAVINGS = isAll ? 40 : 12;
const AT_ONCE = 4;

export const reconcileRows: Row[] = [
  {
    name: 'parts of a payment are refunded in the dashboard and no webhook comes: each recorded once, beside the owner’s refund',
    async run(stage) {
      const { standIn, books } = stage.world;
      await standIn.setFaults({ on: 'webhook', action: 'drop' });
      const purchase = await stage.paid();
      await expectAgreement(stage, [purchase]);
      const [order] = await ordersOf(stage, purchase);
      await using owner = openOwner(stage.world);
      const owns = owner.act(purchase, 'refund a part');
      await Promise.all([owns, purchase.giveBack(20_000), purchase.giveBack(30_000)]);
      expect(await owns).toBe(true);
      await expectAgreement(stage, [purchase]);
      const recorded = (await books.events([order!.id])).map(({ amount }) => amount ?? 0);
      expect(recorded.toSorted((a, b) => a - b)).toEqual([PART, 20_000, 30_000]);
    },
  },
  {
    name: 'S3, S6 and S7 at once, interleaved: one order and one e-mail each',
    always: ['sqlite'],
    async run(stage) {
      const { standIn, heal } = stage.world;
      await standIn.setFaults({ on: 'webhook', action: 'hold' });
      const purchases: Purchase[] = [];
      while (purchases.length < INTERLEAVINGS) {
        const some = await atOnce(AT_ONCE, () => stage.paid());
        await Promise.all(
          some.map(async (purchase, i) => {
            await untilChecked(stage, purchase);
            await sendInTurn(i, [
              () => purchase.verify(),
              () => standIn.releaseWebhooks(),
              () => purchase.comeBack(),
            ]);
          }),
        );
        for (const { memory } of some) expect(memory.orders.size).toBe(1);
        purchases.push(...some);
      }
      await heal();
      await expectAgreement(stage, purchases, { calm: true });
    },
  },
];

/** Resolves while the reconciler asks about this order. */
function untilChecked({ world }: Stage, { paymentOrder }: Purchase): Promise<void> {
  const text = `/orders/${paymentOrder}/payments`;
  return new Promise((resolve) => {
    world.moments.at({ proxy: 'provider', nth: 1, direction: 'there', text }, () => {
      resolve();
      return 'pass';
    });
  });
}
