// Whatever is reported, however often and in any order: one payment becomes one order.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { beginAttempt as begin } from '#support/payments/begin-attempt.ts';
import { writeEmail } from '../mail/write-email.ts';
import type { Email } from '../mail/outbox.ts';
import type { Database } from '../platform/database/schema.ts';
import { moveAttempt } from './attempts.ts';
import type { ProviderPayment } from './provider.ts';
import { settlePayment } from './settle.ts';

const now = new Date('2026-11-14T12:45:00.000Z');
const beginAttempt = (db: Database) => begin(db, { now });
const settle = (db: Database, payment: ProviderPayment) => settlePayment(db, () => now, payment);
const readOrders = (db: Database) => db.selectFrom('shop_order').selectAll().execute();
const readAttempt = (db: Database) =>
  db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();
const readMails = (db: Database) =>
  db.selectFrom('mail').select(['kind', 'recipient', 'dedupe_key']).orderBy('kind').execute();
const readSurplus = (db: Database) =>
  db.selectFrom('surplus_payment').select(['payment_id', 'amount', 'currency', 'state']).execute();

onBoth('settlePayment', (open) => {
  it('records the order and both e-mails, once', async () => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    const first = await settle(db, payment);
    expect(first).toMatchObject({ outcome: 'paid', fresh: true });
    expect(await settle(db, payment)).toEqual({ ...first, fresh: false });

    const [order, ...others] = await readOrders(db);
    expect(others).toEqual([]);
    const attempt = await readAttempt(db);
    expect(order).toMatchObject({
      id: expect.stringMatching(/^MA-/),
      attempt_id: attempt.id,
      provider_order_id: payment.orderId,
      provider_payment_id: payment.id,
      user_id: 'a-user',
      email: 'kavya@shopper.example',
      amount: 99_900,
      currency: 'INR',
      snapshot: attempt.snapshot,
      placed_at: now.toISOString(),
      send_by: '2026-11-18',
      promised_by: '2026-11-18',
    });
    expect(attempt.state).toBe('paid');
    expect(await readMails(db)).toEqual([
      { kind: 'order-notice', recipient: 'shop', dedupe_key: `order:${order?.id}:notice` },
      {
        kind: 'order-receipt',
        recipient: 'kavya@shopper.example',
        dedupe_key: `order:${order?.id}:receipt`,
      },
    ]);
  });

  it('records one order when two payments are captured and reported at once, and flags the second', async () => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    const both = [payment, { ...payment, id: 'pay_second' }];
    const settled = await Promise.all([...both, ...both].map((each) => settle(db, each)));
    expect(settled.filter((each) => each.outcome === 'paid' && each.fresh)).toHaveLength(1);
    expect(new Set(settled.map((each) => each.outcome === 'paid' && each.orderId)).size).toBe(1);
    const [order] = await readOrders(db);
    const second = order?.provider_payment_id === 'pay_second' ? payment.id : 'pay_second';
    expect((await readMails(db)).map(({ dedupe_key }) => dedupe_key)).toEqual([
      `order:${order?.id}:notice`,
      `order:${order?.id}:receipt`,
      `payment:${second}:attention`,
    ]);
    expect(await readSurplus(db)).toEqual([
      { payment_id: second, amount: 99_900, currency: 'INR', state: 'flagged' },
    ]);
    const mails = db.selectFrom('mail').select('payload').where('kind', '=', 'payment-attention');
    const facts = JSON.parse((await mails.executeTakeFirstOrThrow()).payload);
    expect(facts).toMatchObject({ orderId: order?.id, paymentId: second, expected: 99_900 });
    expect(facts).not.toHaveProperty('isOnlyAuthorized');
  });

  it('writes nothing at all when one of its writes fails', async () => {
    const { db } = await open();
    const [known, payment] = [await beginAttempt(db), await beginAttempt(db)];
    const first = await settle(db, known);
    const sameId = () => (first.outcome === 'paid' ? first.orderId : '');
    await expect(settlePayment(db, () => now, payment, sameId)).rejects.toThrow(/unique/i);
    expect(await readOrders(db)).toHaveLength(1);
    expect(await readMails(db)).toHaveLength(2);
    // The repeat, with a new number, succeeds.
    expect(await settle(db, payment)).toMatchObject({ outcome: 'paid', fresh: true });
  });
});

onDatabase('what settlePayment decides', (open) => {
  it.each([
    ['confirmed', true, /12, South Mada Street/],
    ['not confirmed', false, /Once you have confirmed your e-mail/],
  ])('shows the address in a receipt only if confirmed: %s', async (_, isConfirmed, words) => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    const emailVerified = isConfirmed ? sql<boolean>`true` : sql<boolean>`false`;
    const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    const user = { id: 'a-user', name: 'Kavya', email: 'kavya@shopper.example', ...at };
    await db
      .insertInto('user')
      .values({ ...user, emailVerified })
      .execute();
    await settle(db, payment);
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
      const { db } = await open();
      const payment = await beginAttempt(db);
      expect(await settle(db, { ...payment, status })).toEqual({ outcome: 'pending' });
      expect(await readOrders(db)).toEqual([]);
      expect((await readAttempt(db)).state).toBe('paying');
      expect(await settle(db, payment)).toMatchObject({ outcome: 'paid', fresh: true });
      // An older event never moves it back.
      const older = await settle(db, { ...payment, status });
      expect(older).toMatchObject({ outcome: 'paid', fresh: false });
      expect((await readAttempt(db)).state).toBe('paid');
    },
  );

  it.each([
    ['too little money', { amount: 99_899 }, /₹998.99 was captured, but ₹999.00/],
    ['too much money', { amount: 199_800 }, /₹1,998.00 was captured, but ₹999.00/],
    ['another currency', { currency: 'USD' }, /captured in USD/],
  ])('flags %s to the shop once, and still accepts the right payment', async (_, odd, why) => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    const wrong = { ...payment, ...odd, id: 'pay_wrong' };
    const reason = expect.stringMatching(why);
    for (let i = 0; i < 3; i += 1) {
      expect(await settle(db, wrong)).toEqual({ outcome: 'attention', reason });
    }
    expect(await readOrders(db)).toEqual([]);
    expect(await readAttempt(db)).toMatchObject({ state: 'needs_attention', reason });
    const dedupe_key = 'payment:pay_wrong:attention';
    expect(await readMails(db)).toEqual([
      { kind: 'payment-attention', recipient: 'shop', dedupe_key },
    ]);
    const { amount, currency } = wrong;
    const flagged = [{ payment_id: 'pay_wrong', amount, currency, state: 'flagged' }];
    expect(await readSurplus(db)).toEqual(flagged);
    const failed = await settle(db, { ...payment, status: 'failed' });
    expect(failed).toMatchObject({ outcome: 'attention' });

    expect(await settle(db, payment)).toMatchObject({ outcome: 'paid', fresh: true });
    expect(await readAttempt(db)).toMatchObject({ state: 'paid', reason: null });
    expect(await settle(db, wrong)).toMatchObject({ outcome: 'paid', fresh: false });
    expect((await readAttempt(db)).state).toBe('paid');
    expect(await readMails(db)).toHaveLength(3);
    expect(await readSurplus(db)).toEqual(flagged);
  });

  it('accepts a payment of an attempt that has expired', async () => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    await moveAttempt(db, (await readAttempt(db)).id, 'expired', now);
    expect(await settle(db, { ...payment, status: 'authorized' })).toEqual({ outcome: 'pending' });
    expect(await settle(db, payment)).toMatchObject({ outcome: 'paid', fresh: true });
    expect((await readAttempt(db)).state).toBe('paid');
  });

  it('flags a payment begun after its price has ended, but not one begun in time', async () => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
    expect(await settle(db, { ...payment, id: 'pay_late', begunAt: after(5.001) })).toMatchObject({
      outcome: 'attention',
      reason: expect.stringMatching(/began to pay on .* 2026 at .* IST, at the price of .*5 days/),
    });
    expect(await readOrders(db)).toEqual([]);
    expect(await readSurplus(db)).toMatchObject([{ payment_id: 'pay_late', state: 'flagged' }]);
    const inTime = await settle(db, { ...payment, begunAt: after(5) });
    expect(inTime).toMatchObject({ outcome: 'paid', fresh: true });
  });

  it('schedules an early check while the bank is processing, but not once the order is recorded', async () => {
    const { db } = await open();
    const payment = await beginAttempt(db);
    const later = new Date(now.getTime() + 60_000).toISOString();
    /** Resolves to when the attempt is checked after a report of this status, if that was to be later. */
    const nextCheckAfter = async (status: ProviderPayment['status']) => {
      const wait = { next_check_at: later, checks: 7 };
      await db.updateTable('payment_attempt').set(wait).execute();
      await settle(db, { ...payment, status });
      const { next_check_at, checks } = await readAttempt(db);
      return { next_check_at, checks };
    };
    expect(await nextCheckAfter('failed')).toEqual({ next_check_at: later, checks: 7 });
    for (const status of ['created', 'authorized'] as const) {
      expect(await nextCheckAfter(status)).toEqual({ next_check_at: now.toISOString(), checks: 0 });
    }
    await settle(db, payment);
    expect(await nextCheckAfter('authorized')).toEqual({ next_check_at: later, checks: 7 });
    const other = { ...payment, id: 'pay_other', status: 'authorized' } as const;
    expect(await settle(db, other)).toMatchObject({ outcome: 'paid', fresh: false });
    expect((await readAttempt(db)).next_check_at).toBe(later);
  });
});
