// Refunds of orders on both databases, through the payment stand-in.
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import type { Schema } from '../platform/database/schema.ts';
import { settlePayment } from './settle.ts';
import type { PaymentProvider } from './provider.ts';
import { ProviderUnavailable } from './provider.ts';
import { createRazorpayClient } from './razorpay.ts';
import { recordPartialRefund } from './record-refund.ts';
import { refundOrder } from './refund.ts';
import type { RefundRequest } from './refund.ts';

const REFUND = 'POST /v1/payments/:id/refund';
const now = new Date('2026-11-14T12:45:00.000Z');
const clock = () => now;

let standIn: StandIn;
let provider: PaymentProvider;
beforeAll(async () => {
  standIn = await startStandIn('http://127.0.0.1:9/nowhere');
  provider = createRazorpayClient(standIn.config);
});
afterEach(() => standIn.clearFaults());
afterAll(() => standIn.stop());

describeOnBothDatabases('refundOrder', (open) => {
  /** Sells an order of ₹999. */
  async function sell() {
    const { db } = await open();
    const asked = { amount: 99_900, currency: 'INR', receipt: 'a-receipt', notes: {} };
    const { id: providerOrderId } = await provider.createOrder(asked);
    const fact = await beginAttempt(db, { now, providerOrderId });
    const { razorpay_payment_id: paymentId } = await standIn.pay(providerOrderId);
    const paid = { ...fact, id: paymentId };
    const settled = await settlePayment(db, clock, paid);
    if (settled.outcome !== 'paid') throw new Error(settled.outcome);
    const refund = (wish?: RefundRequest, by = provider) =>
      refundOrder({ db, clock, provider: by }, settled.orderId, wish);
    /** Records a partial refund as its webhook does. */
    const hear = ({ id, amount }: { id: string; amount: number }) =>
      recordPartialRefund(
        db,
        clock,
        { id, amount },
        { id: paymentId, orderId: providerOrderId, currency: 'INR' },
      );
    const atProvider = async () =>
      (await standIn.ledger()).refunds.filter(({ payment_id }) => payment_id === paymentId);
    return { db, orderId: settled.orderId, paymentId, refund, hear, atProvider };
  }

  const recorded = async (db: Kysely<Schema>) => {
    const events = await db.selectFrom('order_event').select('amount').orderBy('amount').execute();
    const mails = await db
      .selectFrom('mail')
      .select('id')
      .where('kind', '=', 'payment-refund')
      .execute();
    const { state } = await db
      .selectFrom('payment_attempt')
      .select('state')
      .executeTakeFirstOrThrow();
    return { state, amounts: events.map(({ amount }) => amount), mails: mails.length };
  };

  it('refunds the whole amount once, however often and at the same time it is requested', async () => {
    const { db, refund, atProvider } = await sell();
    const tries = [...(await Promise.all([refund(), refund()])), await refund()];
    const [made, ...others] = await atProvider();
    expect(others).toEqual([]);
    expect(made).toMatchObject({ amount: 99_900 });
    for (const each of tries) {
      expect(each).toMatchObject({ amount: 99_900, left: 0, isNotified: true });
    }
    expect(tries[2]?.outcome).toBe('refunded before');
    expect(await recorded(db)).toEqual({ state: 'refunded', amounts: [99_900], mails: 1 });
  });

  it('refunds a part once, and the same amount again only if that is requested', async () => {
    const { db, refund, atProvider } = await sell();
    const part = { amount: 25_000 };
    const [one, two] = await Promise.all([refund(part), refund(part)]);
    expect(one).toHaveProperty('refundId');
    expect(one).toMatchObject({ refundId: (await atProvider())[0]?.id });
    expect(two).toMatchObject({ refundId: (await atProvider())[0]?.id });
    expect(await refund(part)).toMatchObject({ outcome: 'refunded before', left: 74_900 });
    expect(await atProvider()).toHaveLength(1);
    expect(await refund({ ...part, times: 3 })).toEqual({
      outcome: 'refused',
      because: 'not the next time',
      amount: 25_000,
      already: 1,
    });
    expect(await refund({ ...part, times: 2 })).toMatchObject({
      outcome: 'refunded',
      amount: 25_000,
      left: 49_900,
    });
    expect(await refund({ ...part, times: 2 })).toMatchObject({ outcome: 'refunded before' });
    expect(await refund({ amount: 10_050 })).toMatchObject({ outcome: 'refunded', left: 39_850 });
    expect(await refund()).toMatchObject({ outcome: 'refunded', amount: 39_850, left: 0 });
    const amounts = [10_050, 25_000, 25_000, 39_850];
    expect(await recorded(db)).toEqual({ state: 'refunded', amounts, mails: 4 });
    expect((await atProvider()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
      amounts,
    );
  });

  it('continues after a lost response, also when the webhook came first', async () => {
    const { db, refund, hear, atProvider } = await sell();
    const lost = { on: 'http', call: REFUND, action: 'drop', stage: 'after', times: 1 } as const;
    await standIn.setFaults(lost);
    await expect(refund({ amount: 25_000 })).rejects.toBeInstanceOf(ProviderUnavailable);
    const [made] = await atProvider();
    expect(await refund({ amount: 25_000 })).toMatchObject({
      outcome: 'refunded',
      refundId: made?.id,
    });
    await standIn.setFaults(lost);
    await expect(refund({ amount: 10_000 })).rejects.toBeInstanceOf(ProviderUnavailable);
    await hear((await atProvider()).find(({ amount }) => amount === 10_000)!);
    expect(await refund({ amount: 10_000 })).toMatchObject({ outcome: 'refunded before' });
    expect(await atProvider()).toHaveLength(2);
    expect(await recorded(db)).toMatchObject({ amounts: [10_000, 25_000], mails: 2 });
  });

  it('refunds the second half as the rest', async () => {
    const { db, refund } = await sell();
    await refund({ amount: 49_950 });
    expect(await refund()).toMatchObject({ outcome: 'refunded', amount: 49_950, left: 0 });
    expect(await recorded(db)).toEqual({ state: 'refunded', amounts: [49_950, 49_950], mails: 2 });
  });

  it('records a full refund that was made in the provider’s dashboard', async () => {
    const { db, refund, paymentId, atProvider } = await sell();
    await provider.refundPayment(paymentId, { amount: 99_900, idempotencyKey: 'the-dashboard' });
    expect(await refund({ amount: 25_000 })).toMatchObject({
      outcome: 'refunded before',
      amount: 99_900,
      left: 0,
    });
    expect(await atProvider()).toHaveLength(1);
    expect(await recorded(db)).toEqual({ state: 'refunded', amounts: [99_900], mails: 1 });
  });

  it('records nothing before the refund is processed', async () => {
    const { db, refund, atProvider } = await sell();
    const slow: PaymentProvider = {
      ...provider,
      refundPayment: async (...asked) => ({
        ...(await provider.refundPayment(...asked)),
        status: 'pending',
      }),
    };
    expect(await refund({ amount: 25_000 }, slow)).toMatchObject({
      outcome: 'pending',
      left: 99_900,
    });
    expect(await recorded(db)).toEqual({ state: 'paid', amounts: [], mails: 0 });
    expect(await refund({ amount: 25_000 })).toMatchObject({ outcome: 'refunded' });
    expect(await atProvider()).toHaveLength(1);
  });

  it('refuses to refund more than is left, and says why', async () => {
    const { db, refund, paymentId, atProvider } = await sell();
    const paid = 99_900;
    const tooMuch = { outcome: 'refused', because: 'more than is left', paid };
    expect(await refund({ amount: 99_901 })).toEqual({ ...tooMuch, amount: 99_901, left: paid });
    expect(await refund({ amount: 100, times: 2 })).toMatchObject({
      because: 'not the next time',
      already: 0,
    });
    await refund({ amount: 90_000 });
    expect(await refund({ amount: 10_000 })).toEqual({ ...tooMuch, amount: 10_000, left: 9_900 });
    // The shop has not heard of this part.
    await provider.refundPayment(paymentId, { amount: 5_000, idempotencyKey: 'the-dashboard' });
    expect(await refund()).toEqual({
      outcome: 'refused',
      because: 'provider refused',
      paymentId,
      status: 'captured',
      description: expect.stringContaining('greater than'),
    });
    expect(await atProvider()).toHaveLength(2);
    expect(await recorded(db)).toEqual({ state: 'paid', amounts: [90_000], mails: 1 });
    expect(await refundOrder({ db, clock, provider }, 'MA-0000000000')).toEqual({
      outcome: 'refused',
      because: 'unknown order',
    });
  });
});
