// Refunds of orders and of flagged payments, through the payment stand-in.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { beginAttempt, readEmails, readRows } from '#support/payments/begin-attempt.ts';
import { MINUTE, standInStage } from '#support/payments/stand-in-stage.ts';
import { newAct } from '#support/server/new-act.ts';
import { listActs } from '../acts/acts.ts';
import type { Database } from '../platform/database/schema.ts';
import { ProviderUnavailable } from './provider.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';
import { recordPartialRefund } from './record-refund.ts';
import { refundOrder, refundPayment } from './refund.ts';
import type { RefundRequest } from './refund.ts';
import { settlePayment } from './settle.ts';

const stage = standInStage();
const { clock } = stage;

const REASON = 'One crown broke';
const DASHBOARD = { idempotencyKey: 'the-dashboard' };

/** Returns a client of a provider in which a refund that it has accepted has this status. */
const withRefunds = (status: ProviderRefund['status']): PaymentProvider => ({
  ...stage.client,
  refundPayment: async (...args) => ({ ...(await stage.client.refundPayment(...args)), status }),
});
const loseResponse = () => {
  const call = 'POST /v1/payments/:id/refund';
  return stage.standIn.setFaults({ on: 'http', call, action: 'drop', stage: 'after', times: 1 });
};

/** Begins an attempt; captures and settles one payment of it for each of `amounts`, in order. */
async function sell(db: Database, ...amounts: number[]) {
  const attempt = await stage.begin(db);
  const payments: string[] = [];
  for (const amount of amounts) {
    const how = { amount, again: true };
    const { razorpay_payment_id: id } = await stage.standIn.pay(attempt.orderId, how);
    await settlePayment(db, clock, { ...attempt, amount, id });
    payments.push(id);
  }
  const [first = '', last = first] = payments;
  const orderId = (await readRows(db)).orders[0]?.id ?? '';
  return {
    attempt,
    orderId,
    payments: [first, last] as const,
    refund: (request: RefundRequest, provider = stage.client, act = newAct('refund', orderId)) =>
      refundOrder({ db, clock, provider }, orderId, request, act),
    refundSurplus: (paymentId = last, provider = stage.client, act = newAct('refund', paymentId)) =>
      refundPayment({ db, clock, provider }, paymentId, act),
    /** Resolves to the results of the acts on the order, or on a payment. */
    acts: async (about = orderId) => (await listActs(db, about)).map(({ result }) => result),
    /** Records a partial refund as its webhook does. */
    hear: (part: { id: string; amount: number }) =>
      recordPartialRefund(db, clock, part, { ...attempt, id: first }),
  };
}

/** Resolves to the refunds of a payment at the provider. */
const refundsFor = async (paymentId: string) =>
  (await stage.standIn.ledger()).refunds.filter(({ payment_id }) => payment_id === paymentId);

/** Resolves to what a refund changes: the attempt's state, the amounts that the order shows, the e-mails. */
async function refunded(db: Database) {
  const events = await db.selectFrom('order_event').select('amount').orderBy('amount').execute();
  const { length: emails } = await readEmails(db, 'payment-refund');
  const { state } = await readRows(db);
  return { state, amounts: events.map(({ amount }) => amount), emails };
}

onBoth('a refund', (open) => {
  it('of an order’s whole amount is made once, however often and at the same time it is requested', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    const all = { amount: 99_900 };
    const tries = await Promise.all([refund(all), refund(all)]);
    expect(await refundsFor(payments[0])).toMatchObject([{ amount: 99_900 }]);
    await stage.standIn.setFaults({ on: 'http', action: 'error' });
    const last = await refund(all);
    for (const each of [...tries, last]) {
      expect(each).toMatchObject({ amount: 99_900, left: 0 });
    }
    expect(last.outcome).toBe('refunded before');
    expect(await refunded(db)).toEqual({ state: 'refunded', amounts: [99_900], emails: 1 });
  });

  it('of a surplus payment is made once, however often and at the same time it is requested', async () => {
    const { db } = await open();
    const { refundSurplus, payments, acts } = await sell(db, 99_900, 99_900);
    const payment_id = payments[1];
    const form = newAct('refund', payment_id);
    const send = () => refundSurplus(payment_id, stage.client, form);
    const atOnce = await Promise.all([send(), send(), refundSurplus()]);
    const tries = [...atOnce, await send(), await refundSurplus()];
    const [made, ...others] = await refundsFor(payment_id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ amount: 99_900 });
    for (const each of tries) expect(each).toMatchObject({ amount: 99_900, refundId: made?.id });
    // The form that was sent before shows its first result.
    expect(tries.slice(3).map(({ outcome }) => outcome)).toEqual(['refunded', 'refunded before']);
    for (const result of await acts(payment_id)) {
      expect(result).toMatchObject({ outcome: 'refunded', amount: 99_900 });
    }

    const row = { payment_id, refund_id: made?.id, refunded_at: clock().toISOString() };
    expect(await readRows(db)).toMatchObject({
      state: 'paid',
      surplus: [{ ...row, state: 'refunded' }],
    });
    const dedupe_key = `payment:${payment_id}:refund`;
    const recipient = 'kavya@shopper.example';
    expect(await readEmails(db, 'payment-refund')).toMatchObject([
      { dedupe_key, recipient, isOrderRefunded: false },
    ]);
  });
});

onBoth('a form for a refund', (open) => {
  it('that two send at once, or one twice, is one refund, and a later one is refused', async () => {
    const { db } = await open();
    const { refund, payments, orderId, acts } = await sell(db, 99_900);
    const request = { amount: 25_000, reason: REASON };
    const [meena, ravi] = [newAct('refund', orderId, 0), newAct('refund', orderId, 0)];
    const forms = [meena, meena, ravi].map((form) => refund(request, stage.client, form));
    const results = await Promise.all(forms);
    const [made, ...others] = await refundsFor(payments[0]);
    expect(others).toEqual([]);
    const both = { amount: 25_000, refundId: made?.id };
    for (const result of results) expect(result).toMatchObject(both);
    // The form that was sent twice shows its first result, also much later.
    const first = { ...both, outcome: 'refunded', left: 74_900 };
    expect(await refund(request, stage.client, meena)).toMatchObject(first);
    const late = newAct('refund', orderId, 0);
    expect(await refund(request, stage.client, late)).toEqual({ outcome: 'changed meanwhile' });
    for (const result of await acts()) {
      expect(result).toMatchObject({ outcome: 'refunded', reason: REASON, left: 74_900 });
    }
    // Whoever sees the first refund means one more.
    const next = newAct('refund', orderId, 1);
    expect(await refund(request, stage.client, next)).toMatchObject({ left: 49_900 });
    const [email] = await readEmails(db, 'payment-refund');
    expect(email).toMatchObject({ reason: REASON, isPartial: true });
    expect(await refundsFor(payments[0])).toHaveLength(2);
  });
});

onDatabase('a form for a refund', (open) => {
  it('has its reason in the e-mail, and its result, also if the webhook records it', async () => {
    const { db } = await open();
    const { refund, hear, payments, orderId, acts } = await sell(db, 99_900);
    const request = { amount: 25_000, reason: REASON };
    const form = newAct('refund', orderId, 0);
    await loseResponse();
    await expect(refund(request, stage.client, form)).rejects.toBeInstanceOf(ProviderUnavailable);
    const requested = { amount: 25_000, currency: 'INR', times: 1, reason: REASON };
    expect(await acts()).toEqual([{ ...requested, outcome: 'requested' }]);
    // Another amount at this moment, from a form that does not show the first
    const other = refund({ amount: 100 }, stage.client, newAct('refund', orderId, 0));
    const underWay = {
      because: 'another under way',
      amount: 25_000,
      actor: 'meena@maalai.example',
    };
    expect(await other).toMatchObject(underWay);
    const [made] = await refundsFor(payments[0]);
    await hear(made!);
    const refundId = made?.id;
    const done = { ...requested, outcome: 'refunded', refundId, left: 74_900 };
    expect(await acts()).toEqual([done]);
    expect(await readEmails(db, 'payment-refund')).toMatchObject([{ reason: REASON, refundId }]);
    expect(await refund(request, stage.client, form)).toMatchObject(done);
  });

  it('writes nothing if the provider refuses, and waits if the refund is pending', async () => {
    const { db } = await open();
    const { refund, hear, payments, orderId, acts } = await sell(db, 99_900);
    await stage.client.refundPayment(payments[0], { amount: 90_000, ...DASHBOARD });
    const form = newAct('refund', orderId, 0);
    const request = { amount: 25_000, reason: REASON };
    const refused = await refund(request, stage.client, form);
    expect(refused).toMatchObject({ because: 'provider refused' });
    expect(await acts()).toEqual([]);
    expect(await refunded(db)).toEqual({ state: 'paid', amounts: [], emails: 0 });

    const small = { amount: 5_000, reason: REASON };
    const pending = await refund(small, withRefunds('pending'), form);
    expect(pending).toMatchObject({ outcome: 'pending', left: 99_900 });
    expect(await refund(small, stage.client, form)).toMatchObject({ outcome: 'pending' });
    expect(await acts()).toMatchObject([{ outcome: 'pending' }]);
    await hear((await refundsFor(payments[0])).find(({ amount }) => amount === 5_000)!);
    expect(await acts()).toMatchObject([{ outcome: 'refunded', left: 94_900 }]);
  });

  it('cancels an order that was not sent, with words to that in the e-mail', async () => {
    const { db } = await open();
    const { refund, orderId, acts } = await sell(db, 99_900);
    await refund({ amount: 90_000 }, stage.client, newAct('refund', orderId, 0));
    stage.time.now += MINUTE;
    await refund({ amount: 9_900, reason: REASON }, stage.client, newAct('refund', orderId, 1));
    const [part, rest] = await acts();
    expect(part).not.toHaveProperty('isCancelled');
    expect(rest).toMatchObject({ isCancelled: true, left: 0 });
    const emails = await readEmails(db, 'payment-refund');
    expect(emails.filter(({ isCancelled }) => isCancelled)).toMatchObject([{ reason: REASON }]);
  });
});

onDatabase('refundOrder', (open) => {
  it('refunds a part, the same amount again by another act, and then the rest', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    for (const left of [74_900, 49_900]) {
      expect(await refund({ amount: 25_000 })).toMatchObject({ outcome: 'refunded', left });
    }
    expect(await refund({ amount: 24_950 })).toMatchObject({ outcome: 'refunded', left: 24_950 });
    // The rest is a second refund of the same amount.
    expect(await refund({ amount: 24_950 })).toMatchObject({ outcome: 'refunded', left: 0 });
    const amounts = [24_950, 24_950, 25_000, 25_000];
    expect(await refunded(db)).toEqual({ state: 'refunded', amounts, emails: 4 });
    const made = (await refundsFor(payments[0])).map(({ amount }) => amount);
    expect(made.toSorted((a, b) => a - b)).toEqual(amounts);
  });

  it('continues after a lost response', async () => {
    const { db } = await open();
    const { refund, payments, orderId } = await sell(db, 99_900);
    const act = newAct('refund', orderId);
    const part = () => refund({ amount: 25_000 }, stage.client, act);
    await loseResponse();
    await expect(part()).rejects.toBeInstanceOf(ProviderUnavailable);
    const [made] = await refundsFor(payments[0]);
    expect(await part()).toMatchObject({ outcome: 'refunded', refundId: made?.id });
    expect(await refundsFor(payments[0])).toHaveLength(1);
    expect(await refunded(db)).toEqual({ state: 'paid', amounts: [25_000], emails: 1 });
  });

  it('records a full refund that was made in the provider’s dashboard', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    await stage.standIn.refund(payments[0]);
    await db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await refund({ amount: 25_000 })).toMatchObject({
      outcome: 'refunded before',
      amount: 99_900,
      left: 0,
      refundId: undefined,
    });
    expect(await refundsFor(payments[0])).toHaveLength(1);
    expect(await refunded(db)).toEqual({ state: 'refunded', amounts: [99_900], emails: 1 });
  });

  it('refuses to refund more than is left, or what the provider refuses', async () => {
    const { db } = await open();
    const { refund, payments } = await sell(db, 99_900);
    const [paymentId] = payments;
    const tooMuch = { outcome: 'refused', because: 'more than is left' };
    const more = await refund({ amount: 99_901 });
    expect(more).toEqual({ ...tooMuch, amount: 99_901, left: 99_900 });
    await refund({ amount: 90_000 });
    expect(await refund({ amount: 10_000 })).toEqual({ ...tooMuch, amount: 10_000, left: 9_900 });
    // The shop has not heard of this part.
    await stage.client.refundPayment(paymentId, { amount: 5_000, ...DASHBOARD });
    expect(await refund({ amount: 9_900 })).toEqual({
      outcome: 'refused',
      because: 'provider refused',
      paymentId,
      status: 'captured',
      description: expect.stringContaining('greater than'),
    });
    expect(await refundsFor(paymentId)).toHaveLength(2);
    expect(await refunded(db)).toEqual({ state: 'paid', amounts: [90_000], emails: 1 });
    // It is recorded at the next check, which comes at once, and then the rest can be refunded.
    await stage.on({ db, kind: 'sqlite' }).start().kick();
    expect(await refunded(db)).toMatchObject({ amounts: [90_000], emails: 1 });
    expect((await readRows(db)).attempt?.next_check_at).toBe(clock().toISOString());
    stage.time.now += 2 * MINUTE;
    await stage.on({ db, kind: 'sqlite' }).start().kick();
    expect(await refunded(db)).toMatchObject({ amounts: [5_000, 90_000], emails: 2 });
    expect(await refund({ amount: 4_900 })).toMatchObject({ outcome: 'refunded', left: 0 });
    const [nobody, parts] = ['MA-0000000000', { db, clock, provider: stage.client }];
    const unknown = await refundOrder(parts, nobody, { amount: 1 }, newAct('refund', nobody));
    expect(unknown).toEqual({ outcome: 'refused', because: 'unknown order' });
  });
});

onDatabase('refundPayment', (open) => {
  it('ends an attempt once all of its payments are refunded, and flags one that comes later', async () => {
    const { db } = await open();
    const { attempt, payments, refundSurplus, hear } = await sell(db, 100, 200);
    await hear({ id: 'rfnd_all', amount: 100 });
    await refundSurplus(payments[0]);
    // The shopper was notified of this money already.
    expect(await refunded(db)).toEqual({ state: 'needs_attention', amounts: [], emails: 1 });
    await refundSurplus(payments[1]);
    expect(await refunded(db)).toEqual({ state: 'refunded', amounts: [], emails: 2 });
    const late = await settlePayment(db, clock, { ...attempt, id: 'pay_late' });
    expect(late).toMatchObject({ outcome: 'attention' });
    const { state, surplus } = await readRows(db);
    expect(state).toBe('refunded');
    expect(surplus.find((row) => row.payment_id === 'pay_late')?.state).toBe('flagged');
  });

  it('continues after a lost response, and records a refund that was made in the dashboard', async () => {
    const { db } = await open();
    const { payments, refundSurplus } = await sell(db, 100, 200);
    await loseResponse();
    await expect(refundSurplus(payments[0])).rejects.toBeInstanceOf(ProviderUnavailable);
    expect((await readRows(db)).surplus).toMatchObject([
      { state: 'flagged' },
      { state: 'flagged' },
    ]);
    const [made] = await refundsFor(payments[0]);
    const continued = await refundSurplus(payments[0]);
    expect(continued).toMatchObject({ outcome: 'refunded', refundId: made?.id });
    expect(await refundsFor(payments[0])).toHaveLength(1);

    await stage.standIn.refund(payments[1]);
    const elsewhere = await refundSurplus(payments[1]);
    expect(elsewhere).toMatchObject({ outcome: 'refunded', refundId: undefined });
    expect(await refundsFor(payments[1])).toHaveLength(1);
    expect(await refunded(db)).toEqual({ state: 'refunded', amounts: [], emails: 2 });
  });

  it('refuses a payment that was not flagged, and reports the provider’s reason when it refuses', async () => {
    const { db } = await open();
    const { attempt, orderId, payments, refundSurplus } = await sell(db, 99_900, 200);
    const notFlagged = { outcome: 'refused', because: 'not flagged' };
    expect(await refundSurplus(payments[0])).toEqual({ ...notFlagged, orderId });
    const unknown = await refundSurplus('pay_of_another_shop');
    expect(unknown).toEqual({ ...notFlagged, orderId: undefined });
    expect(await refundsFor(payments[0])).toEqual([]);
    await stage.client.refundPayment(payments[1], { amount: 100, ...DASHBOARD });
    expect(await refundSurplus()).toMatchObject({
      because: 'provider refused',
      description: expect.stringContaining('greater than'),
    });
    expect(await refunded(db)).toEqual({ state: 'paid', amounts: [], emails: 0 });
    // Once the shop has heard of that part, the rest can be refunded, once.
    const [part] = await refundsFor(payments[1]);
    await recordPartialRefund(db, clock, part!, { ...attempt, id: payments[1] });
    await loseResponse();
    await expect(refundSurplus()).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await refundSurplus()).toMatchObject({ outcome: 'refunded', amount: 100 });
    expect(await refundSurplus()).toMatchObject({ outcome: 'refunded before' });
    expect(await refundsFor(payments[1])).toMatchObject([{ amount: 100 }, { amount: 100 }]);
    expect(await refunded(db)).toEqual({ state: 'paid', amounts: [], emails: 2 });
  });

  it('refunds a payment that has no attempt', async () => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    await settlePayment(db, clock, { ...payment, orderId: 'order_after_the_backup' });
    const refund = { id: 'rfnd_1', paymentId: payment.id, amount: 99_900 };
    for (const status of ['pending', 'processed'] as const) {
      const refundPaymentThere = async () => ({ ...refund, status });
      const provider = { ...stage.client, refundPayment: refundPaymentThere };
      const { outcome } = await refundPayment(
        { db, clock, provider },
        payment.id,
        newAct('refund', payment.id),
      );
      expect(outcome).toBe(status === 'pending' ? 'pending' : 'refunded');
    }
    expect((await readRows(db)).surplus).toMatchObject([
      { state: 'refunded', refund_id: 'rfnd_1' },
    ]);
  });
});

onDatabase('a refund that the provider does not process at once', (open) => {
  it.each([
    ['an order', 99_900],
    ['a payment', 100],
  ])('of %s is recorded once it is processed, and refused if it failed', async (what, paid) => {
    const { db } = await open();
    const { payments, refund, refundSurplus } = await sell(db, paid);
    const request = (provider = stage.client) =>
      what === 'an order'
        ? refund({ amount: 25_000 }, provider)
        : refundSurplus(undefined, provider);
    const next_check_at = '2126-12-01T00:00:00.000Z';
    await db.updateTable('payment_attempt').set({ next_check_at }).execute();
    const before = await refunded(db);
    const because = 'failed at provider';
    expect(await request(withRefunds('failed'))).toMatchObject({ outcome: 'refused', because });
    expect((await readRows(db)).attempt).toMatchObject({ next_check_at });
    expect(await request(withRefunds('pending'))).toMatchObject({ outcome: 'pending' });
    expect((await readRows(db)).attempt).toMatchObject({ next_check_at: clock().toISOString() });
    expect(await refunded(db)).toEqual(before);
    expect(await request()).toMatchObject({ outcome: 'refunded' });
    expect(await refundsFor(payments[0])).toHaveLength(1);
  });
});
