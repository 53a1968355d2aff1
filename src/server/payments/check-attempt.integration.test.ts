// What one check of an attempt finds, and what follows from it.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import {
  beginAttempt,
  beginUnopened,
  bothEmails,
  readEmails,
  readRows,
} from '#support/payments/begin-attempt.ts';
import { DAY, HOUR, MINUTE, standInStage } from '#support/payments/stand-in-stage.ts';
import { createLog } from '../platform/log.ts';
import { attachProviderOrder, createOpenProviderOrder } from './provider-order.ts';
import { createRazorpayClient } from './razorpay.ts';
import type { PaymentProvider } from './provider.ts';
import { recordPartialRefund, recordRefund } from './record-refund.ts';
import { settlePayment } from './settle.ts';

onDatabase('the check of an attempt', (open) => {
  const stage = standInStage();
  const { begin, clock, counted, time } = stage;

  const statusAtProvider = async (paymentId: string) =>
    (await stage.standIn.ledger()).payments.find(({ id }) => id === paymentId)?.status;

  /** Begins an attempt. */
  async function beginHere() {
    const { db, start } = stage.on(await open());
    const payment = await begin(db);
    let reconciler: ReturnType<typeof start> | undefined;
    const rows = () => readRows(db);
    /** Lets time pass and runs a round of the reconciler, which has this provider from its first round on. */
    async function check(milliseconds: number, provider: PaymentProvider = stage.client) {
      time.now += milliseconds;
      reconciler ??= start({ provider });
      await reconciler.kick();
    }
    return {
      db,
      payment,
      rows,
      check,
      /** Pays at the provider, as often as wanted. Resolves to the id of the payment. */
      pay: async (how?: object) =>
        (await stage.standIn.pay(payment.orderId, { again: true, ...how })).razorpay_payment_id,
      /** Reports a payment as the browser does. */
      settle: (id: string, more: object = {}) =>
        settlePayment(db, clock, { ...payment, id, ...more }),
      /**
       * Lets time pass until the attempt is never checked again. Resolves to the age of the attempt at each check.
       * @param before runs before each check
       */
      async checkToTheEnd(provider: PaymentProvider, before = async (_age: number) => {}) {
        const [began, ages] = [time.now, [] as number[]];
        for (;;) {
          const due = (await rows()).attempt?.next_check_at;
          if (!due) return ages;
          const age = Math.max(Date.parse(due) - began, 2 * MINUTE);
          await before(age);
          await check(began + age - time.now, provider);
          ages.push(age);
        }
      },
      kicks: () => reconciler?.kicks() ?? 0,
    };
  }

  it('finds a payment after two minutes if the tab was closed and no webhook came', async () => {
    const { pay, check, rows, kicks } = await beginHere();
    const id = await pay();
    await check(2 * MINUTE - 1);
    expect(await rows()).toMatchObject({ state: 'paying', orders: [] });
    await check(1);
    const orders = [{ provider_payment_id: id }];
    expect(await rows()).toMatchObject({ state: 'paid', orders, mails: bothEmails });
    expect(kicks()).toBeGreaterThan(0);
  });

  it('asks less and less often, gives up after five days, and still accepts a later payment', async () => {
    const { payment, check, checkToTheEnd, rows, settle } = await beginHere();
    const { requested, provider } = counted();
    const ages = await checkToTheEnd(provider);
    expect(ages.slice(0, 3)).toEqual([2 * MINUTE, 4 * MINUTE, 8 * MINUTE]);
    expect(ages.at(-1)).toBe(5 * DAY);
    expect(await rows()).toMatchObject({ state: 'expired', orders: [], mails: [] });
    await check(DAY);
    expect(requested).toHaveLength(ages.length);

    expect(await settle(payment.id)).toMatchObject({ outcome: 'paid', fresh: true });
    expect(await rows()).toMatchObject({ state: 'paid', mails: bothEmails });
  });

  it('expires an attempt whose order the provider does not know, but not while it refuses the key', async () => {
    const { db, start } = stage.on(await open());
    await beginAttempt(db, { now: clock() });
    time.now += 6 * DAY;
    const stranger = createRazorpayClient({ ...stage.standIn.config, keySecret: 'revoked' });
    await start({ provider: stranger }).kick();
    expect(await readRows(db)).toMatchObject({ state: 'paying' });
    time.now += MINUTE;
    await start().kick();
    expect((await readRows(db)).attempt).toMatchObject({ state: 'expired', next_check_at: null });
  });

  it('expires an attempt without a provider’s order after a day, without asking', async () => {
    const { db, start } = stage.on(await open());
    const id = await beginUnopened(db, clock());
    const { requested, provider } = counted();
    const reconciler = start({ provider });
    for (const passed of [2 * MINUTE, DAY - 2 * MINUTE - 1]) {
      time.now += passed;
      await reconciler.kick();
    }
    expect(await readRows(db)).toMatchObject({ state: 'created' });
    time.now += 1;
    await reconciler.kick();
    const { attempt } = await readRows(db);
    expect(attempt).toMatchObject({ state: 'expired', next_check_at: null });
    expect(requested).toEqual([]);
    const openProviderOrder = createOpenProviderOrder({ db, clock, provider });
    const late = openProviderOrder(attempt!, { isLeased: false, log: createLog('silent') });
    const expired = { status: 409, extra: { code: 'attempt-expired' } };
    await expect(late).rejects.toMatchObject(expired);
    const attached = attachProviderOrder(db, id, 'order_too_late', clock());
    await expect(attached).rejects.toMatchObject(expired);
  });

  it('captures a payment that was authorised late, also if the response to its capture was lost', async () => {
    const { pay, check, rows } = await beginHere();
    const id = await pay({ outcome: 'failure' });
    await check(2 * MINUTE);
    await stage.standIn.settleLate(id, 'authorized');
    const call = 'POST /v1/payments/:id/capture';
    await stage.standIn.setFaults({ on: 'http', call, action: 'drop', stage: 'after', times: 1 });
    await check(2 * MINUTE);
    expect(await rows()).toMatchObject({ state: 'paying', orders: [] });
    await check(30_000);
    const orders = [{ provider_payment_id: id }];
    expect(await rows()).toMatchObject({ state: 'paid', orders, mails: bothEmails });
    expect(await statusAtProvider(id)).toBe('captured');
  });

  it('settles a payment that somebody else captured since it asked', async () => {
    const { pay, check, rows } = await beginHere();
    const id = await pay({ outcome: 'authorized' });
    const capturePayment: PaymentProvider['capturePayment'] = async (payment) => {
      await stage.client.capturePayment(payment);
      return stage.client.capturePayment(payment);
    };
    await check(2 * MINUTE, { ...stage.client, capturePayment });
    expect(await rows()).toMatchObject({ state: 'paid', orders: [{ provider_payment_id: id }] });
  });

  it('flags an authorised payment that does not fit, does not capture it, and notifies the shop once', async () => {
    const { db, pay, check, rows } = await beginHere();
    const id = await pay({ outcome: 'authorized', amount: 100 });
    for (let turn = 0; turn < 3; turn += 1) await check(HOUR);
    expect(await rows()).toMatchObject({
      state: 'needs_attention',
      reason: '₹1.00 was authorised, but ₹999.00 was asked for.',
      orders: [],
      mails: ['payment-attention'],
      surplus: [],
    });
    expect(await statusAtProvider(id)).toBe('authorized');
    expect(await readEmails(db, 'payment-attention')).toMatchObject([
      { isOnlyAuthorized: true, paid: 100 },
    ]);
  });

  it('captures nothing more for an attempt that was refunded', async () => {
    const { pay, check, rows, settle } = await beginHere();
    const id = await pay({ amount: 100 });
    await settle(id, { amount: 100 });
    await stage.standIn.refund(id);
    await check(2 * MINUTE);
    expect(await rows()).toMatchObject({ state: 'refunded' });
    const late = await pay({ outcome: 'authorized' });
    await check(HOUR);
    expect(await statusAtProvider(late)).toBe('authorized');
    expect(await rows()).toMatchObject({ state: 'refunded', orders: [] });
  });

  it('makes one order from several payments: the others are flagged if captured, left to lapse if not', async () => {
    const { pay, check, rows, settle } = await beginHere();
    const first = await pay();
    // The browser reports the first; nobody ever reports the others.
    await settle(first);
    const [second, third] = [await pay(), await pay({ outcome: 'authorized' })];
    await check(2 * MINUTE);
    expect(await rows()).toMatchObject({
      state: 'paid',
      orders: [{ provider_payment_id: first }],
      mails: [...bothEmails, 'payment-attention'],
      surplus: [{ payment_id: second, state: 'flagged' }],
    });
    expect(await statusAtProvider(third)).toBe('authorized');
  });

  /** Sells an order; `giveBack` refunds a part of it in the provider’s dashboard, and no webhook comes. */
  async function sell(beforeIsPaid?: (begun: Awaited<ReturnType<typeof beginHere>>) => unknown) {
    const begun = await beginHere();
    await beforeIsPaid?.(begun);
    const { db, payment } = begun;
    const id = await begun.pay();
    await begun.settle(id);
    const events = db.selectFrom('order_event').select(['refund_id', 'amount']).orderBy('amount');
    return {
      ...begun,
      payment: { ...payment, id },
      giveBack: (amount: number) =>
        stage.client.refundPayment(id, { amount, idempotencyKey: randomUUID() }),
      /** Resolves to the amounts that the order shows as refunded, with the provider’s ids. */
      refunds: async () => (await events.execute()).map(Object.values),
    };
  }

  it('records partial refunds from the dashboard once, also if their webhooks come later, and then the whole', async () => {
    const { db, payment, giveBack, refunds, check, rows } = await sell();
    const parts = [await giveBack(10_000), await giveBack(20_000)] as const;
    await check(2 * MINUTE);
    const shown = parts.map(({ id, amount }) => [id, amount]);
    expect(await refunds()).toEqual(shown);
    const mails = [...bothEmails, 'payment-refund', 'payment-refund'];
    expect(await rows()).toMatchObject({ state: 'paid', mails, attempt: { checks: 1 } });
    for (const part of parts) {
      expect(await recordPartialRefund(db, clock, part, payment)).toBe(false);
    }
    const rest = await giveBack(69_900);
    for (const turn of [1, 2]) await check(HOUR * turn);
    expect(await refunds()).toEqual([...shown, [rest.id, 69_900]]);
    const whole = { ...payment, status: 'refunded', refundId: rest.id } as const;
    expect(await recordRefund(db, clock, whole)).toMatchObject({ fresh: false });
    const all = [...mails, 'payment-refund'];
    expect(await rows()).toMatchObject({ state: 'refunded', mails: all });
  });

  it('looks for refunds for half a year, some thirty times, and finds one of months later', async () => {
    const { giveBack, refunds, checkToTheEnd } = await sell();
    const { requested, provider } = counted();
    const ages = await checkToTheEnd(provider, async (age) => {
      if (age > 100 * DAY && (await refunds()).length === 0) await giveBack(10_000);
    });
    const days = ages.map((age) => age / DAY).filter((day) => day > 5);
    const pauses = days.slice(1).map((day, index) => day - days[index]!);
    expect(requested.length).toBeLessThan(70);
    expect(days.length).toBeLessThan(35);
    expect(pauses[0]).toBe(1);
    expect(Math.max(...pauses)).toBeLessThan(25);
    expect(days.at(-1)).toBeGreaterThan(190);
    expect((await refunds()).map(([, amount]) => amount)).toEqual([10_000]);
  });

  it('records no refund that is pending, and notifies the shop of one that failed, once', async () => {
    const { db, giveBack, refunds, check, rows } = await sell();
    await giveBack(10_000);
    let status: 'pending' | 'failed' = 'pending';
    const fetchRefunds: PaymentProvider['fetchRefunds'] = async (id) =>
      (await stage.client.fetchRefunds(id)).map((refund) => ({ ...refund, status }));
    await check(50 * DAY, { ...stage.client, fetchRefunds });
    const soon = new Date(time.now + DAY).toISOString();
    expect((await rows()).attempt).toMatchObject({ state: 'paid', next_check_at: soon });
    status = 'failed';
    for (let turn = 0; turn < 2; turn += 1) await check(10 * DAY);
    expect(await refunds()).toEqual([]);
    const [{ reason }, ...others] = await readEmails(db, 'payment-attention');
    expect([reason, ...others]).toEqual([
      expect.stringMatching(/^The refund rfnd_\S+ of ₹100.00 failed/),
    ]);
  });

  it('finds the whole refund of an order whose payment came after its attempt had expired', async () => {
    const { db, giveBack, refunds, check } = await sell(async (begun) => {
      await begun.check(6 * DAY);
      const attempt = { next_check_at: null };
      expect(await begun.rows()).toMatchObject({ state: 'expired', attempt });
    });
    const { id } = await giveBack(99_900);
    await check(0);
    expect(await refunds()).toEqual([[id, 99_900]]);
    const [email, ...others] = await readEmails(db, 'payment-refund');
    expect([email.isPartial, email.refundId, others]).toEqual([undefined, id, []]);
  });
});
