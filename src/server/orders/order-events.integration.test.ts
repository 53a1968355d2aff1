// What happens to an order after it was paid: refunds, and the dispatch.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { dispatch, kavya, sellAtDesk } from '#support/server/sell-order.ts';
import type { Database } from '../platform/database/schema.ts';

const now = new Date('2026-11-14T20:45:00.000Z');
const at = now.toISOString();
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const refunded = (amount: number) => ({ type: 'refunded', at, amount });

/** Sells an order. `seen` resolves to what the shopper sees of it once nothing can be undone any more. */
async function sell(db: Database, clock = () => now) {
  const order = await sellAtDesk(db, clock);
  const seen = async () => {
    const { status, events } = (await order.shown(later(30))) ?? {};
    return { status, events };
  };
  return { ...order, seen };
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

onBoth('an order', (open) => {
  it('is sent by the first of several dispatches at once, which all receive', async () => {
    const { db } = await open();
    const order = await sell(db);
    const couriers = ['DTDC', 'India Post', 'Delhivery', 'Blue Dart', 'XpressBees'];
    const send = (courier: string) => order.send(newAct('send', order.id), { courier });
    const sendings = [...(await Promise.all(couriers.map(send))), await send('Ravi')];
    expect(sendings.filter((each) => each.outcome === 'sent' && each.fresh)).toHaveLength(1);
    const recorded = sendings.map((each) => each.outcome === 'sent' && each.sent.courier);
    expect(new Set(recorded).size).toBe(1);
    expect(await order.sentFacts()).toHaveLength(1);
    expect((await stored(db)).keys).toHaveLength(1);
  });

  it('has its tracking corrected, with one e-mail for each change, however many corrections at once', async () => {
    const { db } = await open();
    let minutes = 0;
    const { send, correctParcel, sentFacts, seen } = await sell(db, () => later(minutes));
    expect(await correctParcel('D2')).toEqual({ outcome: 'unsent' });
    await send();
    minutes = 11;
    const outcomes = await Promise.all(['D2', 'D2', 'D2'].map((number) => correctParcel(number)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'corrected',
      'unchanged',
      'unchanged',
    ]);
    minutes = 12;
    expect(await correctParcel('D1')).toMatchObject({ outcome: 'corrected' });
    minutes = 13;
    expect(await correctParcel('D3')).toMatchObject({ sent: { at } });
    const current = { ...dispatch, trackingNumber: 'D3', trackingUrl: 'https://dtdc.example/D3' };
    expect((await seen()).events).toEqual([{ type: 'sent', at, ...current }]);
    const emails = await sentFacts();
    expect(emails).toHaveLength(4);
    // The earlier ones have not left, and must not say something else.
    for (const email of emails) expect(email).toMatchObject(current);
    expect(emails).toContainEqual(expect.objectContaining({ before: dispatch, sentAt: at }));
  });
});

onDatabase('an order', (open) => {
  it('has each partial refund, then the rest, each with its e-mail', async () => {
    const { db } = await open();
    const { payment, refundPart, refund, seen } = await sell(db);
    expect(await seen()).toEqual({ status: 'Paid', events: undefined });
    // 02:15 on the 15th in India, and four days to the dispatch.
    expect(await stored(db)).toMatchObject({ sendBy: '2026-11-19', state: 'paid', keys: [] });
    for (const isNew of [true, false]) expect(await refundPart('rfnd_1', 10_050)).toBe(isNew);
    expect(await seen()).toEqual({ status: 'Paid', events: [refunded(100.5)] });
    expect((await stored(db)).sendBy).toBe('2026-11-19');
    await Promise.all([refund(), refund()]);
    const { status, events } = await seen();
    expect(status).toBe('Refunded');
    expect(events).toHaveLength(2);
    // The paid amount, to the paisa.
    expect(events).toEqual(expect.arrayContaining([refunded(100.5), refunded(898.5)]));
    const keys = [`payment:${payment.id}:refund`, 'refund:rfnd_1:part'];
    expect(await stored(db)).toEqual({ sendBy: null, state: 'refunded', keys, mails: keys });
  });

  it('ends once the partial refunds add up to all of it; later events of the provider add nothing', async () => {
    const { db } = await open();
    const { refundPart, refund, seen } = await sell(db);
    await refundPart('rfnd_1', 25_000);
    await refundPart('rfnd_2', 74_900);
    const ended = { sendBy: null, state: 'refunded' };
    expect(await stored(db)).toMatchObject(ended);
    await refund();
    await refundPart('rfnd_3', 74_900);
    const keys = ['refund:rfnd_1:part', 'refund:rfnd_2:part'];
    expect(await stored(db)).toEqual({ ...ended, keys, mails: keys });
    expect((await seen()).status).toBe('Refunded');
  });

  it('has no event for the refund of a second payment', async () => {
    const { db } = await open();
    const { pay, refund, seen } = await sell(db);
    await pay('pay_2');
    await refund('pay_2');
    const mails = ['payment:pay_2:refund'];
    expect(await stored(db)).toEqual({ sendBy: '2026-11-19', state: 'paid', keys: [], mails });
    expect((await seen()).status).toBe('Paid');
  });

  it('is recorded as sent, the shopper is notified, and it is open no more', async () => {
    const { db } = await open();
    const [order, other] = [await sell(db), await sell(db)];
    expect(await order.send()).toMatchObject({
      outcome: 'sent',
      fresh: true,
      sent: { courier: 'DTDC', tracking_number: 'D1' },
      email: kavya.email,
    });
    const events = [{ type: 'sent', at, ...dispatch }];
    expect(await order.seen()).toEqual({ status: 'Paid', events });
    expect((await other.seen()).events).toBeUndefined();
    const [email, ...more] = await order.readMails('order-sent');
    expect(more).toEqual([]);
    expect(email).toMatchObject({ dedupe_key: `order:${order.id}:sent`, recipient: kavya.email });
    expect(await order.sentFacts()).toMatchObject([{ orderId: order.id, ...dispatch }]);
    expect(email?.payload).not.toMatch(/Mada Street|Raman/);
    const openOrders = db.selectFrom('shop_order').select('id').where('send_by', 'is not', null);
    expect(await openOrders.execute()).toEqual([{ id: other.id }]);
  });

  it('can be sent after a part was refunded, but not after all of it; then the dispatch stays', async () => {
    const { db } = await open();
    const [part, whole] = [await sell(db), await sell(db)];
    await part.refundPart('rfnd_1', 100);
    expect(await part.send()).toMatchObject({ fresh: true });
    await whole.refund();
    expect(await whole.send()).toEqual({ outcome: 'refunded' });
    expect(await whole.sentFacts()).toEqual([]);

    await part.refund();
    const { status, events } = await part.seen();
    expect(status).toBe('Refunded');
    expect(events?.map(({ type }) => type).toSorted()).toEqual(['refunded', 'refunded', 'sent']);
    expect(await part.send()).toMatchObject({ fresh: false });
  });

  it('causes no e-mail without an address', async () => {
    const { db } = await open();
    const { send, sentFacts } = await sell(db);
    await db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await send()).toMatchObject({ fresh: true, email: '' });
    expect(await sentFacts()).toEqual([]);
  });
});
