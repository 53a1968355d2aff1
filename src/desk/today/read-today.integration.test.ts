// The owner's morning: what is due, what to make, and what needs a person.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { newAct } from '#support/server/new-act.ts';
import { sellOrder } from '#support/server/sell-order.ts';
import { UNDO_MS } from '../../server/acts/acts.ts';
import { sendOrder, undoSending } from '../../server/orders/send-order.ts';
import { findAttemptByProviderOrder } from '../../server/payments/attempts.ts';
import { flagPayment } from '../../server/payments/surplus.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { readOrderStory } from '../orders/read-order.ts';
import { readToday } from './read-today.ts';

const kavya = { id: 'a-user', email: 'kavya@shopper.example' };
/** 02:15 on the 15th in India; an order leaves four days after its day. */
const now = new Date('2026-11-14T20:45:00.000Z');
const on = (day: number) => new Date(now.getTime() + day * 86_400_000);
const adult = { productId: '3', selectedVersion: 'adult', quantity: 2 } as const;
const kids = { productId: '3', selectedVersion: 'kids', quantity: 1 } as const;
const bouquet = { productId: '1', quantity: 1 } as const;

/** Places orders that have to leave yesterday, today twice, tomorrow and later. */
async function placeOrders(db: Database) {
  const late = await insertOrder(db, kavya, adult, on(-5), { lines: [kids] });
  const today = await insertOrder(db, kavya, adult, on(-4));
  await insertOrder(db, kavya, bouquet, on(-3.99));
  await insertOrder(db, kavya, adult, on(-3));
  const later = await insertOrder(db, kavya, bouquet, on(0));
  await db.updateTable('shop_order').set({ making_at: 'now' }).where('id', '=', today).execute();
  return { late, today, later };
}

onBoth('the owner’s day', (open, kind) => {
  it('reads only what it shows, however many orders there are', async () => {
    const database = await open();
    const { today } = await placeOrders(database.db);
    const parts = { db: database.db, clock: () => now };
    await sendOrder(parts, today, { courier: 'DTDC' }, newAct('send', today));
    const { db, queries } = watch(database.db);
    await readToday(db, now);
    const plans = await database.db.connection().execute(async (connection) => {
      // PostgreSQL would otherwise read a small table whole.
      if (kind === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
      const explained = [...queries.values()].map((query) =>
        explain({ db: connection, kind }, query),
      );
      return Promise.all(explained);
    });
    expect(plans.length).toBeGreaterThanOrEqual(9);
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan|SCAN (?!\w+ USING (COVERING )?INDEX)/);
    }
  });
});

onDatabase('the owner’s day', (open) => {
  it('has what is late and what leaves today and tomorrow, with the pieces to make', async () => {
    const { db } = await open();
    expect(await readToday(db, now)).toMatchObject({ toMake: [], later: [] });
    const { late, later } = await placeOrders(db);
    const day = await readToday(db, now);
    expect(day).toMatchObject({
      day: '2026-11-15',
      nextDay: '2026-11-16',
      counts: { late: 1, today: 2, tomorrow: 1, later: 1, toStart: 3 },
      late: [{ id: late, isBeingMade: false, revision: 0 }],
      today: [{ isBeingMade: true }, { isBeingMade: false }],
      tomorrow: [{ sendBy: '2026-11-16' }],
      later: [{ id: later }],
      hasMore: false,
    });
    const pieces = day.toMake.map(({ name, versionName, now: due, next, later: more, making }) =>
      [name, versionName, due, next, more, making].join(' '),
    );
    expect(pieces).toEqual([
      'Chocolate Bouquet  1 0 1 0',
      'Dairy Milk Garland Adult 4 2 0 2',
      'Dairy Milk Garland Kids 1 0 0 0',
    ]);
  });

  it('has gifts that cannot be there in time, which are due at once, and orders paid in a pause', async () => {
    const { db } = await open();
    const wishes = { neededBy: '2026-11-18' };
    const missed = await insertOrder(db, kavya, adult, on(0), { wishes });
    const paused = await insertOrder(db, kavya, bouquet, on(0));
    const pause = db.updateTable('shop_order').set({ paid_in_pause: 1 });
    await pause.where('id', '=', paused).execute();
    const { today, needsYou } = await readToday(db, now);
    expect(today.map(({ id }) => id)).toEqual([missed]);
    expect(needsYou).toMatchObject({
      missed: [{ order: { id: missed }, first: '2026-11-19' }],
      paused: [{ id: paused }],
    });
    await db.updateTable('shop_order').set({ making_at: 'now' }).execute();
    expect((await readToday(db, now)).needsYou.paused).toEqual([]);
    const late = { send_by: '2026-12-01', promised_by: '2026-12-01' };
    await db.updateTable('shop_order').set(late).where('id', '=', missed).execute();
    expect((await readToday(db, now)).needsYou.missed).toEqual([]);
  });

  it('has the money that became no order, and the e-mails that failed', async () => {
    const { db } = await open();
    const { pay, payment } = await sellOrder(db, on(-1));
    await pay('pay_again');
    const blocked = await beginAttempt(db, { now });
    const odd = await findAttemptByProviderOrder(db, blocked.orderId);
    const reason = '₹1.00 was authorised, but ₹999.00 was asked for.';
    const concern = { reason, attempt: odd, order: undefined };
    await db.transaction().execute(async (trx) => {
      await flagPayment(trx, now, { ...concern, payment: { ...blocked, status: 'authorized' } });
      const unknown = { ...payment, id: 'pay_unknown', orderId: 'order_unknown' };
      await flagPayment(trx, now, { ...concern, attempt: undefined, payment: unknown });
    });
    await db
      .updateTable('mail')
      .set({ failed_at: on(-1).toISOString() })
      .where('kind', 'in', ['order-receipt', 'order-notice'])
      .execute();
    const { needsYou } = await readToday(db, now);
    expect(needsYou).toMatchObject({
      payments: [
        { paymentId: 'pay_again', attempt: { orderId: expect.stringMatching(/^MA-/) } },
        { paymentId: 'pay_unknown', attempt: undefined },
      ],
      attempts: [{ id: odd?.id, reason, delivery: { customerName: 'Kavya Raman' } }],
      mails: [{ key: expect.stringMatching(/^order:MA-.*:receipt$/) }],
    });
    const { needsYou: after } = await readToday(db, on(7));
    expect([after.payments.length, after.attempts.length, after.mails.length]).toEqual([2, 1, 0]);
  });

  it('has lost e-mails to shoppers behind any number to the shop, until a later copy has left', async () => {
    const { db } = await open();
    const lost = await insertOrder(db, kavya, adult, on(-1));
    const mail = async (key: string, more: object = {}) => {
      const facts = { dedupe_key: key, kind: 'order-receipt', recipient: kavya.email } as const;
      const times = { created_at: on(-1).toISOString(), failed_at: now.toISOString() };
      const tried = { tries: 1, turn: 1, next_try_at: '', ...times };
      await db
        .insertInto('mail')
        .values({ id: key, order_id: lost, payload: '{}', ...facts, ...tried, ...more })
        .execute();
    };
    await mail('receipt', { failed_at: on(-0.5).toISOString() });
    await mail('refund', { kind: 'payment-refund' });
    for (let i = 0; i < 25; i++)
      await mail(`notice:${i}`, { recipient: 'shop', kind: 'order-notice' });
    const keys = async () => (await readToday(db, now)).needsYou.mails.map(({ key }) => key);
    expect(await keys()).toEqual(['refund', 'receipt']);
    const orderless = { order_id: null, failed_at: on(-2).toISOString() };
    const payload = JSON.stringify({ snapshot: { delivery: { phoneNumber: '9876543210' } } });
    await mail('surplus', { ...orderless, kind: 'payment-refund', payload });
    await mail('link', { ...orderless, kind: 'password-reset' });
    expect((await readToday(db, now)).needsYou.mails.slice(2)).toMatchObject([
      { key: 'surplus', orderId: undefined, phone: '9876543210' },
    ]);
    await db.deleteFrom('mail').where('id', '=', 'surplus').execute();
    const later = { created_at: on(0).toISOString(), failed_at: null };
    await mail('copy', later);
    expect(await keys(), 'the copy waits').toEqual(['refund', 'receipt']);
    const sent = { sent_at: on(0).toISOString() };
    await db.updateTable('mail').set(sent).where('id', '=', 'copy').execute();
    await mail('next refund', { ...later, kind: 'payment-refund', ...sent });
    expect(await keys(), 'another refund is no copy').toEqual(['refund']);
  });
});

onDatabase('readOrderStory', (open) => {
  it('has what the owner did, and until when the dispatch can be undone', async () => {
    const { db } = await open();
    const { id } = await sellOrder(db, now);
    const parts = { db, clock: () => now };
    const act = newAct('send', id);
    await sendOrder(parts, id, { courier: 'DTDC' }, act);
    const until = new Date(now.getTime() + UNDO_MS);
    const story = await readOrderStory(db, id, now);
    expect(story).toMatchObject({
      undoUntil: until.toISOString(),
      acts: [{ id: act.id, kind: 'send', actor: 'meena@maalai.example' }],
      order: { revision: 1, note: '' },
    });
    expect((await readOrderStory(db, id, until))?.undoUntil).toBeUndefined();
    const sent = db.updateTable('mail').where('dedupe_key', '=', `order:${id}:sent`);
    await sent.set({ tries: 1 }).execute();
    expect((await readOrderStory(db, id, now))?.undoUntil).toBeUndefined();
    await sent.set({ tries: 0 }).execute();
    await undoSending(parts, id, newAct('undo', id));
    expect((await readOrderStory(db, id, now))?.undoUntil).toBeUndefined();
  });
});
