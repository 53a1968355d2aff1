// The fault matrix at S7: without verify and webhook, only the reconciler can find a payment. In the world of these rows it
// asks the provider soon.
import { expect } from 'vitest';
import { isAll } from '#support/tier.ts';
import { openOwner, PART } from '../owner.ts';
import { atOnce } from '../shopper.ts';
import type { Purchase } from '../shopper.ts';
import { expectAgreement, ordersOf } from './row.ts';
import type { Row, Stage } from './row.ts';

const dashboard: Row = {
  name: 'parts of a payment are refunded in the dashboard and no webhook comes: each recorded once, beside the owner’s refund',
  async run(stage) {
    await stage.world.standIn.setFaults({ on: 'webhook', action: 'drop' });
    const purchase = await stage.paid();
    await expectAgreement(stage, [purchase]);
    const [order] = await ordersOf(stage, purchase);
    await using owner = openOwner(stage.world);
    const owns = owner.act(purchase, 'refund a part');
    await Promise.all([owns, purchase.giveBack(20_000), purchase.giveBack(30_000)]);
    expect(await owns).toBe(true);
    await expectAgreement(stage, [purchase]);
    const recorded = (await stage.world.books.events([order!.id])).map(({ amount }) => amount ?? 0);
    expect(recorded.toSorted((a, b) => a - b)).toEqual([PART, 20_000, 30_000]);
  },
};

const INTERLEAVINGS = isAll ? 40 : 12;
const AT_ONCE = 4;

const allAtOnce: Row = {
  name: 'S3, S6 and S7 at once, interleaved: one order and one e-mail each',
  always: ['sqlite'],
  async run(stage) {
    const { standIn } = stage.world;
    await standIn.setFaults({ on: 'webhook', action: 'hold' });
    const purchases: Purchase[] = [];
    while (purchases.length < INTERLEAVINGS) {
      const some = await atOnce(AT_ONCE, () => stage.paid());
      await Promise.all(some.map((purchase, i) => confirmWhileAsked(stage, purchase, i)));
      for (const { memory } of some) expect(memory.orders.size).toBe(1);
      purchases.push(...some);
    }
    await stage.world.heal();
    await expectAgreement(stage, purchases, { calm: true });
  },
};

/** Sends all other requests while the reconciler asks about this order. */
async function confirmWhileAsked({ world }: Stage, purchase: Purchase, i: number): Promise<void> {
  const text = `/orders/${purchase.paymentOrder}/payments`;
  await new Promise<void>((resolve) => {
    world.moments.at({ proxy: 'provider', nth: 1, direction: 'there', text }, () => {
      resolve();
      return 'pass';
    });
  });
  const calls = [
    () => purchase.verify(),
    () => world.standIn.releaseWebhooks(),
    () => purchase.comeBack(),
  ];
  const turned = [...calls.slice(i % 3), ...calls.slice(0, i % 3)];
  await Promise.all(turned.map((send) => send()));
}

export const reconcileRows: Row[] = [dashboard, allAtOnce];
