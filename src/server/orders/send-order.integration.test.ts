// Recording a dispatch, on both databases.
import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import type { Schema } from '../platform/database/schema.ts';
import { recordPartialRefund, recordRefund } from '../payments/record-refund.ts';
import { settlePayment } from '../payments/settle.ts';
import { listOrders } from './routes.ts';
import { sendOrder } from './send-order.ts';

const now = new Date('2026-11-14T12:45:00.000Z');
const clock = () => now;
const kavya = { id: 'a-user', email: 'kavya@shopper.example', name: 'Kavya' };
const dispatch = { courier: 'DTDC', trackingNumber: 'D1', trackingUrl: 'https://dtdc.example/D1' };

describeOnBothDatabases('sendOrder', (open) => {
  async function sell(db: Kysely<Schema>) {
    const fact = await beginAttempt(db, { now });
    const paid = await settlePayment(db, clock, fact);
    if (paid.outcome !== 'paid') throw new Error(paid.outcome);
    return { id: paid.orderId, fact };
  }
  const sentEmails = (db: Kysely<Schema>) =>
    db.selectFrom('mail').selectAll().where('kind', '=', 'order-sent').execute();
  const openOrders = (db: Kysely<Schema>) =>
    db.selectFrom('shop_order').select('id').where('send_by', 'is not', null).execute();

  it('records the dispatch, notifies the shopper and removes the order from the open ones', async () => {
    const { db } = await open();
    const { id } = await sell(db);
    const other = await sell(db);
    expect(await sendOrder({ db, clock }, id, dispatch)).toMatchObject({
      outcome: 'sent',
      fresh: true,
      sent: { courier: 'DTDC', tracking_number: 'D1' },
      email: kavya.email,
    });
    const orders = await listOrders(db, kavya as never);
    expect(orders.find(({ _id }) => _id === id)).toMatchObject({
      status: 'Paid',
      events: [{ type: 'sent', at: now.toISOString(), ...dispatch }],
    });
    expect(orders.find(({ _id }) => _id === other.id)?.events).toBeUndefined();
    const [email, ...more] = await sentEmails(db);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ dedupe_key: `order:${id}:sent`, recipient: kavya.email });
    expect(JSON.parse(email?.payload ?? '')).toMatchObject({ orderId: id, ...dispatch });
    expect(email?.payload).not.toMatch(/Mada Street|Raman/);
    expect(await openOrders(db)).toEqual([{ id: other.id }]);
  });

  it('records the first of several dispatches at once, and returns it to all', async () => {
    const { db } = await open();
    const { id } = await sell(db);
    const couriers = ['DTDC', 'India Post', 'Delhivery', 'Blue Dart', 'XpressBees'];
    const send = (courier: string) => sendOrder({ db, clock }, id, { courier });
    const sendings = [...(await Promise.all(couriers.map(send))), await send('Ravi')];
    expect(sendings.filter((each) => each.outcome === 'sent' && each.fresh)).toHaveLength(1);
    const said = sendings.map((each) => each.outcome === 'sent' && each.sent.courier);
    expect(new Set(said).size).toBe(1);
    expect(await sentEmails(db)).toHaveLength(1);
    expect(await db.selectFrom('order_event').selectAll().execute()).toHaveLength(1);
  });

  it('refuses an order that was refunded in full, but not one that was refunded in part', async () => {
    const { db } = await open();
    const { id, fact } = await sell(db);
    await recordPartialRefund(db, clock, { id: 'rfnd_1', amount: 100 }, fact);
    expect(await sendOrder({ db, clock }, id, dispatch)).toMatchObject({ fresh: true });

    const refunded = await sell(db);
    await recordRefund(db, clock, refunded.fact);
    expect(await sendOrder({ db, clock }, refunded.id, dispatch)).toEqual({ outcome: 'refunded' });
    expect(await sentEmails(db)).toHaveLength(1);
  });

  it('keeps the dispatch of an order that is refunded later', async () => {
    const { db } = await open();
    const { id, fact } = await sell(db);
    await sendOrder({ db, clock }, id, dispatch);
    await recordRefund(db, clock, fact);
    const [order] = await listOrders(db, kavya as never);
    expect(order?.status).toBe('Refunded');
    expect(order?.events?.map(({ type }) => type).toSorted()).toEqual(['refunded', 'sent']);
    expect(await sendOrder({ db, clock }, id, dispatch)).toMatchObject({ fresh: false });
  });

  it('returns unknown for an unknown order, and sends no e-mail without an address', async () => {
    const { db } = await open();
    expect(await sendOrder({ db, clock }, 'MA-0000000000', dispatch)).toEqual({
      outcome: 'unknown',
    });
    const { id } = await sell(db);
    await db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await sendOrder({ db, clock }, id, dispatch)).toMatchObject({ fresh: true, email: '' });
    expect(await sentEmails(db)).toEqual([]);
  });
});
