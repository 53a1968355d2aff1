// Another day for an order: later, or made again after it was sent.
import { expect, it } from 'vitest';
import { onBoth } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { sellAtDesk } from '#support/server/sell-order.ts';
import { UNDO_MS } from '../acts/acts.ts';
import type { Database, MailTable } from '../platform/database/schema.ts';
import { makeAgain, postpone, postponeAll, setMaking } from './change-order.ts';
import { resendReceipt } from './receipt.ts';

const time = { now: Date.parse('2026-11-14T20:45:00.000Z') };
const clock = () => new Date(time.now);
const broke = { reason: 'Broke on the way' };

async function sell(db: Database) {
  const order = await sellAtDesk(db, clock);
  const { id } = order;
  const parts = { db, clock };
  return {
    ...order,
    make: () => setMaking(parts, id, true, newAct('making', id)),
    again: (more: { day?: string; isForShopper?: boolean } = {}, act = newAct('make again', id)) =>
      makeAgain(parts, id, { day: '2026-12-03', ...broke, isForShopper: false, ...more }, act),
    late: (day: string, act = newAct('late', id)) => postpone(parts, id, day, act),
    mails: async (kind: MailTable['kind']) =>
      (await order.readMails(kind)).map(({ dedupe_key, payload }) => ({
        dedupe_key,
        ...JSON.parse(payload),
      })),
  };
}

onBoth('a promise', (open) => {
  it('of an order that was sent is given anew, once, and the order is made, sent and corrected again', async () => {
    const { db } = await open();
    const order = await sell(db);
    const { id } = order;
    const money = await db.selectFrom('payment_attempt').selectAll().execute();
    expect(await order.again()).toEqual({ outcome: 'open' });
    await order.make();
    await order.send();
    time.now += UNDO_MS;
    await order.correctParcel('D2');
    const act = newAct('make again', id, 3);
    const again = { outcome: 'again', day: '2026-12-03', ...broke };
    const twice = [
      order.again({ isForShopper: true }, act),
      order.again({ isForShopper: true }, act),
    ];
    expect(await Promise.all(twice)).toEqual([again, again]);
    expect(await order.again({}, newAct('make again', id, 3))).toEqual({
      outcome: 'changed meanwhile',
    });
    const days = { send_by: '2026-12-03', promised_by: '2026-12-03' };
    expect(await order.row()).toMatchObject({ ...days, making_at: null, amount: 99_900 });
    // That it was sent, and the correction, had not left.
    expect(await order.mails('order-sent')).toEqual([]);
    const key = `order:${id}:again:1`;
    const promise = { dedupe_key: key, promisedBy: '2026-12-03', isAgain: true, ...broke };
    expect(await order.mails('order-promise')).toMatchObject([promise]);
    const seen = await order.shown();
    expect(seen).toMatchObject({ status: 'Paid', promisedBy: '2026-12-03', events: [] });

    expect(await order.correctParcel('D9')).toEqual({ outcome: 'unsent' });
    expect(await order.undo()).toEqual({ outcome: 'not sent' });
    time.now += 1_000;
    await order.send(newAct('send', id), { courier: 'DTDC', trackingNumber: 'E1' });
    expect(await order.undo()).toEqual({ outcome: 'undone' });
    expect(await order.row()).toMatchObject(days);
    await order.send(newAct('send', id), { courier: 'DTDC', trackingNumber: 'E1' });
    time.now += UNDO_MS;
    await order.correctParcel('E2');
    const keys = (await order.mails('order-sent')).map(({ dedupe_key }) => dedupe_key);
    expect(keys).toEqual([`${key}:sent`, `${key}:sent:4`]);
    expect((await order.shown())?.events).toMatchObject([{ type: 'sent', trackingNumber: 'E2' }]);
    await order.again({ day: '2026-12-09' });
    const [, last] = await order.mails('order-promise');
    expect(last).toMatchObject({ dedupe_key: `order:${id}:again:2`, promisedBy: '2026-12-09' });
    expect(last).not.toHaveProperty('reason');
    expect(await db.selectFrom('payment_attempt').selectAll().execute()).toEqual(money);
    await order.refund();
    expect(await order.again()).toEqual({ outcome: 'refunded' });
  });

  it('moves for all open orders that were promised for an earlier day, once, with an e-mail for each', async () => {
    const { db } = await open();
    const [one, two, sent, later] = [
      await sell(db),
      await sell(db),
      await sell(db),
      await sell(db),
    ];
    await sent.send();
    expect(await later.late('2026-12-20')).toEqual({ outcome: 'late', day: '2026-12-20' });
    expect(await later.late('2026-12-20')).toEqual({ outcome: 'not later' });
    expect(await sent.late('2026-12-20')).toEqual({ outcome: 'closed' });
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
      expect(await order.mails('order-promise')).toMatchObject([{ promisedBy: '2026-12-10' }]);
      expect(await order.acts()).toMatchObject([
        { result: { outcome: 'late', day: '2026-12-10' } },
      ]);
      expect(await order.mails('order-notice')).toMatchObject([{ promisedBy: '2026-12-10' }]);
    }
    expect(await sent.mails('order-promise')).toEqual([]);
    expect(await later.mails('order-promise')).toMatchObject([{ promisedBy: '2026-12-20' }]);
    // The receipt that is sent again has the day too.
    await resendReceipt({ db, clock }, one.id, newAct('resend', one.id));
    const [, receipt] = await one.mails('order-receipt');
    expect(receipt).toMatchObject({ promisedBy: '2026-12-10' });
  });
});
