// What an order shows of its refunds, on both databases.
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import type { Schema } from '../platform/database/schema.ts';
import { recordPartialRefund, recordRefund } from '../payments/record-refund.ts';
import { settlePayment } from '../payments/settle.ts';
import { listOrders } from './routes.ts';

const now = new Date('2026-11-14T20:45:00.000Z');
const clock = () => now;
const kavya = { id: 'a-user', email: 'kavya@shopper.example', name: 'Kavya' };

describeOnBothDatabases('the events of an order', (open) => {
  /** Sells an order of ₹999 and returns functions that refund its payment. */
  async function sell(db: Kysely<Schema>) {
    const fact = await beginAttempt(db, { now });
    const pay = (id: string) => settlePayment(db, clock, { ...fact, id });
    await pay('pay_1');
    const part = (id: string, amount: number) =>
      recordPartialRefund(db, clock, { id, amount }, { ...fact, id: 'pay_1' });
    const rest = (id = 'pay_1') => recordRefund(db, clock, { ...fact, id, refundId: 'rfnd_9' });
    return { pay, part, rest };
  }

  const shown = async (db: Kysely<Schema>) => {
    const [order] = await listOrders(db, kavya as never);
    return { status: order?.status, events: order?.events };
  };
  const stored = async (db: Kysely<Schema>) => ({
    sendBy: (await db.selectFrom('shop_order').select('send_by').execute())[0]?.send_by,
    state: (await db.selectFrom('payment_attempt').select('state').execute())[0]?.state,
    keys: (await db.selectFrom('order_event').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    ),
    mails: (
      await db
        .selectFrom('mail')
        .select('dedupe_key')
        .where('kind', '=', 'payment-refund')
        .orderBy('dedupe_key')
        .execute()
    ).map(({ dedupe_key }) => dedupe_key),
  });
  const refunded = (amount: number) => ({ type: 'refunded', at: now.toISOString(), amount });

  it('are none at first: the order is open, with the promised day in India', async () => {
    const { db } = await open();
    await sell(db);
    expect(await shown(db)).toEqual({ status: 'Paid', events: undefined });
    // 02:15 on the 15th in India, and four days to the dispatch.
    expect(await stored(db)).toMatchObject({ sendBy: '2026-11-19', state: 'paid', keys: [] });
  });

  it('contain each partial refund, then the rest, each with its e-mail', async () => {
    const { db } = await open();
    const { part, rest } = await sell(db);
    for (const times of [1, 2]) expect(await part('rfnd_1', 10_050)).toBe(times === 1);
    expect(await shown(db)).toEqual({ status: 'Paid', events: [refunded(100.5)] });
    expect((await stored(db)).sendBy).toBe('2026-11-19');
    await Promise.all([rest(), rest()]);
    const { status, events } = await shown(db);
    expect(status).toBe('Refunded');
    expect(events?.toSorted((a, b) => ('amount' in a && 'amount' in b ? a.amount - b.amount : 0)))
      // The paid amount, to the paisa.
      .toEqual([refunded(100.5), refunded(898.5)]);
    const keys = ['payment:pay_1:refund', 'refund:rfnd_1:part'];
    expect(await stored(db)).toEqual({ sendBy: null, state: 'refunded', keys, mails: keys });
  });

  it('end an order once the partial refunds add up to all of it; later events of the provider add nothing', async () => {
    const { db } = await open();
    const { part, rest } = await sell(db);
    await part('rfnd_1', 25_000);
    await part('rfnd_2', 74_900);
    const ended = { sendBy: null, state: 'refunded' };
    expect(await stored(db)).toMatchObject(ended);
    await rest();
    await part('rfnd_3', 74_900);
    const keys = ['refund:rfnd_1:part', 'refund:rfnd_2:part'];
    expect(await stored(db)).toEqual({ ...ended, keys, mails: keys });
    expect((await shown(db)).status).toBe('Refunded');
  });

  it('do not include the refund of a second payment', async () => {
    const { db } = await open();
    const { pay, rest } = await sell(db);
    await pay('pay_2');
    await rest('pay_2');
    const { mails, ...order } = await stored(db);
    expect(order).toEqual({ sendBy: '2026-11-19', state: 'paid', keys: [] });
    expect(mails).toEqual(['payment:pay_2:refund']);
    expect((await shown(db)).status).toBe('Paid');
  });
});
