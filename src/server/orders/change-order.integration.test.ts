// Being made, the note, and the address of a parcel.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { sellOrder } from '#support/server/sell-order.ts';
import { readSnapshot, writeSnapshot } from '../../shop/order.ts';
import { listActs } from '../acts/acts.ts';
import { resendReceipt, RESENDS_PER_DAY } from './receipt.ts';
import type { Database } from '../platform/database/schema.ts';
import { correctAddress, setMaking, writeNote } from './change-order.ts';
import { listOrders } from './routes.ts';
import { sendOrder, undoSending } from './send-order.ts';

const time = { now: Date.parse('2026-11-14T20:45:00.000Z') };
const clock = () => new Date(time.now);
const kavya = { id: 'a-user', email: 'kavya@shopper.example', name: 'Kavya' };
const address = {
  customerName: 'Kavya R',
  phoneNumber: '9000000001',
  landmark: 'Near the tank',
  state: 'Kerala',
  pincode: '682001',
  address: '7, Bazaar Road\nKochi',
};

async function sell(db: Database) {
  const { id, payment } = await sellOrder(db, clock());
  const parts = { db, clock };
  const row = db.selectFrom('shop_order').selectAll().where('id', '=', id);
  const mails = db.selectFrom('mail').selectAll().where('order_id', '=', id);
  return {
    id,
    payment,
    make: (making: boolean, act = newAct('making', id)) => setMaking(parts, id, making, act),
    note: (note: string, act = newAct('note', id)) => writeNote(parts, id, note, act),
    correct: (to = address, act = newAct('correct address', id)) =>
      correctAddress(parts, id, to, act),
    resend: (act = newAct('resend', id)) => resendReceipt(parts, id, act),
    send: () => sendOrder(parts, id, { courier: 'DTDC' }, newAct('send', id)),
    undo: () => undoSending(parts, id, newAct('undo', id)),
    order: () => row.executeTakeFirstOrThrow(),
    receipts: () => mails.where('kind', '=', 'order-receipt').orderBy('created_at').execute(),
    notice: () => mails.where('kind', '=', 'order-notice').executeTakeFirstOrThrow(),
    acts: async () => (await listActs(db, id)).map(({ result }) => result),
  };
}

onBoth('an open order', (open) => {
  it('is being made, or not after all, once an act, until it is sent', async () => {
    const { db } = await open();
    const order = await sell(db);
    const act = newAct('making', order.id, 0);
    const saved = { outcome: 'saved', making: true };
    const twice = await Promise.all([order.make(true, act), order.make(true, act)]);
    expect(twice).toEqual([saved, saved]);
    expect(await order.make(true)).toEqual({ outcome: 'unchanged', making: true });
    expect(await order.make(false, newAct('making', order.id, 0))).toEqual({
      outcome: 'changed meanwhile',
    });
    await order.send();
    expect(await order.make(false)).toEqual({ outcome: 'closed' });
    await order.undo();
    expect(await order.order()).toMatchObject({ making_at: clock().toISOString(), revision: 3 });
    expect(await order.make(false)).toEqual({ outcome: 'saved', making: false });
    expect((await order.order()).making_at).toBeNull();
  });
});

onDatabase('an open order', (open) => {
  it('has a note, which no act repeats', async () => {
    const { db } = await open();
    const order = await sell(db);
    expect(await order.note('Ring Kavya\nbefore 7')).toEqual({ outcome: 'saved' });
    expect(await order.note('Ring Kavya\nbefore 7')).toEqual({ outcome: 'unchanged' });
    expect(await order.order()).toMatchObject({ note: 'Ring Kavya\nbefore 7', revision: 1 });
    expect(await order.acts()).toEqual([{ outcome: 'saved' }]);
  });

  it('has its address corrected until it is sent, for the shopper and in e-mails that wait', async () => {
    const { db } = await open();
    const order = await sell(db);
    const { id } = order;
    await db
      .updateTable('mail')
      .set({ sent_at: 'now' })
      .where('kind', '=', 'order-notice')
      .execute();
    const notice = await order.notice();
    // A day that was agreed stays.
    const { snapshot } = await order.order();
    const agreed = writeSnapshot({ ...readSnapshot(snapshot), shipsFrom: '2027-01-12' });
    await db.updateTable('shop_order').set({ snapshot: agreed }).execute();
    const act = newAct('correct address', id, 0);
    const result = {
      outcome: 'corrected',
      changed: ['customerName', 'phoneNumber', 'landmark', 'state', 'pincode', 'address'],
      before: {
        customerName: 'Kavya Raman',
        phoneNumber: '9876543210',
        landmark: '',
        state: 'Tamil Nadu',
        pincode: '600004',
        address: '12, South Mada Street',
      },
    };
    expect(await order.correct(address, act)).toEqual(result);
    expect(await order.correct(address, act)).toEqual(result);
    expect(await order.correct()).toEqual({ outcome: 'unchanged' });
    expect(await order.acts()).toEqual([result]);
    const [shown] = await listOrders({ db, clock }, kavya);
    expect(shown).toMatchObject({ ...address, amountPaid: 999 });
    expect(await order.order()).toMatchObject({ phone: address.phoneNumber, revision: 1 });
    const [receipt] = await order.receipts();
    expect(JSON.parse(receipt?.payload ?? '').snapshot.delivery).toMatchObject(address);
    expect(await order.notice()).toEqual(notice);
    expect(readSnapshot((await order.order()).snapshot).shipsFrom).toBe('2027-01-12');
    const attempt = await db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();
    expect(readSnapshot(attempt.snapshot).delivery.state).toBe('Tamil Nadu');
    await order.send();
    expect(await order.correct({ ...address, pincode: '682002' })).toEqual({ outcome: 'closed' });
  });

  it('has its receipt sent again as the order is now, some times a day', async () => {
    const { db } = await open();
    const order = await sell(db);
    await order.correct();
    const act = newAct('resend', order.id);
    const sent = { outcome: 'sent', email: kavya.email };
    expect(await Promise.all([order.resend(act), order.resend(act)])).toEqual([sent, sent]);
    for (let times = 1; times < RESENDS_PER_DAY; times += 1) await order.resend();
    expect(await order.resend()).toEqual({ outcome: 'too often' });
    const receipts = await order.receipts();
    expect(receipts).toHaveLength(1 + RESENDS_PER_DAY);
    for (const { payload } of receipts) {
      expect(JSON.parse(payload)).toMatchObject({ snapshot: { delivery: address } });
    }
    time.now += 86_400_000;
    expect(await order.resend()).toEqual(sent);
    await db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await order.resend()).toEqual({ outcome: 'nobody' });
  });
});
