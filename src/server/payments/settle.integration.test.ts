// Whatever is reported, however often and in any order: one payment becomes one order.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { beginAttempt, readEmails, readRows } from '#support/payments/begin-attempt.ts';
import { writeEmail } from '../mail/write-email.ts';
import type { Email } from '../mail/outbox.ts';
import type { Database } from '../platform/database/schema.ts';
import type { ProviderPayment } from './provider.ts';
import { settlePayment } from './settle.ts';

const now = new Date('2026-11-14T12:45:00.000Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

/** Begins an attempt; `settle` reports its payment, changed. */
async function begin({ db }: { db: Database }) {
  const payment = await beginAttempt(db, { now });
  const mails = db.selectFrom('mail').select(['kind', 'recipient', 'dedupe_key']).orderBy('kind');
  return {
    db,
    payment,
    settle: (change: Partial<ProviderPayment> = {}, newOrderId?: () => string) =>
      settlePayment(db, () => now, { ...payment, ...change }, newOrderId),
    rows: () => readRows(db),
    mails: () => mails.execute(),
  };
}

onBoth('settlePayment', (open) => {
  it('records the order and both e-mails, once', async () => {
    const { payment, settle, rows, mails } = await begin(await open());
    const first = await settle();
    expect(first).toMatchObject({ outcome: 'paid', fresh: true });
    expect(await settle()).toEqual({ ...first, fresh: false });

    const { attempt, state, orders } = await rows();
    expect(state).toBe('paid');
    expect(orders).toHaveLength(1);
    const [order] = orders;
    expect(order).toMatchObject({
      id: expect.stringMatching(/^MA-/),
      attempt_id: attempt?.id,
      provider_order_id: payment.orderId,
      provider_payment_id: payment.id,
      user_id: 'a-user',
      email: 'kavya@shopper.example',
      amount: 99_900,
      currency: 'INR',
      snapshot: attempt?.snapshot,
      placed_at: now.toISOString(),
      send_by: '2026-11-18',
      promised_by: '2026-11-18',
    });
    const [dedupe_key, recipient] = [`order:${order?.id}`, 'kavya@shopper.example'];
    expect(await mails()).toEqual([
      { kind: 'order-notice', recipient: 'shop', dedupe_key: `${dedupe_key}:notice` },
      { kind: 'order-receipt', recipient, dedupe_key: `${dedupe_key}:receipt` },
    ]);
  });

  it('records one order when two payments are captured and reported at once, and flags the second', async () => {
    const { db, payment, settle, rows, mails } = await begin(await open());
    const reports = [payment.id, 'pay_second', payment.id, 'pay_second'];
    const settled = await Promise.all(reports.map((id) => settle({ id })));
    expect(settled.filter((each) => each.outcome === 'paid' && each.fresh)).toHaveLength(1);
    expect(new Set(settled.map((each) => each.outcome === 'paid' && each.orderId)).size).toBe(1);
    const { orders, surplus } = await rows();
    const [order] = orders;
    const second = order?.provider_payment_id === 'pay_second' ? payment.id : 'pay_second';
    expect((await mails()).map(({ dedupe_key }) => dedupe_key)).toEqual([
      `order:${order?.id}:notice`,
      `order:${order?.id}:receipt`,
      `payment:${second}:attention`,
    ]);
    const money = { amount: 99_900, currency: 'INR' };
    expect(surplus).toMatchObject([{ payment_id: second, ...money, state: 'flagged' }]);
    const [facts] = await readEmails(db, 'payment-attention');
    expect(facts).toMatchObject({ orderId: order?.id, paymentId: second, expected: 99_900 });
    expect(facts).not.toHaveProperty('isOnlyAuthorized');
  });

  it('writes nothing at all when one of its writes fails', async () => {
    const database = await open();
    const [known, { settle, rows }] = [await begin(database), await begin(database)];
    const first = await known.settle();
    const sameId = () => (first.outcome === 'paid' ? first.orderId : '');
    await expect(settle({}, sameId)).rejects.toThrow(/unique/i);
    const { orders, mails } = await rows();
    expect([orders.length, mails.length]).toEqual([1, 2]);
    // The repeat, with a new number, succeeds.
    expect(await settle()).toMatchObject({ outcome: 'paid', fresh: true });
  });
});

onDatabase('what settlePayment decides', (open) => {
  it.each([
    ['confirmed', true, /12, South Mada Street/],
    ['not confirmed', false, /Once you have confirmed your e-mail/],
  ])('shows the address in a receipt only if confirmed: %s', async (_, isConfirmed, words) => {
    const { db, settle } = await begin(await open());
    const emailVerified = isConfirmed ? sql<boolean>`true` : sql<boolean>`false`;
    const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    const user = { id: 'a-user', name: 'Kavya', email: 'kavya@shopper.example', ...at };
    await db
      .insertInto('user')
      .values({ ...user, emailVerified })
      .execute();
    await settle();
    const emails = await db.selectFrom('mail').selectAll().orderBy('kind').execute();
    const [notice, receipt] = emails.map(({ kind, payload }) =>
      writeEmail({ kind, facts: JSON.parse(payload) } as Email, 'https://maalai.example'),
    );
    expect(receipt?.text).toMatch(words);
    expect(receipt?.text.includes('Kavya Raman')).toBe(isConfirmed);
    expect(notice?.text).toMatch(/Kavya Raman[^]*12, South Mada Street/);
  });

  it.each(['created', 'authorized', 'failed', 'refunded'] as const)(
    'waits while the payment is %s, and accepts it when it is captured later',
    async (status) => {
      const { settle, rows } = await begin(await open());
      expect(await settle({ status })).toEqual({ outcome: 'pending' });
      expect(await rows()).toMatchObject({ state: 'paying', orders: [] });
      expect(await settle()).toMatchObject({ outcome: 'paid', fresh: true });
      // An older event never moves it back.
      expect(await settle({ status })).toMatchObject({ outcome: 'paid', fresh: false });
      expect((await rows()).state).toBe('paid');
    },
  );

  it.each([
    ['too little money', { amount: 99_899 }, /₹998.99 was captured, but ₹999.00/],
    ['too much money', { amount: 199_800 }, /₹1,998.00 was captured, but ₹999.00/],
    ['another currency', { currency: 'USD' }, /captured in USD/],
  ])('flags %s to the shop once, and still accepts the right payment', async (_, odd, why) => {
    const { payment, settle, rows, mails } = await begin(await open());
    const wrong = { ...odd, id: 'pay_wrong' };
    const reason = expect.stringMatching(why);
    for (let i = 0; i < 3; i += 1) {
      expect(await settle(wrong)).toEqual({ outcome: 'attention', reason });
    }
    const { amount, currency } = { ...payment, ...odd };
    const surplus = [{ payment_id: 'pay_wrong', amount, currency, state: 'flagged' }];
    expect(await rows()).toMatchObject({ state: 'needs_attention', reason, orders: [], surplus });
    const dedupe_key = 'payment:pay_wrong:attention';
    expect(await mails()).toEqual([{ kind: 'payment-attention', recipient: 'shop', dedupe_key }]);
    expect(await settle({ status: 'failed' })).toMatchObject({ outcome: 'attention' });

    expect(await settle()).toMatchObject({ outcome: 'paid', fresh: true });
    expect(await rows()).toMatchObject({ state: 'paid', reason: null });
    expect(await settle(wrong)).toMatchObject({ outcome: 'paid', fresh: false });
    expect(await rows()).toMatchObject({ state: 'paid', surplus });
    expect(await mails()).toHaveLength(3);
  });

  it('flags a payment begun after its price has ended, but not one begun in time', async () => {
    const { settle, rows } = await begin(await open());
    const price = 5 * 86_400_000;
    expect(await settle({ id: 'pay_late', begunAt: after(price + 1) })).toMatchObject({
      outcome: 'attention',
      reason: expect.stringMatching(/began to pay on .* 2026 at .* IST, at the price of .*5 days/),
    });
    const surplus = [{ payment_id: 'pay_late', state: 'flagged' }];
    expect(await rows()).toMatchObject({ orders: [], surplus });
    expect(await settle({ begunAt: after(price) })).toMatchObject({ outcome: 'paid', fresh: true });
  });

  it('schedules an early check while the bank is processing, but not once the order is recorded', async () => {
    const { db, settle, rows } = await begin(await open());
    const later = { next_check_at: after(60_000).toISOString(), checks: 7 };
    const early = { next_check_at: now.toISOString(), checks: 0 };
    /** Resolves to the attempt, whose next check was to be later, after a report. */
    const attemptAfter = async (report: Partial<ProviderPayment>) => {
      await db.updateTable('payment_attempt').set(later).execute();
      await settle(report);
      return (await rows()).attempt;
    };
    expect(await attemptAfter({ status: 'failed' })).toMatchObject(later);
    expect(await attemptAfter({ status: 'created' })).toMatchObject(early);
    expect(await attemptAfter({ status: 'authorized' })).toMatchObject(early);
    await settle();
    expect(await attemptAfter({ status: 'authorized' })).toMatchObject(later);
    const other = { id: 'pay_other', status: 'authorized' } as const;
    expect(await attemptAfter(other)).toMatchObject({ ...later, state: 'paid' });
  });
});
