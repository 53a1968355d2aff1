// What one check of an attempt finds, and what follows from it.
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { beginAttempt, beginUnopened } from '#support/payments/begin-attempt.ts';
import {
  attemptIn,
  bothLetters,
  DAY,
  HOUR,
  MINUTE,
  reconcilerStage,
  written,
} from '#support/payments/reconciler-stage.ts';
import { settlePayment } from './settle.ts';
import { attachProviderOrder } from './provider-order.ts';
import { createRazorpayClient } from './razorpay.ts';

describeOnBothDatabases('the check of an attempt', (open, kind) => {
  const stage = reconcilerStage(kind);
  const { begin, clock, counted, start, time } = stage;

  it('finds a payment after two minutes if the tab was closed and no webhook came', async () => {
    const database = await open();
    const { orderId: providerOrderId } = await begin(database.db);
    const paid = await stage.standIn.pay(providerOrderId);
    const reconciler = start(database);
    time.now += 2 * MINUTE - 1;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({ state: 'paying', orders: [] });
    time.now += 1;
    await reconciler.kick();
    const { state, orders, mails } = await written(database.db);
    expect({ state, orders, mails }).toEqual({
      state: 'paid',
      orders: [paid.razorpay_payment_id],
      mails: bothLetters,
    });
    expect(reconciler.kicks()).toBeGreaterThan(0);
  });

  it('asks less and less often, gives up after five days, and still accepts a later payment', async () => {
    const database = await open();
    const { db } = database;
    const fact = await begin(db);
    const began = time.now;
    const { calls, provider } = counted();
    const reconciler = start(database, { provider });
    const asked: number[] = [];
    for (;;) {
      const { next_check_at } = await attemptIn(db);
      if (next_check_at === null) break;
      time.now = Math.max(Date.parse(next_check_at), began + 2 * MINUTE);
      await reconciler.kick();
      asked.push((time.now - began) / MINUTE);
    }
    expect(calls).toHaveLength(asked.length);
    expect(asked.slice(0, 5)).toEqual([2, 4, 8, 16, 32]);
    expect(asked.at(-1)).toBe(5 * 24 * 60);
    expect(await written(db)).toMatchObject({ state: 'expired', orders: [], mails: [] });
    time.now += DAY;
    await reconciler.kick();
    expect(calls).toHaveLength(asked.length);

    expect(await settlePayment(db, clock, fact)).toMatchObject({ outcome: 'paid' });
    expect(await written(db)).toMatchObject({ state: 'paid', mails: bothLetters });
  });

  it('expires an attempt whose order the provider does not know, but not while it refuses the key', async () => {
    const database = await open();
    const { db } = database;
    await beginAttempt(db, { now: clock() });
    time.now += 6 * DAY;
    const stranger = createRazorpayClient({ ...stage.standIn.config, keySecret: 'revoked' });
    await start(database, { provider: stranger }).kick();
    expect(await attemptIn(db)).toMatchObject({ state: 'paying' });
    time.now += MINUTE;
    await start(database).kick();
    expect(await attemptIn(db)).toMatchObject({ state: 'expired', next_check_at: null });
  });

  it('expires an attempt without a provider’s order after a day, without asking', async () => {
    const database = await open();
    const { db } = database;
    const id = await beginUnopened(db, clock());
    const { calls, provider } = counted();
    const reconciler = start(database, { provider });
    time.now += 2 * MINUTE;
    await reconciler.kick();
    time.now += DAY - 2 * MINUTE - 1;
    await reconciler.kick();
    expect(await attemptIn(db)).toMatchObject({ state: 'created' });
    time.now += 1;
    await reconciler.kick();
    expect(await attemptIn(db)).toMatchObject({ state: 'expired', next_check_at: null });
    expect(calls).toEqual([]);
    await expect(attachProviderOrder(db, id, 'order_too_late', clock())).rejects.toMatchObject({
      status: 409,
      extra: { code: 'attempt-expired' },
    });
  });

  it('captures a payment that was authorised late and not captured', async () => {
    const database = await open();
    const { orderId: providerOrderId } = await begin(database.db);
    const failed = await stage.standIn.pay(providerOrderId, { outcome: 'failure' });
    const reconciler = start(database);
    time.now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({ state: 'paying', orders: [] });
    await stage.standIn.settleLate(failed.razorpay_payment_id, 'authorized');
    time.now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({
      state: 'paid',
      orders: [failed.razorpay_payment_id],
      mails: bothLetters,
    });
    const { payments } = await stage.standIn.ledger();
    expect(payments.find(({ order_id }) => order_id === providerOrderId)?.status).toBe('captured');
  });

  it('records a payment in the next round if the response to its capture was lost', async () => {
    const database = await open();
    const { orderId: providerOrderId } = await begin(database.db);
    const paid = await stage.standIn.pay(providerOrderId, { outcome: 'authorized' });
    const call = 'POST /v1/payments/:id/capture';
    await stage.standIn.setFaults({ on: 'http', call, action: 'drop', stage: 'after', times: 1 });
    const reconciler = start(database);
    time.now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({ state: 'paying', orders: [] });
    time.now += 30_000;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({
      state: 'paid',
      orders: [paid.razorpay_payment_id],
    });
  });

  it('flags an authorised payment that does not fit, does not capture it, and notifies the shop once', async () => {
    const database = await open();
    const { orderId: providerOrderId } = await begin(database.db);
    await stage.standIn.pay(providerOrderId, { outcome: 'authorized', amount: 100 });
    const reconciler = start(database);
    for (let turn = 0; turn < 3; turn += 1) {
      time.now += HOUR;
      await reconciler.kick();
    }
    expect(await written(database.db)).toEqual({
      state: 'needs_attention',
      reason: '₹1.00 was authorised, but ₹999.00 was asked for.',
      orders: [],
      mails: ['payment-attention'],
      surplus: [],
    });
    const { payments } = await stage.standIn.ledger();
    expect(payments.find(({ order_id }) => order_id === providerOrderId)?.status).toBe(
      'authorized',
    );
    const email = await database.db.selectFrom('mail').select('payload').executeTakeFirstOrThrow();
    expect(JSON.parse(email.payload)).toMatchObject({ isOnlyAuthorized: true, paid: 100 });
  });

  it('captures nothing more for an attempt that was refunded', async () => {
    const database = await open();
    const { db } = database;
    const fact = await begin(db);
    const wrong = await stage.standIn.pay(fact.orderId, { amount: 100 });
    const providerPaymentId = wrong.razorpay_payment_id;
    await settlePayment(db, clock, { ...fact, id: providerPaymentId, amount: 100 });
    await stage.client.refundPayment(providerPaymentId, { amount: 100, idempotencyKey: 'back' });
    time.now += 2 * MINUTE;
    const reconciler = start(database);
    await reconciler.kick();
    expect(await written(db)).toMatchObject({ state: 'refunded' });
    const late = await stage.standIn.pay(fact.orderId, {
      again: true,
      outcome: 'authorized',
    });
    time.now += HOUR;
    await reconciler.kick();
    const { payments } = await stage.standIn.ledger();
    expect(payments.find(({ id }) => id === late.razorpay_payment_id)?.status).toBe('authorized');
    expect(await written(db)).toMatchObject({ state: 'refunded', orders: [] });
  });

  it('makes one order from several payments: the others are flagged if captured, left to lapse if not', async () => {
    const database = await open();
    const { db } = database;
    const fact = await begin(db);
    const first = await stage.standIn.pay(fact.orderId);
    const providerPaymentId = first.razorpay_payment_id;
    // The browser reports the first; nobody ever reports the others.
    await settlePayment(db, clock, { ...fact, id: providerPaymentId });
    const second = await stage.standIn.pay(fact.orderId, { again: true });
    const third = await stage.standIn.pay(fact.orderId, {
      again: true,
      outcome: 'authorized',
    });
    time.now += 2 * MINUTE;
    await start(database).kick();
    expect(await written(db)).toMatchObject({
      state: 'paid',
      orders: [providerPaymentId],
      mails: [...bothLetters, 'payment-attention'],
      surplus: [{ payment_id: second.razorpay_payment_id, state: 'flagged' }],
    });
    const { payments } = await stage.standIn.ledger();
    expect(payments.find(({ id }) => id === third.razorpay_payment_id)?.status).toBe('authorized');
  });

  it('records a refund that was made in the provider’s dashboard', async () => {
    const database = await open();
    const { db } = database;
    const fact = await begin(db);
    const { razorpay_payment_id: providerPaymentId } = await stage.standIn.pay(fact.orderId);
    await settlePayment(db, clock, { ...fact, id: providerPaymentId });
    await stage.client.refundPayment(providerPaymentId, {
      amount: 99_900,
      idempotencyKey: 'dashboard',
    });
    time.now += 2 * MINUTE;
    const reconciler = start(database);
    await reconciler.kick();
    time.now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(db)).toMatchObject({
      state: 'refunded',
      orders: [providerPaymentId],
      mails: [...bothLetters, 'payment-refund'],
    });
  });
});
