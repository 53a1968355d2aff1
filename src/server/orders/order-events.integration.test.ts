// What happens to an order after it was paid: refunds, and the dispatch.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { sellOrder } from '#support/server/sell-order.ts';
import type { Database } from '../platform/database/schema.ts';
import { listOrders } from './routes.ts';
import { correctParcel, sendOrder } from './send-order.ts';

const now = new Date('2026-11-14T20:45:00.000Z');
const clock = () => now;
const later = (minutes: number) => () => new Date(now.getTime() + minutes * 60_000);
const kavya = { id: 'a-user', email: 'kavya@shopper.example', name: 'Kavya' };
const dispatch = { courier: 'DTDC', trackingNumber: 'D1', trackingUrl: 'https://dtdc.example/D1' };
const refunded = (amount: number) => ({ type: 'refunded', at: now.toISOString(), amount });

/** Returns what the shopper sees of an order, the newest one by default, once nothing can be undone any more. */
async function shown(db: Database, orderId?: string) {
  const orders = await listOrders({ db, clock: later(30) }, kavya);
  const order = orders.find(({ _id }) => orderId === undefined || _id === orderId);
  return { status: order?.status, events: order?.events };
}

/** Returns what is recorded of the only order. */
async function stored(db: Database) {
  const events = db.selectFrom('order_event').select('key').orderBy('key');
  const mails = db.selectFrom('mail').select('dedupe_key').where('kind', '=', 'payment-refund');
  return {
    sendBy: (await db.selectFrom('shop_order').select('send_by').execute())[0]?.send_by,
    state: (await db.selectFrom('payment_attempt').select('state').execute())[0]?.state,
    keys: (await events.execute()).map(({ key }) => key),
    mails: (await mails.orderBy('dedupe_key').execute()).map(({ dedupe_key }) => dedupe_key),
  };
}

const sentEmails = (db: Database) =>
  db.selectFrom('mail').selectAll().where('kind', '=', 'order-sent').execute();

onBoth('an order', (open) => {
  it('is sent by the first of several dispatches at once, which all receive', async () => {
    const { db } = await open();
    const { id } = await sellOrder(db, now);
    const couriers = ['DTDC', 'India Post', 'Delhivery', 'Blue Dart', 'XpressBees'];
    const send = (courier: string) => sendOrder({ db, clock }, id, { courier }, newAct('send', id));
    const sendings = [...(await Promise.all(couriers.map(send))), await send('Ravi')];
    expect(sendings.filter((each) => each.outcome === 'sent' && each.fresh)).toHaveLength(1);
    const recorded = sendings.map((each) => each.outcome === 'sent' && each.sent.courier);
    expect(new Set(recorded).size).toBe(1);
    expect(await sentEmails(db)).toHaveLength(1);
    expect((await stored(db)).keys).toHaveLength(1);
  });

  it('has its tracking corrected, with one e-mail for each change, however many corrections at once', async () => {
    const { db } = await open();
    const { id } = await sellOrder(db, now);
    const correct = (trackingNumber: string, minutes: number) =>
      correctParcel({ db, clock: later(minutes) }, id, { trackingNumber }, newAct('correct', id));
    expect(await correct('D2', 11)).toEqual({ outcome: 'unsent' });
    await sendOrder({ db, clock }, id, dispatch, newAct('send', id));
    const outcomes = await Promise.all([correct('D2', 11), correct('D2', 11), correct('D2', 11)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'corrected',
      'unchanged',
      'unchanged',
    ]);
    expect(await correct('D1', 12)).toMatchObject({ outcome: 'corrected' });
    expect(await correct('D3', 13)).toMatchObject({ sent: { at: now.toISOString() } });
    const current = {
      courier: 'DTDC',
      trackingNumber: 'D3',
      trackingUrl: 'https://dtdc.example/D3',
    };
    expect((await shown(db)).events).toEqual([{ type: 'sent', at: now.toISOString(), ...current }]);
    const emails = (await sentEmails(db)).map(({ payload }) => JSON.parse(payload));
    expect(emails).toHaveLength(4);
    // The earlier ones have not left, and must not say something else.
    for (const email of emails) expect(email).toMatchObject(current);
    const last = { before: dispatch, sentAt: now.toISOString() };
    expect(emails).toContainEqual(expect.objectContaining(last));
    const nobodys = newAct('correct', 'MA-0000000000');
    expect(await correctParcel({ db, clock }, 'MA-0000000000', dispatch, nobodys)).toEqual({
      outcome: 'unknown',
    });
  });
});

onDatabase('an order', (open) => {
  it('has each partial refund, then the rest, each with its e-mail', async () => {
    const { db } = await open();
    const { payment, refundPart, refund } = await sellOrder(db, now);
    expect(await shown(db)).toEqual({ status: 'Paid', events: undefined });
    // 02:15 on the 15th in India, and four days to the dispatch.
    expect(await stored(db)).toMatchObject({ sendBy: '2026-11-19', state: 'paid', keys: [] });
    for (const isNew of [true, false]) expect(await refundPart('rfnd_1', 10_050)).toBe(isNew);
    expect(await shown(db)).toEqual({ status: 'Paid', events: [refunded(100.5)] });
    expect((await stored(db)).sendBy).toBe('2026-11-19');
    await Promise.all([refund(), refund()]);
    const { status, events } = await shown(db);
    expect(status).toBe('Refunded');
    expect(events).toHaveLength(2);
    // The paid amount, to the paisa.
    expect(events).toEqual(expect.arrayContaining([refunded(100.5), refunded(898.5)]));
    const keys = [`payment:${payment.id}:refund`, 'refund:rfnd_1:part'];
    expect(await stored(db)).toEqual({ sendBy: null, state: 'refunded', keys, mails: keys });
  });

  it('ends once the partial refunds add up to all of it; later events of the provider add nothing', async () => {
    const { db } = await open();
    const { refundPart, refund } = await sellOrder(db, now);
    await refundPart('rfnd_1', 25_000);
    await refundPart('rfnd_2', 74_900);
    const ended = { sendBy: null, state: 'refunded' };
    expect(await stored(db)).toMatchObject(ended);
    await refund();
    await refundPart('rfnd_3', 74_900);
    const keys = ['refund:rfnd_1:part', 'refund:rfnd_2:part'];
    expect(await stored(db)).toEqual({ ...ended, keys, mails: keys });
    expect((await shown(db)).status).toBe('Refunded');
  });

  it('has no event for the refund of a second payment', async () => {
    const { db } = await open();
    const { pay, refund } = await sellOrder(db, now);
    await pay('pay_2');
    await refund('pay_2');
    const mails = ['payment:pay_2:refund'];
    expect(await stored(db)).toEqual({ sendBy: '2026-11-19', state: 'paid', keys: [], mails });
    expect((await shown(db)).status).toBe('Paid');
  });

  it('is recorded as sent, the shopper is notified, and it is open no more', async () => {
    const { db } = await open();
    const [{ id }, other] = [await sellOrder(db, now), await sellOrder(db, now)];
    expect(await sendOrder({ db, clock }, id, dispatch, newAct('send', id))).toMatchObject({
      outcome: 'sent',
      fresh: true,
      sent: { courier: 'DTDC', tracking_number: 'D1' },
      email: kavya.email,
    });
    const events = [{ type: 'sent', at: now.toISOString(), ...dispatch }];
    expect(await shown(db, id)).toEqual({ status: 'Paid', events });
    expect((await shown(db, other.id)).events).toBeUndefined();
    const [email, ...more] = await sentEmails(db);
    expect(more).toEqual([]);
    expect(email).toMatchObject({ dedupe_key: `order:${id}:sent`, recipient: kavya.email });
    expect(JSON.parse(email?.payload ?? '')).toMatchObject({ orderId: id, ...dispatch });
    expect(email?.payload).not.toMatch(/Mada Street|Raman/);
    const openOrders = db.selectFrom('shop_order').select('id').where('send_by', 'is not', null);
    expect(await openOrders.execute()).toEqual([{ id: other.id }]);
  });

  it('can be sent after a part was refunded, but not after all of it; then the dispatch stays', async () => {
    const { db } = await open();
    const [part, whole] = [await sellOrder(db, now), await sellOrder(db, now)];
    await part.refundPart('rfnd_1', 100);
    expect(
      await sendOrder({ db, clock }, part.id, dispatch, newAct('send', part.id)),
    ).toMatchObject({ fresh: true });
    await whole.refund();
    expect(await sendOrder({ db, clock }, whole.id, dispatch, newAct('send', whole.id))).toEqual({
      outcome: 'refunded',
    });
    expect(await sentEmails(db)).toHaveLength(1);

    await part.refund();
    const { status, events } = await shown(db, part.id);
    expect(status).toBe('Refunded');
    expect(events?.map(({ type }) => type).toSorted()).toEqual(['refunded', 'refunded', 'sent']);
    expect(
      await sendOrder({ db, clock }, part.id, dispatch, newAct('send', part.id)),
    ).toMatchObject({ fresh: false });
  });

  it('must exist to be sent, and causes no e-mail without an address', async () => {
    const { db } = await open();
    const unknown = await sendOrder(
      { db, clock },
      'MA-0000000000',
      dispatch,
      newAct('send', 'MA-0000000000'),
    );
    expect(unknown).toEqual({ outcome: 'unknown' });
    const { id } = await sellOrder(db, now);
    await db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await sendOrder({ db, clock }, id, dispatch, newAct('send', id))).toMatchObject({
      fresh: true,
      email: '',
    });
    expect(await sentEmails(db)).toEqual([]);
  });
});
