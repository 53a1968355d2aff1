// The fault matrix at S7: without verify and webhook, only the reconciler can find a payment. In the world of these rows it
// asks the provider soon.
import { expect } from 'vitest';
import { isAll } from '#support/tier.ts';
import { openOwner, PART } from '../owner.ts';
import type { Purchase } from '../shopper.ts';
import { atOnce, attemptOf, expectAgreement, expectNoOrder, ordersOf } from './row.ts';
import type { Row, Stage } from './row.ts';

const noWebhooks = { on: 'webhook', action: 'drop' } as const;

/** Pays a purchase so that only the reconciler can find the payment. */
async function paidWithoutWebhook(stage: Stage, how?: Record<string, unknown>): Promise<Purchase> {
  await stage.world.standIn.setFaults(noWebhooks);
  return stage.paid(how);
}

const tabClosed: Row = {
  name: 'the tab is closed after paying and no webhook comes: recorded once through the reconciler',
  async run(stage) {
    const purchases = [await paidWithoutWebhook(stage), await paidWithoutWebhook(stage)];
    await expectAgreement(stage, purchases, { calm: true });
    for (const purchase of purchases) expect(await ordersOf(stage, purchase)).toHaveLength(1);
  },
};

const providerAway: Row = {
  name: 'the provider is down while the reconciler asks: it asks again until the provider responds',
  async run(stage) {
    const purchase = await paidWithoutWebhook(stage);
    const call = 'GET /v1/orders/:id/payments';
    await stage.world.standIn.setFaults(
      { on: 'http', call, action: 'error', times: 2 },
      { on: 'http', call, action: 'drop', times: 2 },
    );
    await stage.world.standIn.crash();
    const left = async () =>
      (await stage.world.standIn.ledger()).faults.filter(({ fault }) => fault.on === 'http');
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    await expectAgreement(stage, [purchase], { calm: true });
  },
};

const late: Row = {
  name: 'a payment that failed is captured late and no webhook comes: recorded once',
  async run(stage) {
    const purchase = await paidWithoutWebhook(stage, { outcome: 'failure' });
    expect(await purchase.verify()).toMatchObject({ status: 409 });
    await purchase.settleLate();
    await expectAgreement(stage, [purchase], { calm: true });
    expect(await ordersOf(stage, purchase)).toHaveLength(1);
  },
};

const blocked: Row = {
  name: 'a payment is authorised and never captured: the reconciler captures it, and it is recorded once',
  async run(stage) {
    const purchase = await stage.paid({ outcome: 'authorized' });
    // Pending, unless the reconciler was first.
    expect([200, 409]).toContain((await purchase.verify())?.status);
    await expect.poll(() => ordersOf(stage, purchase), { timeout: 30_000 }).toHaveLength(1);
    await expectAgreement(stage, [purchase]);
  },
};

const misfit: Row = {
  name: 'another amount is captured and no webhook comes: never paid, flagged to the shop once',
  async run(stage) {
    const purchase = await paidWithoutWebhook(stage, { amount: 100 });
    await expectAgreement(stage, [purchase], { calm: true });
    await expectNoOrder(stage, purchase);
    expect((await attemptOf(stage, purchase))?.state).toBe('needs_attention');
  },
};

const surplus: Row = {
  name: 'a second payment is captured after the order and no webhook comes: flagged, refunded once',
  async run(stage) {
    const purchase = await paidWithoutWebhook(stage);
    await expectAgreement(stage, [purchase]);
    const second = await purchase.pay({ again: true });
    await expectAgreement(stage, [purchase], { calm: true });
    const paymentId = second.razorpay_payment_id;
    await using owner = openOwner(stage.world);
    const refund = async () => (await owner.refundSurplus(paymentId)).outcome;
    for (const outcome of await Promise.all([refund(), refund()])) {
      expect(outcome).toMatch(/^refunded/);
    }
    expect(await refund()).toBe('refunded before');
    const { refunds } = await stage.world.standIn.ledger();
    expect(refunds.filter(({ payment_id }) => payment_id === paymentId)).toHaveLength(1);
    await expectAgreement(stage, [purchase]);
    expect((await attemptOf(stage, purchase))?.state).toBe('paid');
  },
};

const dashboard: Row = {
  name: 'parts of a payment are refunded in the dashboard and no webhook comes: each recorded once, beside the owner’s refund',
  async run(stage) {
    const purchase = await paidWithoutWebhook(stage);
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

export const reconcileRows: Row[] = [
  tabClosed,
  providerAway,
  late,
  blocked,
  misfit,
  surplus,
  dashboard,
  allAtOnce,
];
