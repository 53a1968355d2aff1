// Refunds of flagged payments on both databases, through the payment stand-in.
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import type { Schema } from '../platform/database/schema.ts';
import { settlePayment } from './settle.ts';
import type { PaymentProvider, ProviderPayment } from './provider.ts';
import { ProviderUnavailable } from './provider.ts';
import { createRazorpayClient } from './razorpay.ts';
import { refundPayment } from './refund.ts';

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

describeOnBothDatabases('refundPayment', (open) => {
  const settle = (db: Kysely<Schema>, fact: ProviderPayment) => settlePayment(db, clock, fact);

  /** Begins an attempt; captures and settles one payment of it for each of `amounts`, in order. */
  async function sell(db: Kysely<Schema>, ...amounts: number[]) {
    const order = { amount: 99_900, currency: 'INR', receipt: 'a-receipt', notes: {} };
    const { id } = await provider.createOrder(order);
    const fact = await beginAttempt(db, { now, providerOrderId: id });
    const payments: string[] = [];
    for (const amount of amounts) {
      const { razorpay_payment_id } = await standIn.pay(id, { amount, again: true });
      await settle(db, { ...fact, amount, id: razorpay_payment_id });
      payments.push(razorpay_payment_id);
    }
    return { fact, payments: payments as [string, ...string[]] };
  }

  const refund = (db: Kysely<Schema>, paymentId: string, by = provider) =>
    refundPayment({ db, clock, provider: by }, paymentId);
  const written = async (db: Kysely<Schema>) => {
    const [attempt, surplus, emails] = await Promise.all([
      db.selectFrom('payment_attempt').select('state').executeTakeFirstOrThrow(),
      db.selectFrom('surplus_payment').selectAll().execute(),
      db.selectFrom('mail').selectAll().where('kind', '=', 'payment-refund').execute(),
    ]);
    return { state: attempt.state, surplus, emails };
  };
  const refundsOf = async (paymentId: string) =>
    (await standIn.ledger()).refunds.filter(({ payment_id }) => payment_id === paymentId);

  it('refunds a surplus payment once, however often and at the same time it is requested', async () => {
    const { db } = await open();
    const [, second] = (await sell(db, 99_900, 99_900)).payments;
    const surplus = second ?? '';
    const tries = [
      ...(await Promise.all([refund(db, surplus), refund(db, surplus)])),
      await refund(db, surplus),
    ];
    const [made, ...others] = await refundsOf(surplus);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ amount: 99_900 });
    for (const each of tries) expect(each).toMatchObject({ amount: 99_900, refundId: made?.id });
    expect(tries[2]?.outcome).toBe('refunded before');

    const { state, surplus: book, emails } = await written(db);
    expect(state).toBe('paid');
    expect(book).toMatchObject([
      {
        payment_id: surplus,
        state: 'refunded',
        refund_id: made?.id,
        refunded_at: now.toISOString(),
      },
    ]);
    expect(emails).toMatchObject([
      { dedupe_key: `payment:${surplus}:refund`, recipient: 'kavya@shopper.example' },
    ]);
    expect(JSON.parse(emails[0]?.payload ?? '')).toMatchObject({ isOrderRefunded: false });
  });

  it('ends an attempt once all of its payments are refunded, and flags one that comes later', async () => {
    const { db } = await open();
    const { fact, payments } = await sell(db, 100, 200);
    expect((await written(db)).state).toBe('needs_attention');
    await refund(db, payments[0]);
    expect((await written(db)).state).toBe('needs_attention');
    await refund(db, payments[1] ?? '');
    expect((await written(db)).state).toBe('refunded');

    const late = { ...fact, id: 'pay_late' };
    expect(await settle(db, late)).toMatchObject({ outcome: 'attention' });
    const { state, surplus } = await written(db);
    expect(state).toBe('refunded');
    expect(surplus.find((row) => row.payment_id === 'pay_late')?.state).toBe('flagged');
  });

  it('continues after a lost response', async () => {
    const { db } = await open();
    const [payment] = (await sell(db, 100)).payments;
    await standIn.setFaults({ on: 'http', call: REFUND, action: 'drop', stage: 'after', times: 1 });
    await expect(refund(db, payment)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect((await written(db)).surplus).toMatchObject([{ state: 'flagged' }]);
    const [made] = await refundsOf(payment);
    expect(await refund(db, payment)).toMatchObject({ outcome: 'refunded', refundId: made?.id });
    expect(await refundsOf(payment)).toHaveLength(1);
    expect((await written(db)).emails).toHaveLength(1);
  });

  it('records a refund that was made in the provider’s dashboard', async () => {
    const { db } = await open();
    const [payment] = (await sell(db, 100)).payments;
    await provider.refundPayment(payment, { amount: 100, idempotencyKey: 'the-dashboard' });
    expect(await refund(db, payment)).toMatchObject({ outcome: 'refunded', refundId: undefined });
    expect(await refundsOf(payment)).toHaveLength(1);
    expect(await written(db)).toMatchObject({ state: 'refunded', emails: [{}] });
  });

  it('records nothing before the refund is processed', async () => {
    const { db } = await open();
    const [payment] = (await sell(db, 100)).payments;
    const slow: PaymentProvider = {
      ...provider,
      refundPayment: async (...asked) => ({
        ...(await provider.refundPayment(...asked)),
        status: 'pending',
      }),
    };
    const later = '2026-12-01T00:00:00.000Z';
    await db.updateTable('payment_attempt').set({ next_check_at: later }).execute();
    expect(await refund(db, payment, slow)).toMatchObject({ outcome: 'pending' });
    expect(await written(db)).toMatchObject({ state: 'needs_attention', emails: [] });
    const { next_check_at } = await db
      .selectFrom('payment_attempt')
      .select('next_check_at')
      .executeTakeFirstOrThrow();
    expect(next_check_at).toBe(now.toISOString());
    expect(await refund(db, payment)).toMatchObject({ outcome: 'refunded' });
    expect(await refundsOf(payment)).toHaveLength(1);
  });

  it('refuses a payment that was not flagged, and says why', async () => {
    const { db } = await open();
    const [payment] = (await sell(db, 99_900)).payments;
    const notFlagged = { outcome: 'refused', because: 'not flagged' };
    expect(await refund(db, payment)).toEqual({
      ...notFlagged,
      orderId: expect.stringMatching(/^MA-/),
    });
    expect(await refund(db, 'pay_of_another_shop')).toEqual({ ...notFlagged, orderId: undefined });
    expect(await refundsOf(payment)).toEqual([]);
    expect(await written(db)).toMatchObject({ state: 'paid', surplus: [], emails: [] });
  });

  it('reports the provider’s reason when it refuses', async () => {
    const { db } = await open();
    const [payment] = (await sell(db, 200)).payments;
    await provider.refundPayment(payment, { amount: 100, idempotencyKey: 'a-part-of-it' });
    expect(await refund(db, payment)).toMatchObject({
      because: 'provider refused',
      description: expect.stringContaining('greater than'),
    });
    expect(await written(db)).toMatchObject({ state: 'needs_attention', emails: [] });
  });
});
