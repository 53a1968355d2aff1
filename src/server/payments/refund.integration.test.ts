// Refunds of orders and of flagged payments, through the payment stand-in.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { beginAttempt, readEmails, readRows } from '#support/payments/begin-attempt.ts';
import { MINUTE, standInStage } from '#support/payments/stand-in-stage.ts';
import { newAct } from '#support/server/new-act.ts';
import { listActs } from '../acts/acts.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import { ProviderUnavailable } from './provider.ts';
import type { PaymentProvider, ProviderRefund } from './provider.ts';
import { recordPartialRefund } from './record-refund.ts';
import { refundOrder, refundPayment } from './refund.ts';
import type { RefundRequest } from './refund.ts';
import { settlePayment } from './settle.ts';

const stage = standInStage();
const { clock } = stage;

const REASON = 'One crown broke';
const PART = { amount: 25_000, reason: REASON };

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
async function sell({ db }: Pick<OpenDatabase, 'db'>, ...amounts: number[]) {
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
    db,
    attempt,
    orderId,
    payments: [first, last] as const,
    form: (rev?: number) => newAct('refund', orderId, rev),
    refund: (request: RefundRequest, act = newAct('refund', orderId), provider = stage.client) =>
      refundOrder({ db, clock, provider }, orderId, request, act),
    refundSurplus: (paymentId = last, act = newAct('refund', paymentId), provider = stage.client) =>
      refundPayment({ db, clock, provider }, paymentId, act),
    /** Refunds a part of a payment in the provider’s dashboard. */
    giveBack: (amount: number, paymentId = first) =>
      stage.client.refundPayment(paymentId, { amount, idempotencyKey: 'the-dashboard' }),
    /** Records a partial refund as its webhook does. */
    hear: (part: { id: string; amount: number }, paymentId = first) =>
      recordPartialRefund(db, clock, part, { ...attempt, id: paymentId }),
    /** Resolves to the refunds of a payment at the provider. */
    made: async (paymentId = first) =>
      (await stage.standIn.ledger()).refunds.filter(({ payment_id }) => payment_id === paymentId),
    /** Resolves to the results of the acts on the order, or on a payment. */
    acts: async (about = orderId) => (await listActs(db, about)).map(({ result }) => result),
    rows: () => readRows(db),
    emails: () => readEmails(db, 'payment-refund'),
    /** Resolves to what a refund changes: the attempt's state, the amounts that the order shows, the e-mails. */
    async refunded() {
      const { state } = await readRows(db);
      const events = db.selectFrom('order_event').select('amount').orderBy('amount');
      const { length: emails } = await readEmails(db, 'payment-refund');
      return { state, amounts: (await events.execute()).map(({ amount }) => amount), emails };
    },
  };
}

onBoth('a refund', (open) => {
  it('of an order’s whole amount is made once, however often and at the same time it is requested', async () => {
    const { refund, made, refunded } = await sell(await open(), 99_900);
    const all = { amount: 99_900 };
    const tries = await Promise.all([refund(all), refund(all)]);
    expect(await made()).toMatchObject([{ amount: 99_900 }]);
    await stage.standIn.setFaults({ on: 'http', action: 'error' });
    const last = await refund(all);
    for (const each of [...tries, last]) {
      expect(each).toMatchObject({ amount: 99_900, left: 0 });
    }
    expect(last.outcome).toBe('refunded before');
    expect(await refunded()).toEqual({ state: 'refunded', amounts: [99_900], emails: 1 });
  });

  it('of a surplus payment is made once, however often and at the same time it is requested', async () => {
    const sold = await sell(await open(), 99_900, 99_900);
    const { refundSurplus, acts, rows } = sold;
    const payment_id = sold.payments[1];
    const form = newAct('refund', payment_id);
    const send = () => refundSurplus(payment_id, form);
    const atOnce = await Promise.all([send(), send(), refundSurplus()]);
    const tries = [...atOnce, await send(), await refundSurplus()];
    const [made, ...others] = await sold.made(payment_id);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ amount: 99_900 });
    for (const each of tries) expect(each).toMatchObject({ amount: 99_900, refundId: made?.id });
    // The form that was sent before shows its first result.
    expect(tries.slice(3).map(({ outcome }) => outcome)).toEqual(['refunded', 'refunded before']);
    for (const result of await acts(payment_id)) {
      expect(result).toMatchObject({ outcome: 'refunded', amount: 99_900 });
    }

    const row = { payment_id, refund_id: made?.id, refunded_at: clock().toISOString() };
    const surplus = [{ ...row, state: 'refunded' }];
    expect(await rows()).toMatchObject({ state: 'paid', surplus });
    const dedupe_key = `payment:${payment_id}:refund`;
    const recipient = 'kavya@shopper.example';
    expect(await sold.emails()).toMatchObject([{ dedupe_key, recipient, isOrderRefunded: false }]);
  });
});

onBoth('a form for a refund', (open) => {
  it('that two send at once, or one twice, is one refund, and a later one is refused', async () => {
    const { refund, form, acts, emails, ...sold } = await sell(await open(), 99_900);
    const [meena, ravi] = [form(0), form(0)];
    const results = await Promise.all([meena, meena, ravi].map((act) => refund(PART, act)));
    const [made, ...others] = await sold.made();
    expect(others).toEqual([]);
    const both = { amount: 25_000, refundId: made?.id };
    for (const result of results) expect(result).toMatchObject(both);
    // The form that was sent twice shows its first result, also much later.
    const first = { ...both, outcome: 'refunded', left: 74_900 };
    expect(await refund(PART, meena)).toMatchObject(first);
    expect(await refund(PART, form(0))).toEqual({ outcome: 'changed meanwhile' });
    const changed = { ...meena, digest: 'of another amount' };
    expect(await refund({ amount: 100 }, changed)).toEqual({ outcome: 'other content' });
    for (const result of await acts()) {
      expect(result).toMatchObject({ outcome: 'refunded', reason: REASON, left: 74_900 });
    }
    // Whoever sees the first refund means one more.
    expect(await refund(PART, form(1))).toMatchObject({ left: 49_900 });
    expect((await emails())[0]).toMatchObject({ reason: REASON, isPartial: true });
    expect(await sold.made()).toHaveLength(2);
  });
});

onDatabase('a form for a refund', (open) => {
  it('has its reason in the e-mail, and its result, also if the webhook records it', async () => {
    const { refund, form, acts, hear, ...sold } = await sell(await open(), 99_900);
    const own = form(0);
    await loseResponse();
    await expect(refund(PART, own)).rejects.toBeInstanceOf(ProviderUnavailable);
    const requested = { amount: 25_000, currency: 'INR', times: 1, reason: REASON };
    expect(await acts()).toEqual([{ ...requested, outcome: 'requested' }]);
    // Another amount at this moment, from a form that does not show the first
    expect(await refund({ amount: 100 }, form(0))).toMatchObject({
      because: 'another under way',
      amount: 25_000,
      actor: 'meena@maalai.example',
    });
    const [made] = await sold.made();
    await hear(made!);
    const refundId = made?.id;
    const done = { ...requested, outcome: 'refunded', refundId, left: 74_900 };
    expect(await acts()).toEqual([done]);
    expect(await sold.emails()).toMatchObject([{ reason: REASON, refundId }]);
    expect(await refund(PART, own)).toMatchObject(done);
    // One that has been under way for long does not keep another amount waiting.
    await loseResponse();
    await expect(refund({ amount: 200 })).rejects.toBeInstanceOf(ProviderUnavailable);
    stage.time.now += MINUTE;
    expect(await refund({ amount: 100 })).toMatchObject({ outcome: 'refunded', left: 74_800 });
  });

  it('cancels an order that was not sent, with words to that in the e-mail', async () => {
    const { refund, form, acts, emails } = await sell(await open(), 99_900);
    await refund({ amount: 90_000 }, form(0));
    stage.time.now += MINUTE;
    await refund({ amount: 9_900, reason: REASON }, form(1));
    const [part, rest] = await acts();
    expect(part).not.toHaveProperty('isCancelled');
    expect(rest).toMatchObject({ isCancelled: true, left: 0 });
    const cancelled = (await emails()).filter(({ isCancelled }) => isCancelled);
    expect(cancelled).toMatchObject([{ reason: REASON }]);
  });
});

onDatabase('refundOrder', (open) => {
  it('refunds a part, the same amount again by another act, and then the rest', async () => {
    const { refund, made, refunded } = await sell(await open(), 99_900);
    // The rest is a second refund of the same amount, too.
    for (const [amount, left] of [
      [25_000, 74_900],
      [25_000, 49_900],
      [24_950, 24_950],
      [24_950, 0],
    ] as const) {
      expect(await refund({ amount })).toMatchObject({ outcome: 'refunded', left });
    }
    const amounts = [24_950, 24_950, 25_000, 25_000];
    expect(await refunded()).toEqual({ state: 'refunded', amounts, emails: 4 });
    const atProvider = (await made()).map(({ amount }) => amount);
    expect(atProvider.toSorted((a, b) => a - b)).toEqual(amounts);
  });

  it('records a full refund that was made in the provider’s dashboard', async () => {
    const { db, refund, payments, made, refunded } = await sell(await open(), 99_900);
    await stage.standIn.refund(payments[0]);
    await db.updateTable('shop_order').set({ email: '' }).execute();
    const before = { outcome: 'refunded before', amount: 99_900, left: 0, refundId: undefined };
    expect(await refund({ amount: 25_000 })).toMatchObject(before);
    expect(await made()).toHaveLength(1);
    expect(await refunded()).toEqual({ state: 'refunded', amounts: [99_900], emails: 1 });
  });

  it('refuses to refund more than is left, or what the provider refuses', async () => {
    const { db, refund, giveBack, ...sold } = await sell(await open(), 99_900);
    const { made, refunded } = sold;
    const tooMuch = { outcome: 'refused', because: 'more than is left' };
    const more = await refund({ amount: 99_901 });
    expect(more).toEqual({ ...tooMuch, amount: 99_901, left: 99_900 });
    await refund({ amount: 90_000 });
    expect(await refund({ amount: 10_000 })).toEqual({ ...tooMuch, amount: 10_000, left: 9_900 });
    const next_check_at = '2126-12-01T00:00:00.000Z';
    await db.updateTable('payment_attempt').set({ next_check_at }).execute();
    // The shop has not heard of this part.
    await giveBack(5_000);
    expect(await refund({ amount: 9_900 })).toEqual({
      outcome: 'refused',
      because: 'provider refused',
      paymentId: sold.payments[0],
      status: 'captured',
      description: expect.stringContaining('greater than'),
    });
    expect(await sold.acts()).toMatchObject([{ amount: 90_000 }]);
    expect(await made()).toHaveLength(2);
    expect(await refunded()).toEqual({ state: 'paid', amounts: [90_000], emails: 1 });
    // It is recorded at the next check, which comes at once, and then the rest can be refunded.
    expect((await sold.rows()).attempt?.next_check_at).toBe(clock().toISOString());
    stage.time.now += 2 * MINUTE;
    await stage.on({ db, kind: 'sqlite' }).start().kick();
    expect(await refunded()).toMatchObject({ amounts: [5_000, 90_000], emails: 2 });
    expect(await refund({ amount: 4_900 })).toMatchObject({ outcome: 'refunded', left: 0 });
    const [nobody, parts] = ['MA-0000000000', { db, clock, provider: stage.client }];
    const unknown = await refundOrder(parts, nobody, { amount: 1 }, newAct('refund', nobody));
    expect(unknown).toEqual({ outcome: 'refused', because: 'unknown order' });
  });
});

onDatabase('refundPayment', (open) => {
  it('ends an attempt once all of its payments are refunded, and flags one that comes later', async () => {
    const { db, attempt, payments, refundSurplus, ...sold } = await sell(await open(), 100, 200);
    const { hear, refunded } = sold;
    await hear({ id: 'rfnd_all', amount: 100 });
    await refundSurplus(payments[0]);
    // The shopper was notified of this money already.
    expect(await refunded()).toEqual({ state: 'needs_attention', amounts: [], emails: 1 });
    await refundSurplus(payments[1]);
    expect(await refunded()).toEqual({ state: 'refunded', amounts: [], emails: 2 });
    const late = await settlePayment(db, clock, { ...attempt, id: 'pay_late' });
    expect(late).toMatchObject({ outcome: 'attention' });
    const { state, surplus } = await sold.rows();
    expect(state).toBe('refunded');
    expect(surplus.find((row) => row.payment_id === 'pay_late')?.state).toBe('flagged');
  });

  it('records a refund that was made in the dashboard', async () => {
    const { payments, refundSurplus, made, refunded } = await sell(await open(), 100);
    await stage.standIn.refund(payments[0]);
    const elsewhere = await refundSurplus();
    expect(elsewhere).toMatchObject({ outcome: 'refunded', refundId: undefined });
    expect(await made()).toHaveLength(1);
    expect(await refunded()).toEqual({ state: 'refunded', amounts: [], emails: 1 });
  });

  it('refuses a payment that was not flagged, and reports the provider’s reason when it refuses', async () => {
    const { orderId, payments, refundSurplus, ...sold } = await sell(await open(), 99_900, 200);
    const { made, refunded } = sold;
    const notFlagged = { outcome: 'refused', because: 'not flagged' };
    expect(await refundSurplus(payments[0])).toEqual({ ...notFlagged, orderId });
    const unknown = await refundSurplus('pay_of_another_shop');
    expect(unknown).toEqual({ ...notFlagged, orderId: undefined });
    expect(await made()).toEqual([]);
    await sold.giveBack(100, payments[1]);
    expect(await refundSurplus()).toMatchObject({
      because: 'provider refused',
      description: expect.stringContaining('greater than'),
    });
    expect(await refunded()).toEqual({ state: 'paid', amounts: [], emails: 0 });
    // Once the shop has heard of that part, the rest can be refunded, once.
    const [part] = await made(payments[1]);
    await sold.hear(part!, payments[1]);
    await loseResponse();
    await expect(refundSurplus()).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await refundSurplus()).toMatchObject({ outcome: 'refunded', amount: 100 });
    expect(await refundSurplus()).toMatchObject({ outcome: 'refunded before' });
    expect(await made(payments[1])).toMatchObject([{ amount: 100 }, { amount: 100 }]);
    expect(await refunded()).toEqual({ state: 'paid', amounts: [], emails: 2 });
  });

  it('refunds a payment that has no attempt', async () => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    await settlePayment(db, clock, { ...payment, orderId: 'order_after_the_backup' });
    const refund = { id: 'rfnd_1', paymentId: payment.id, amount: 99_900 };
    for (const [status, outcome] of [
      ['pending', 'pending'],
      ['processed', 'refunded'],
    ] as const) {
      const provider = { ...stage.client, refundPayment: async () => ({ ...refund, status }) };
      const act = newAct('refund', payment.id);
      expect(await refundPayment({ db, clock, provider }, payment.id, act)).toMatchObject({
        outcome,
      });
    }
    const { surplus } = await readRows(db);
    expect(surplus).toMatchObject([{ state: 'refunded', refund_id: 'rfnd_1' }]);
  });
});

onDatabase('a refund', (open) => {
  /** Sells an order, or one payment that is flagged. `request` refunds it, or a part of it. */
  async function sellOne(what: string) {
    const isOrder = what === 'an order';
    const sold = await sell(await open(), isOrder ? 99_900 : 100);
    const about = isOrder ? sold.orderId : sold.payments[0];
    const request = (act = newAct('refund', about), provider = stage.client) =>
      isOrder
        ? sold.refund({ amount: 25_000 }, act, provider)
        : sold.refundSurplus(sold.payments[0], act, provider);
    return { ...sold, about, request };
  }

  it.each([
    ['an order', { state: 'paid', amounts: [25_000] }],
    ['a payment', { state: 'refunded', amounts: [] }],
  ])('of %s continues after a lost response', async (what, after) => {
    const { about, request, made, refunded } = await sellOne(what);
    const before = await refunded();
    const act = newAct('refund', about);
    await loseResponse();
    await expect(request(act)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await refunded()).toEqual(before);
    const [first] = await made();
    expect(await request(act)).toMatchObject({ outcome: 'refunded', refundId: first?.id });
    expect(await made()).toHaveLength(1);
    expect(await refunded()).toEqual({ ...after, emails: 1 });
  });

  it.each(['an order', 'a payment'])(
    'of %s that the provider does not process at once is recorded once it is, and refused if it failed',
    async (what) => {
      const { db, about, request, made, acts, rows, refunded } = await sellOne(what);
      const next_check_at = '2126-12-01T00:00:00.000Z';
      await db.updateTable('payment_attempt').set({ next_check_at }).execute();
      const before = await refunded();
      const act = newAct('refund', about);
      const because = 'failed at provider';
      const failed = await request(act, withRefunds('failed'));
      expect(failed).toMatchObject({ outcome: 'refused', because });
      expect(await acts(about)).toEqual([]);
      expect((await rows()).attempt).toMatchObject({ next_check_at });
      const pending = await request(act, withRefunds('pending'));
      expect(pending).toMatchObject({ outcome: 'pending' });
      expect(await acts(about)).toMatchObject([{ outcome: 'pending' }]);
      expect((await rows()).attempt).toMatchObject({ next_check_at: clock().toISOString() });
      expect(await refunded()).toEqual(before);
      expect(await request()).toMatchObject({ outcome: 'refunded' });
      expect(await acts(about)).toMatchObject([{ outcome: 'refunded' }, { outcome: 'refunded' }]);
      expect(await made()).toHaveLength(1);
    },
  );
});
