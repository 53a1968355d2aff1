// Whatever is reported, however often and in any order: one payment becomes one order.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { beginAttempt as begin } from '#support/payments/begin-attempt.ts';
import type { Schema } from '../platform/database/schema.ts';
import type { Email } from '../mail/outbox.ts';
import { writeEmail } from '../mail/write-email.ts';
import { settlePayment } from './settle.ts';
import { moveAttempt } from './attempts.ts';
import type { ProviderPayment } from './provider.ts';

const now = new Date('2026-11-14T12:45:00.000Z');
describeOnBothDatabases('settlePayment', (open) => {
  const beginAttempt = (db: Kysely<Schema>) => begin(db, { now });
  const settle = (db: Kysely<Schema>, fact: ProviderPayment) => settlePayment(db, () => now, fact);
  const orders = (db: Kysely<Schema>) => db.selectFrom('shop_order').selectAll().execute();
  const mails = async (db: Kysely<Schema>) =>
    (await db.selectFrom('mail').selectAll().orderBy('kind').execute()).map(
      ({ kind, recipient, dedupe_key }) => ({ kind, recipient, dedupe_key }),
    );
  const attempt = (db: Kysely<Schema>) =>
    db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();
  const surplus = async (db: Kysely<Schema>) =>
    (await db.selectFrom('surplus_payment').selectAll().execute()).map(
      ({ payment_id, amount, currency, state }) => ({ payment_id, amount, currency, state }),
    );

  it('records the order and both e-mails, once', async () => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const first = await settle(db, fact);
    expect(first).toMatchObject({ outcome: 'paid', fresh: true });
    const again = await settle(db, fact);
    expect(again).toEqual({ ...first, fresh: false });

    const [order, ...others] = await orders(db);
    expect(others).toEqual([]);
    const kept = await attempt(db);
    expect(order).toEqual({
      id: expect.stringMatching(/^MA-/),
      attempt_id: kept.id,
      provider_order_id: fact.orderId,
      provider_payment_id: fact.id,
      user_id: 'a-user',
      email: 'kavya@shopper.example',
      amount: 99_900,
      currency: 'INR',
      snapshot: kept.snapshot,
      placed_at: now.toISOString(),
      send_by: '2026-11-18',
    });
    expect(kept.state).toBe('paid');
    expect(await mails(db)).toEqual([
      { kind: 'order-notice', recipient: 'shop', dedupe_key: `order:${order?.id}:notice` },
      {
        kind: 'order-receipt',
        recipient: 'kavya@shopper.example',
        dedupe_key: `order:${order?.id}:receipt`,
      },
    ]);
  });

  it.each([
    ['confirmed', true, /12, South Mada Street/],
    ['not confirmed', false, /Once you have confirmed your e-mail/],
  ])('shows the address in a receipt only if confirmed: %s', async (_, isConfirmed, words) => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const emailVerified = isConfirmed ? sql<boolean>`true` : sql<boolean>`false`;
    const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    const user = { id: 'a-user', name: 'Kavya', email: 'kavya@shopper.example', ...at };
    await db
      .insertInto('user')
      .values({ ...user, emailVerified })
      .execute();
    await settle(db, fact);
    const emails = await db.selectFrom('mail').selectAll().orderBy('kind').execute();
    const [notice, receipt] = emails.map(({ kind, payload }) =>
      writeEmail({ kind, facts: JSON.parse(payload) } as Email, 'https://maalai.example'),
    );
    expect(receipt?.text).toMatch(words);
    expect(receipt?.text.includes('Kavya Raman')).toBe(isConfirmed);
    expect(notice?.text).toContain('Kavya Raman');
    expect(notice?.text).toContain('12, South Mada Street');
  });

  it('records one order for twenty settlements at once', async () => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const all = await Promise.all(Array.from({ length: 20 }, () => settle(db, fact)));
    const ids = new Set(all.map((each) => each.outcome === 'paid' && each.orderId));
    expect(ids.size).toBe(1);
    expect(all.filter((each) => each.outcome === 'paid' && each.fresh)).toHaveLength(1);
    expect(await orders(db)).toHaveLength(1);
    expect(await mails(db)).toHaveLength(2);
  });

  it.each(['created', 'authorized', 'failed', 'refunded'] as const)(
    'waits while the payment is %s, and accepts it when it is captured later',
    async (status) => {
      const { db } = await open();
      const fact = await beginAttempt(db);
      expect(await settle(db, { ...fact, status })).toEqual({ outcome: 'pending' });
      expect(await orders(db)).toEqual([]);
      expect((await attempt(db)).state).toBe('paying');
      expect(await settle(db, fact)).toMatchObject({ outcome: 'paid', fresh: true });
      // An older event never moves it back.
      expect(await settle(db, { ...fact, status })).toMatchObject({
        outcome: 'paid',
        fresh: false,
      });
      expect((await attempt(db)).state).toBe('paid');
    },
  );

  it.each([
    ['too little money', { amount: 99_899 }, /₹998.99 was captured, but ₹999.00/],
    ['too much money', { amount: 199_800 }, /₹1,998.00 was captured, but ₹999.00/],
    ['another currency', { currency: 'USD' }, /captured in USD/],
  ])('flags %s to the shop once, and still accepts the right payment', async (_, odd, why) => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const wrong = { ...fact, ...odd, id: 'pay_wrong' };
    for (let i = 0; i < 3; i += 1) {
      const outcome = await settle(db, wrong);
      expect(outcome).toEqual({ outcome: 'attention', reason: expect.stringMatching(why) });
    }
    expect(await orders(db)).toEqual([]);
    expect(await attempt(db)).toMatchObject({
      state: 'needs_attention',
      reason: expect.stringMatching(why),
    });
    const attention = {
      kind: 'payment-attention',
      recipient: 'shop',
      dedupe_key: 'payment:pay_wrong:attention',
    };
    expect(await mails(db)).toEqual([attention]);
    const { amount, currency } = wrong;
    const flagged = [{ payment_id: 'pay_wrong', amount, currency, state: 'flagged' }];
    expect(await surplus(db)).toEqual(flagged);
    expect(await settle(db, { ...fact, status: 'failed' })).toMatchObject({ outcome: 'attention' });

    expect(await settle(db, fact)).toMatchObject({ outcome: 'paid', fresh: true });
    expect(await attempt(db)).toMatchObject({ state: 'paid', reason: null });
    expect(await settle(db, wrong)).toMatchObject({ outcome: 'paid', fresh: false });
    expect((await attempt(db)).state).toBe('paid');
    expect(await mails(db)).toHaveLength(3);
    expect(await surplus(db)).toEqual(flagged);
  });

  it('records one order when two payments are captured for it, and flags the second', async () => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const both = [fact, { ...fact, id: 'pay_second' }];
    const settled = await Promise.all([...both, ...both].map((each) => settle(db, each)));
    expect(new Set(settled.map((each) => each.outcome === 'paid' && each.orderId)).size).toBe(1);
    const [order] = await orders(db);
    const second = order?.provider_payment_id === 'pay_second' ? fact.id : 'pay_second';
    expect((await mails(db)).map(({ dedupe_key }) => dedupe_key)).toEqual([
      `order:${order?.id}:notice`,
      `order:${order?.id}:receipt`,
      `payment:${second}:attention`,
    ]);
    expect(await surplus(db)).toEqual([
      { payment_id: second, amount: 99_900, currency: 'INR', state: 'flagged' },
    ]);
    const email = await db
      .selectFrom('mail')
      .select('payload')
      .where('kind', '=', 'payment-attention')
      .executeTakeFirstOrThrow();
    const facts = JSON.parse(email.payload);
    expect(facts).toMatchObject({ orderId: order?.id, paymentId: second, expected: 99_900 });
    expect(facts).not.toHaveProperty('isOnlyAuthorized');
  });

  it('accepts a payment of an attempt that has expired', async () => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const { id } = await attempt(db);
    await moveAttempt(db, id, 'expired', now);
    expect(await settle(db, { ...fact, status: 'authorized' })).toEqual({ outcome: 'pending' });
    expect(await settle(db, fact)).toMatchObject({ outcome: 'paid', fresh: true });
    expect((await attempt(db)).state).toBe('paid');
  });

  it('flags a payment begun after its price has ended, but not one begun in time', async () => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
    const late = { ...fact, id: 'pay_late', begunAt: after(5.001) };
    expect(await settle(db, late)).toMatchObject({
      outcome: 'attention',
      reason: expect.stringMatching(/began to pay on .* 2026 at .* IST, at the price of .*5 days/),
    });
    expect(await orders(db)).toEqual([]);
    expect(await surplus(db)).toMatchObject([{ payment_id: 'pay_late', state: 'flagged' }]);
    const inTime = { ...fact, begunAt: after(5) };
    expect(await settle(db, inTime)).toMatchObject({ outcome: 'paid', fresh: true });
  });

  it('schedules an early check while the bank is processing, but not once the order is recorded', async () => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const later = new Date(now.getTime() + 60_000).toISOString();
    const wait = () =>
      db.updateTable('payment_attempt').set({ next_check_at: later, checks: 7 }).execute();
    const next = async () => {
      const { next_check_at, checks } = await attempt(db);
      return { next_check_at, checks };
    };
    await wait();
    await settle(db, { ...fact, status: 'failed' });
    expect(await next()).toEqual({ next_check_at: later, checks: 7 });
    for (const status of ['created', 'authorized'] as const) {
      await wait();
      await settle(db, { ...fact, status });
      expect(await next()).toEqual({ next_check_at: now.toISOString(), checks: 0 });
    }
    await settle(db, fact);
    await wait();
    await settle(db, { ...fact, status: 'authorized' });
    expect(await next()).toEqual({ next_check_at: later, checks: 7 });
  });

  it('returns unknown for payment orders of other shops', async () => {
    const { db } = await open();
    const fact = await beginAttempt(db);
    const foreign = { ...fact, orderId: 'order_of_another_shop' };
    expect(await settle(db, foreign)).toEqual({ outcome: 'unknown' });
    expect(await settle(db, { ...foreign, orderId: '' })).toEqual({ outcome: 'unknown' });
    expect(await orders(db)).toEqual([]);
  });

  it('writes nothing at all when one of its writes fails', async () => {
    const { db } = await open();
    const [taken, fact] = [await beginAttempt(db), await beginAttempt(db)];
    const first = await settle(db, taken);
    const sameId = () => (first.outcome === 'paid' ? first.orderId : '');
    await expect(settlePayment(db, () => now, fact, sameId)).rejects.toThrow(/unique/i);
    expect(await orders(db)).toHaveLength(1);
    expect(await mails(db)).toHaveLength(2);
    // The repeat, with a new number, succeeds.
    expect(await settle(db, fact)).toMatchObject({ outcome: 'paid', fresh: true });
  });
});
