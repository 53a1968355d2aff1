// Refunds of orders and of flagged payments, through the payment stand-in.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnBothDatabases, describeOnSqlite } from '#support/databases/databases.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import type { Database } from '../platform/database/schema.ts';
import { ProviderUnavailable } from './provider.ts';
import type { PaymentProvider } from './provider.ts';
import { createRazorpayClient } from './razorpay.ts';
import { recordPartialRefund } from './record-refund.ts';
import { refundOrder, refundPayment } from './refund.ts';
import type { RefundRequest } from './refund.ts';
import { settlePayment } from './settle.ts';

const now = new Date('2026-11-14T12:45:00.000Z');
const clock = () => now;
const DASHBOARD = { idempotencyKey: 'the-dashboard' };

let standIn: StandIn;
let provider: PaymentProvider;
beforeAll(async () => {
  standIn = await startStandIn('http://127.0.0.1:9/nowhere');
  provider = createRazorpayClient(standIn.config);
});
afterEach(() => standIn.clearFaults());
afterAll(() => standIn.stop());

/** Accepts a refund, but does not process it at once. */
const slow = (): PaymentProvider => ({
  ...provider,
  refundPayment: async (...args) => ({
    ...(await provider.refundPayment(...args)),
    status: 'pending',
  }),
});
const loseResponse = () => {
  const call = 'POST /v1/payments/:id/refund';
  return standIn.setFaults({ on: 'http', call, action: 'drop', stage: 'after', times: 1 });
};

/** Begins an attempt; captures and settles one payment of it for each of `amounts`, in order. */
async function sell(db: Database, ...amounts: number[]) {
  const orderId = await standIn.order(99_900);
  const attempt = await beginAttempt(db, { now, providerOrderId: orderId });
  const payments: string[] = [];
  for (const amount of amounts) {
    const { razorpay_payment_id: id } = await standIn.pay(orderId, { amount, again: true });
    await settlePayment(db, clock, { ...attempt, amount, id });
    payments.push(id);
  }
  const order = await db.selectFrom('shop_order').select('id').executeTakeFirst();
  const [first = '', last = first] = payments;
  return {
    attempt,
    orderId: order?.id ?? '',
    payments: [first, last] as const,
    refund: (request?: RefundRequest, by = provider) =>
      refundOrder({ db, clock, provider: by }, order?.id ?? '', request),
    refundSurplus: (paymentId = last, by = provider) =>
      refundPayment({ db, clock, provider: by }, paymentId),
    /** Records a partial refund as its webhook does. */
    hear: (part: { id: string; amount: number }) =>
      recordPartialRefund(db, clock, part, { ...attempt, id: first }),
  };
}

/** Resolves to the refunds of a payment at the provider. */
const refundsFor = async (paymentId: string) =>
  (await standIn.ledger()).refunds.filter(({ payment_id }) => payment_id === paymentId);

async function written(db: Database) {
  const [attempt, events, surplus, emails] = await Promise.all([
    db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow(),
    db.selectFrom('order_event').select('amount').orderBy('amount').execute(),
    db.selectFrom('surplus_payment').selectAll().execute(),
    db.selectFrom('mail').selectAll().where('kind', '=', 'payment-refund').execute(),
  ]);
  const { state, next_check_at } = attempt;
  return { state, next_check_at, amounts: events.map(({ amount }) => amount), surplus, emails };
}

describeOnBothDatabases('a refund', (open) => {
  it('of an order’s whole amount is made once, however often and at the same time it is requested', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    const tries = [...(await Promise.all([refund(), refund()])), await refund()];
    expect(await refundsFor(payments[0])).toMatchObject([{ amount: 99_900 }]);
    for (const each of tries) {
      expect(each).toMatchObject({ amount: 99_900, left: 0, isNotified: true });
    }
    expect(tries[2]?.outcome).toBe('refunded before');
    const { state, amounts, emails } = await written(db);
    expect({ state, amounts, emails }).toMatchObject({
      state: 'refunded',
      amounts: [99_900],
      emails: [{}],
    });
  });

  it('of a surplus payment is made once, however often and at the same time it is requested', async () => {
    const { db } = await open();
    const { refundSurplus, payments } = await sell(db, 99_900, 99_900);
    const payment_id = payments[1];
    const tries = [
      ...(await Promise.all([refundSurplus(), refundSurplus()])),
      await refundSurplus(),
    ];
    const [made, ...others] = await refundsFor(payment_id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ amount: 99_900 });
    for (const each of tries) expect(each).toMatchObject({ amount: 99_900, refundId: made?.id });
    expect(tries[2]?.outcome).toBe('refunded before');

    const { state, surplus, emails } = await written(db);
    expect(state).toBe('paid');
    const refunded_at = now.toISOString();
    expect(surplus).toMatchObject([
      { payment_id, state: 'refunded', refund_id: made?.id, refunded_at },
    ]);
    const dedupe_key = `payment:${payment_id}:refund`;
    expect(emails).toMatchObject([{ dedupe_key, recipient: 'kavya@shopper.example' }]);
    expect(JSON.parse(emails[0]?.payload ?? '')).toMatchObject({ isOrderRefunded: false });
  });
});

describeOnSqlite('refundOrder', (open) => {
  it('refunds a part once, the same amount again only if that is requested, and then the rest', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    const part = { amount: 25_000 };
    const [one, two] = await Promise.all([refund(part), refund(part)]);
    const [{ id: refundId } = { id: '' }, ...others] = await refundsFor(payments[0]);
    expect(others).toEqual([]);
    for (const each of [one, two]) expect(each).toMatchObject({ refundId });
    const again = { outcome: 'refunded before', refundId, left: 74_900, times: 1 };
    expect(await refund(part)).toMatchObject(again);
    expect(await refund({ ...part, times: 3 })).toEqual({
      outcome: 'refused',
      because: 'not the next time',
      amount: 25_000,
      already: 1,
    });
    const second = { outcome: 'refunded', amount: 25_000, left: 49_900 };
    expect(await refund({ ...part, times: 2 })).toMatchObject(second);
    expect(await refund({ ...part, times: 2 })).toMatchObject({ outcome: 'refunded before' });
    expect(await refund({ amount: 10_050 })).toMatchObject({ outcome: 'refunded', left: 39_850 });
    expect(await refund()).toMatchObject({ outcome: 'refunded', amount: 39_850, left: 0 });
    const { state, amounts, emails } = await written(db);
    expect({ state, amounts }).toEqual({
      state: 'refunded',
      amounts: [10_050, 25_000, 25_000, 39_850],
    });
    expect(emails).toHaveLength(4);
    const made = (await refundsFor(payments[0])).map(({ amount }) => amount);
    expect(made.toSorted((a, b) => a - b)).toEqual(amounts);
  });

  it('refunds the second half as the rest', async () => {
    const { db } = await open();
    const { refund } = await sell(db, 99_900);
    await refund({ amount: 49_950 });
    expect(await refund()).toMatchObject({ outcome: 'refunded', amount: 49_950, left: 0 });
    const { state, amounts } = await written(db);
    expect({ state, amounts }).toEqual({ state: 'refunded', amounts: [49_950, 49_950] });
  });

  it('continues after a lost response, also when the webhook came first', async () => {
    const { db } = await open();
    const { refund, hear, payments } = await sell(db, 99_900);
    await loseResponse();
    await expect(refund({ amount: 25_000 })).rejects.toBeInstanceOf(ProviderUnavailable);
    const [made] = await refundsFor(payments[0]);
    const refunded = { outcome: 'refunded', refundId: made?.id };
    expect(await refund({ amount: 25_000 })).toMatchObject(refunded);
    await loseResponse();
    await expect(refund({ amount: 10_000 })).rejects.toBeInstanceOf(ProviderUnavailable);
    await hear((await refundsFor(payments[0])).find(({ amount }) => amount === 10_000)!);
    expect(await refund({ amount: 10_000 })).toMatchObject({ outcome: 'refunded before' });
    expect(await refundsFor(payments[0])).toHaveLength(2);
    expect(await written(db)).toMatchObject({ amounts: [10_000, 25_000], emails: [{}, {}] });
  });

  it('records a full refund that was made in the provider’s dashboard', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    await provider.refundPayment(payments[0], { amount: 99_900, ...DASHBOARD });
    const before = { outcome: 'refunded before', amount: 99_900, left: 0, refundId: undefined };
    expect(await refund({ amount: 25_000 })).toMatchObject(before);
    expect(await refundsFor(payments[0])).toHaveLength(1);
    expect(await written(db)).toMatchObject({ state: 'refunded', amounts: [99_900], emails: [{}] });
  });

  it('refuses to refund more than is left, or what the provider refuses', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    const [paymentId] = payments;
    const tooMuch = { outcome: 'refused', because: 'more than is left', paid: 99_900 };
    const more = await refund({ amount: 99_901 });
    expect(more).toEqual({ ...tooMuch, amount: 99_901, left: 99_900 });
    const second = await refund({ amount: 100, times: 2 });
    expect(second).toMatchObject({ because: 'not the next time', already: 0 });
    await refund({ amount: 90_000 });
    expect(await refund({ amount: 10_000 })).toEqual({ ...tooMuch, amount: 10_000, left: 9_900 });
    // The shop has not heard of this part.
    await provider.refundPayment(paymentId, { amount: 5_000, ...DASHBOARD });
    expect(await refund()).toEqual({
      outcome: 'refused',
      because: 'provider refused',
      paymentId,
      status: 'captured',
      description: expect.stringContaining('greater than'),
    });
    expect(await refundsFor(paymentId)).toHaveLength(2);
    expect(await written(db)).toMatchObject({ state: 'paid', amounts: [90_000], emails: [{}] });
    const unknown = await refundOrder({ db, clock, provider }, 'MA-0000000000');
    expect(unknown).toEqual({ outcome: 'refused', because: 'unknown order' });
  });
});

describeOnSqlite('refundPayment', (open) => {
  it('ends an attempt once all of its payments are refunded, and flags one that comes later', async () => {
    const { db } = await open();
    const { attempt, payments, refundSurplus } = await sell(db, 100, 200);
    for (const [payment, state] of [
      [payments[0], 'needs_attention'],
      [payments[1], 'refunded'],
    ] as const) {
      await refundSurplus(payment);
      expect((await written(db)).state).toBe(state);
    }
    const late = await settlePayment(db, clock, { ...attempt, id: 'pay_late' });
    expect(late).toMatchObject({ outcome: 'attention' });
    const { state, surplus } = await written(db);
    expect(state).toBe('refunded');
    expect(surplus.find((row) => row.payment_id === 'pay_late')?.state).toBe('flagged');
  });

  it('continues after a lost response, and records a refund that was made in the dashboard', async () => {
    const { db } = await open();
    const { payments, refundSurplus } = await sell(db, 100, 200);
    await loseResponse();
    await expect(refundSurplus(payments[0])).rejects.toBeInstanceOf(ProviderUnavailable);
    expect((await written(db)).surplus).toMatchObject([{ state: 'flagged' }, { state: 'flagged' }]);
    const [made, ...others] = await refundsFor(payments[0]);
    expect(others).toEqual([]);
    const refunded = { outcome: 'refunded', refundId: made?.id };
    expect(await refundSurplus(payments[0])).toMatchObject(refunded);
    expect(await refundsFor(payments[0])).toHaveLength(1);

    await provider.refundPayment(payments[1], { amount: 200, ...DASHBOARD });
    const elsewhere = await refundSurplus(payments[1]);
    expect(elsewhere).toMatchObject({ outcome: 'refunded', refundId: undefined });
    expect(await refundsFor(payments[1])).toHaveLength(1);
    expect(await written(db)).toMatchObject({ state: 'refunded', emails: [{}, {}] });
  });

  it('refuses a payment that was not flagged, and reports the provider’s reason when it refuses', async () => {
    const { db } = await open();
    const { orderId, payments, refundSurplus } = await sell(db, 99_900, 200);
    const refused = { outcome: 'refused', because: 'not flagged' };
    expect(await refundSurplus(payments[0])).toEqual({ ...refused, orderId });
    const unknown = await refundSurplus('pay_of_another_shop');
    expect(unknown).toEqual({ ...refused, orderId: undefined });
    expect(await refundsFor(payments[0])).toEqual([]);
    await provider.refundPayment(payments[1], { amount: 100, ...DASHBOARD });
    expect(await refundSurplus()).toMatchObject({
      because: 'provider refused',
      description: expect.stringContaining('greater than'),
    });
    expect(await written(db)).toMatchObject({ state: 'paid', emails: [] });
  });
});

describeOnSqlite('a refund that the provider does not process at once', (open) => {
  it.each(['an order', 'a payment'])('of %s is recorded once it is processed', async (what) => {
    const { db } = await open();
    const { payments, refund, refundSurplus } = await sell(db, what === 'an order' ? 99_900 : 100);
    const request = (by = provider) =>
      what === 'an order' ? refund({ amount: 25_000 }, by) : refundSurplus(payments[0], by);
    const next_check_at = '2026-12-01T00:00:00.000Z';
    await db.updateTable('payment_attempt').set({ next_check_at }).execute();
    const { state } = await written(db);
    expect(await request(slow())).toMatchObject({ outcome: 'pending' });
    const unchanged = { state, amounts: [], emails: [], next_check_at: now.toISOString() };
    expect(await written(db)).toMatchObject(unchanged);
    expect(await request()).toMatchObject({ outcome: 'refunded' });
    expect(await refundsFor(payments[0])).toHaveLength(1);
  });

  it('of either kind is refused if it failed', async () => {
    const { db } = await open();
    const { payments, refund, refundSurplus } = await sell(db, 99_900, 200);
    const failing: PaymentProvider = {
      ...provider,
      refundPayment: async (paymentId, { amount }) => ({
        id: 'rfnd_1',
        paymentId,
        amount,
        status: 'failed',
      }),
    };
    const refused = { outcome: 'refused', because: 'failed at provider', refundId: 'rfnd_1' };
    expect(await refund({}, failing)).toEqual({ ...refused, paymentId: payments[0] });
    const surplus = await refundSurplus(payments[1], failing);
    expect(surplus).toEqual({ ...refused, paymentId: payments[1] });
    expect(await written(db)).toMatchObject({ state: 'paid', emails: [] });
  });
});
