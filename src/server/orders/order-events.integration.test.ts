// What happens to an order after it was paid: refunds, and the dispatch.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { dispatch, sellAtDesk } from '#support/server/sell-order.ts';
import type { Database } from '../platform/database/schema.ts';

const now = new Date('2026-11-14T20:45:00.000Z');
const at = now.toISOString();
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const refunded = (amount: number) => ({ type: 'refunded', at, amount });

/** Sells the only order of a database. */
async function sell(database: { db: Database }, clock = () => now) {
  const order = await sellAtDesk(database, clock);
  const { db } = database;
  return {
    ...order,
    /** Resolves to what the shopper sees of it once nothing can be undone any more. */
    async seen() {
      const { status, events } = (await order.shown(later(30))) ?? {};
      return { status, events };
    },
    /** Resolves to what is recorded of it. */
    async stored() {
      const events = db.selectFrom('order_event').select('key').orderBy('key');
      const mails = db.selectFrom('mail').select('dedupe_key').where('kind', '=', 'payment-refund');
      const attempt = db.selectFrom('payment_attempt').select('state');
      return {
        sendBy: (await order.row()).send_by,
        state: (await attempt.executeTakeFirstOrThrow()).state,
        keys: (await events.execute()).map(({ key }) => key),
        mails: (await mails.orderBy('dedupe_key').execute()).map(({ dedupe_key }) => dedupe_key),
      };
    },
  };
}

onBoth('an order', (open) => {
  it('is sent by the first of several dispatches at once, which all receive', async () => {
    const order = await sell(await open());
    const couriers = ['DTDC', 'India Post', 'Delhivery', 'Blue Dart', 'XpressBees'];
    const send = (courier: string) => order.send(newAct('send', order.id), { courier });
    const sendings = [...(await Promise.all(couriers.map(send))), await send('Ravi')];
    expect(sendings.filter((each) => each.outcome === 'sent' && each.fresh)).toHaveLength(1);
    const recorded = sendings.map((each) => each.outcome === 'sent' && each.sent.courier);
    expect(new Set(recorded).size).toBe(1);
    expect(await order.sentFacts()).toHaveLength(1);
    expect((await order.stored()).keys).toHaveLength(1);
  });

  it('has its tracking corrected, with one e-mail for each change, however many corrections at once', async () => {
    let minutes = 0;
    const { db, send, correctParcel, sentFacts, seen } = await sell(await open(), () =>
      later(minutes),
    );
    expect(await correctParcel('D2')).toEqual({ outcome: 'unsent' });
    await send();
    minutes = 11;
    // The mail server was away at the first tries.
    await db.updateTable('mail').set({ tries: 3 }).where('kind', '=', 'order-sent').execute();
    const outcomes = await Promise.all(['D2', 'D2', 'D2'].map((number) => correctParcel(number)));
    const once = ['corrected', 'unchanged', 'unchanged'];
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(once);
    minutes = 12;
    expect(await correctParcel('D1')).toMatchObject({ outcome: 'corrected' });
    minutes = 13;
    expect(await correctParcel('D3')).toMatchObject({ sent: { at } });
    const current = { ...dispatch, trackingNumber: 'D3', trackingUrl: 'https://dtdc.example/D3' };
    expect((await seen()).events).toEqual([{ type: 'sent', at, ...current }]);
    const emails = await sentFacts();
    expect(emails).toHaveLength(4);
    // The earlier ones, which leave after the correction, must not say something else.
    for (const email of emails) expect(email).toMatchObject(current);
    expect(emails).toContainEqual(expect.objectContaining({ before: dispatch, sentAt: at }));
  });
});

onDatabase('an order', (open) => {
  it('has each partial refund, then the rest, each with its e-mail', async () => {
    const { payment, refundPart, refund, seen, stored } = await sell(await open());
    expect(await seen()).toEqual({ status: 'Paid', events: undefined });
    // 02:15 on the 15th in India, and four days to the dispatch.
    expect(await stored()).toMatchObject({ sendBy: '2026-11-19', state: 'paid', keys: [] });
    for (const isNew of [true, false]) expect(await refundPart('rfnd_1', 10_050)).toBe(isNew);
    expect(await seen()).toEqual({ status: 'Paid', events: [refunded(100.5)] });
    expect((await stored()).sendBy).toBe('2026-11-19');
    await Promise.all([refund(), refund()]);
    const { status, events } = await seen();
    expect(status).toBe('Refunded');
    expect(events).toHaveLength(2);
    // The paid amount, to the paisa.
    expect(events).toEqual(expect.arrayContaining([refunded(100.5), refunded(898.5)]));
    const keys = [`payment:${payment.id}:refund`, 'refund:rfnd_1:part'];
    expect(await stored()).toEqual({ sendBy: null, state: 'refunded', keys, mails: keys });
  });

  it('ends once the partial refunds add up to all of it; later events of the provider add nothing', async () => {
    const { refundPart, refund, seen, stored } = await sell(await open());
    await refundPart('rfnd_1', 25_000);
    await refundPart('rfnd_2', 74_900);
    const keys = ['refund:rfnd_1:part', 'refund:rfnd_2:part'];
    const ended = { sendBy: null, state: 'refunded', keys, mails: keys };
    expect(await stored()).toEqual(ended);
    await refund();
    await refundPart('rfnd_3', 74_900);
    expect(await stored()).toEqual(ended);
    expect((await seen()).status).toBe('Refunded');
  });

  it('can be sent after a part was refunded; after all of it the dispatch stays', async () => {
    const { refundPart, send, refund, seen } = await sell(await open());
    await refundPart('rfnd_1', 100);
    expect(await send()).toMatchObject({ fresh: true });
    await refund();
    const { status, events } = await seen();
    expect(status).toBe('Refunded');
    expect(events?.map(({ type }) => type).toSorted()).toEqual(['refunded', 'refunded', 'sent']);
    expect(await send()).toMatchObject({ fresh: false });
  });

  it('cannot be sent after all of it was refunded', async () => {
    const { send, refund, sentFacts } = await sell(await open());
    await refund();
    expect(await send()).toEqual({ outcome: 'refunded' });
    expect(await sentFacts()).toEqual([]);
  });

  it('causes no e-mail without an address', async () => {
    const { db, send, sentFacts } = await sell(await open());
    await db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await send()).toMatchObject({ fresh: true, email: '' });
    expect(await sentFacts()).toEqual([]);
  });
});
