// Another day for an order: later, or made again after it was sent.
import { expect, it } from 'vitest';
import { onBoth } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { sellAtDesk } from '#support/server/sell-order.ts';
import { UNDO_MS } from '../acts/acts.ts';
import { postponeAll } from './change-order.ts';

const time = { now: Date.parse('2026-11-14T20:45:00.000Z') };
const clock = () => new Date(time.now);
const broke = { reason: 'Broke on the way' };

/** What is made again: for the owner alone, unless it says otherwise. */
const broken = { day: '2026-12-03', ...broke, isForShopper: false };

onBoth('a promise', (open) => {
  it('of an order that was sent is given anew, once, and the order is made, sent and corrected again', async () => {
    const order = await sellAtDesk(await open(), clock);
    const { db, id } = order;
    const money = await db.selectFrom('payment_attempt').selectAll().execute();
    expect(await order.makeAgain(broken)).toEqual({ outcome: 'open' });
    await order.make();
    await order.send();
    time.now += UNDO_MS;
    await order.correctParcel('D2');
    const act = newAct('make again', id, 3);
    const again = { outcome: 'again', day: '2026-12-03', ...broke };
    const forShopper = { ...broken, isForShopper: true };
    const twice = [order.makeAgain(forShopper, act), order.makeAgain(forShopper, act)];
    expect(await Promise.all(twice)).toEqual([again, again]);
    const stale = newAct('make again', id, 3);
    expect(await order.makeAgain(broken, stale)).toEqual({ outcome: 'changed meanwhile' });
    const days = { send_by: '2026-12-03', promised_by: '2026-12-03' };
    expect(await order.row()).toMatchObject({ ...days, making_at: null, amount: 99_900 });
    // That it was sent, and the correction, had not left.
    expect(await order.readMails('order-sent')).toEqual([]);
    const key = `order:${id}:again:1`;
    const promise = { dedupe_key: key, promisedBy: '2026-12-03', isAgain: true, ...broke };
    expect(await order.readMails('order-promise')).toMatchObject([promise]);
    const seen = await order.shown();
    expect(seen).toMatchObject({ status: 'Paid', promisedBy: '2026-12-03', events: [] });

    expect(await order.correctParcel('D9')).toEqual({ outcome: 'unsent' });
    expect(await order.undo()).toEqual({ outcome: 'not sent' });
    time.now += 1_000;
    const sendAgain = () =>
      order.send(newAct('send', id), { courier: 'DTDC', trackingNumber: 'E1' });
    await sendAgain();
    expect(await order.undo()).toEqual({ outcome: 'undone' });
    expect(await order.row()).toMatchObject(days);
    await sendAgain();
    time.now += UNDO_MS;
    await order.correctParcel('E2');
    const keys = (await order.readMails('order-sent')).map(({ dedupe_key }) => dedupe_key);
    expect(keys).toEqual([`${key}:sent`, `${key}:sent:4`]);
    expect((await order.shown())?.events).toMatchObject([{ type: 'sent', trackingNumber: 'E2' }]);
    await order.makeAgain({ ...broken, day: '2026-12-09' });
    const [, last] = await order.readMails('order-promise');
    expect(last).toMatchObject({ dedupe_key: `order:${id}:again:2`, promisedBy: '2026-12-09' });
    expect(last).not.toHaveProperty('reason');
    expect(await db.selectFrom('payment_attempt').selectAll().execute()).toEqual(money);
    await order.refund();
    expect(await order.makeAgain(broken)).toEqual({ outcome: 'refunded' });
  });

  it('of what is made again counts alone, also if it is the first one and its dispatch is undone', async () => {
    const order = await sellAtDesk(await open(), clock);
    const { snapshot, promised_by } = await order.row();
    const day = promised_by ?? '';
    const needed = snapshot.replace('"delivery":{', '"delivery":{"neededBy":"2026-11-17",');
    expect(needed).not.toBe(snapshot);
    await order.db.updateTable('shop_order').set({ snapshot: needed }).execute();
    await order.send();
    await order.undo();
    expect((await order.row()).send_by).toBe('2026-11-15');
    await order.send();
    time.now += UNDO_MS;
    await order.makeAgain({ ...broken, day });
    time.now += 1_000;
    await order.send();
    expect(await order.undo()).toEqual({ outcome: 'undone' });
    expect((await order.row()).send_by).toBe(day);
  });

  it('moves for all open orders that were promised for an earlier day, once, with an e-mail for each', async () => {
    const database = await open();
    const { db } = database;
    const sell = () => sellAtDesk(database, clock);
    const [one, two, sent, later] = [await sell(), await sell(), await sell(), await sell()];
    await sent.send();
    expect(await later.postpone('2026-12-20')).toEqual({ outcome: 'late', day: '2026-12-20' });
    expect(await later.postpone('2026-12-20')).toEqual({ outcome: 'not later' });
    expect(await sent.postpone('2026-12-20')).toEqual({ outcome: 'closed' });
    expect((await sent.row()).revision).toBe(1);
    const act = newAct('late all', 'shop');
    const move = (by = act, day = '2026-12-10') => postponeAll({ db, clock }, day, by);
    const orderIds = [one.id, two.id].toSorted();
    const moved = { outcome: 'late', day: '2026-12-10', orderIds };
    const acts = [move(), move(), move(newAct('late all', 'shop'))];
    const outcomes = await Promise.all(acts);
    expect(outcomes.filter(({ outcome }) => outcome === 'late').length).toBeGreaterThan(0);
    expect(outcomes).toContainEqual(moved);
    expect(await move(newAct('late all', 'shop'))).toEqual({ outcome: 'not later' });
    for (const order of [one, two]) {
      expect(await order.row()).toMatchObject({ send_by: '2026-12-10', revision: 1 });
      expect(await order.readMails('order-promise')).toMatchObject([{ promisedBy: '2026-12-10' }]);
      expect(await order.results()).toEqual([{ outcome: 'late', day: '2026-12-10' }]);
      expect(await order.readMails('order-notice')).toMatchObject([{ promisedBy: '2026-12-10' }]);
    }
    expect(await sent.readMails('order-promise')).toEqual([]);
    expect(await later.readMails('order-promise')).toMatchObject([{ promisedBy: '2026-12-20' }]);
    // The receipt that is sent again has the day too.
    await one.resend();
    const [, receipt] = await one.readMails('order-receipt');
    expect(receipt).toMatchObject({ promisedBy: '2026-12-10' });
  });
});
