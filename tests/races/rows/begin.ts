// The fault matrix at S1: the request that begins a payment.
import { expect } from 'vitest';
import { isAll } from '#support/tier.ts';
import { call } from '../shopper.ts';
import type { Fault } from '#support/payments/stand-in-client.ts';
import { atOnce, expectAgreement, expectNoOrder, oneGarland } from './row.ts';
import type { Row, Stage } from './row.ts';

const IDENTICAL = isAll ? 50 : 20;

const identical: Row = {
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
    const other = await purchase.begin({ ...purchase.request(), items, totalAmount: 1_998 });
    expect([409, 422]).toContain(other?.status);
    expect(await atProvider()).toHaveLength(1);
    expect(await books.attempts([purchase.paymentOrder!])).toEqual([attempt]);
    await purchase.pay();
    await purchase.verify();
    await expectAgreement(stage, [purchase]);
  },
};

/** The shop's own limit is five seconds (`razorpay.integration.test.ts`), the provider hangs for 30: the rest is slack. */
const CLEAR_WITHIN_MS = 15_000;
const creating = { on: 'http', call: 'POST /v1/orders', times: 1 } as const;
const actsThenDrops = 'drops the connection after it has acted';
const providerFaults: [string, Fault][] = [
  ['drops the connection', { ...creating, action: 'drop' }],
  [actsThenDrops, { ...creating, action: 'drop', stage: 'after' }],
  ['returns 500', { ...creating, action: 'error', status: 500 }],
  ['returns 503 after it has acted', { ...creating, action: 'error', status: 503, stage: 'after' }],
  ['hangs', { ...creating, action: 'hang' }],
];

const providerFails: Row[] = providerFaults.map(([name, fault]) => ({
  name: `the provider ${name} in S1: a clear failure, and the retry finds the same attempt`,
  ...(name === actsThenDrops && { always: ['sqlite'] as const }),
  run: (stage) => failClearly(stage, fault),
}));

async function failClearly(stage: Stage, fault: Fault): Promise<void> {
  const { standIn, books } = stage.world;
  const attempts = async () => (await books.attempts()).length;
  const before = await attempts();
  await standIn.setFaults(fault);
  const purchase = stage.purchase();
  const began = performance.now();
  const failure = await purchase.begin();
  if (fault.action === 'hang') expect(performance.now() - began).toBeLessThan(CLEAR_WITHIN_MS);
  expect(failure).toMatchObject({
    status: 503,
    body: { detail: expect.stringContaining('no money was taken') },
  });
  expect(failure?.headers.get('retry-after')).toMatch(/^\d+$/);

  expect((await purchase.begin())?.status).toBe(200);
  expect(await attempts()).toBe(before + 1);
  await purchase.pay();
  expect((await purchase.verify())?.status).toBe(200);
  await expectAgreement(stage, [purchase]);
}

const line = { productId: '3', selectedVersion: 'adult', quantity: 1 };
const wrongNumbers = ['-1', '0', '1.5', 'NaN', 'Infinity', '1e308', '"1"', '9007199254740992'];
const tampered: [string, string][] = [
  ...wrongNumbers.map((value): [string, string] => ['total', `{"totalAmount":${value}}`]),
  ...wrongNumbers.map((value): [string, string] => [
    'quantity',
    `{"items":[{"productId":"3","selectedVersion":"adult","quantity":${value}}]}`,
  ]),
  ['price', '{"totalAmount":998.99}'],
  ['price', '{"totalAmount":998.995}'],
  ['version', JSON.stringify({ items: [{ ...line, selectedVersion: 'baby' }] })],
  ['version', JSON.stringify({ items: [{ ...line, productId: '2' }] })],
  ['version', JSON.stringify({ items: [{ ...line, selectedVersion: 'kids' }] })],
  ['product', JSON.stringify({ items: [{ ...line, productId: '99' }] })],
  ['product', JSON.stringify({ items: [{ ...line, productId: '__proto__' }] })],
  ['coupon', '{"couponCode":"LUCKY50"}'],
  ['coupon', '{"couponCode":"LUCKY99"}'],
  ['coupon', '{"couponCode":"DAIRY10"}'],
  ['coupon', '{"couponCode":50}'],
];

const prices: Row = {
  name: "price, quantity, version or coupon tampered with: 4xx, and only the server's price counts",
  async run(stage) {
    const { world } = stage;
    const purchase = stage.purchase();
    const from = purchase.account;
    const before = await world.books.run('select count(*) as n from payment_attempt');
    for (const [what, change] of tampered) {
      const [, members] = /^\{(.*)\}$/s.exec(change) ?? [];
      const { delivery, ...rest } = purchase.request();
      // The later of two equal names counts, so values that JSON.stringify cannot write can be sent too.
      const body = `{${JSON.stringify({ ...rest, delivery }).slice(1, -1)},${members}}`;
      const reply = await call(world.origin, 'POST', '/payments/orders', { from, body });
      expect(`${what} ${change} → ${reply?.status}`).toMatch(/ → 4\d\d$/);
    }
    expect(await world.books.run('select count(*) as n from payment_attempt')).toEqual(before);
    expect((await purchase.begin())?.body.amount).toBe(99_900);
    await expectNoOrder(stage, purchase);
  },
};

const snapshot: Row = {
  name: 'the cart is edited in another tab between S1 and S3: the snapshot of S1 is recorded',
  async run(stage) {
    const first = await stage.begun({ ...oneGarland, couponCode: 'SAVE15' });
    await first.pay();
    const { account } = first;
    const edited = await editedCart(stage);
    // The other fields of the specification's payload, as an edited cart would send them.
    await first.verify({ totalAmount: 1, items: [], couponCode: 'LUCKY50', delivery: {} });
    await expectAgreement(stage, [first, edited]);
    const reply = await call(stage.world.origin, 'GET', `/orders/${account.email}`, {
      from: account,
    });
    const [id] = first.memory.orders;
    const shown = reply?.body.find((order: Record<string, unknown>) => order['_id'] === id);
    expect(shown).toMatchObject({
      amountPaid: 849.15,
      originalAmount: 999,
      couponApplied: 'SAVE15',
      quantity: 1,
    });
  },
};

/** Begins a second purchase with another cart, which is never paid. */
async function editedCart(stage: Stage) {
  return stage.begun({ items: [{ productId: '5', selectedVersion: 'kids', quantity: 3 }] });
}

export const beginRows: Row[] = [identical, ...providerFails, prices, snapshot];
