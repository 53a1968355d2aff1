// Being made, the note, the receipt, and the address of a parcel.
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { newAct } from '#support/server/new-act.ts';
import { kavya, sellAtDesk } from '#support/server/sell-order.ts';
import { readSnapshot, writeSnapshot } from '../../shop/order.ts';
import { RESENDS_PER_DAY } from './receipt.ts';

const time = { now: 0 };
const clock = () => new Date(time.now);
beforeEach(() => {
  time.now = Date.parse('2026-11-14T20:45:00.000Z');
});
const address = {
  customerName: 'Kavya R',
  phoneNumber: '9000000001',
  landmark: 'Near the tank',
  state: 'Kerala',
  pincode: '682001',
  address: '7, Bazaar Road\nKochi',
};

onBoth('an open order', (open) => {
  it('is being made, or not after all, once an act, until it is sent', async () => {
    const order = await sellAtDesk(await open(), clock);
    const act = newAct('making', order.id, 0);
    const saved = { outcome: 'saved', making: true };
    const twice = await Promise.all([order.make(true, act), order.make(true, act)]);
    expect(twice).toEqual([saved, saved]);
    expect(await order.make(true)).toEqual({ outcome: 'unchanged', making: true });
    const stale = newAct('making', order.id, 0);
    expect(await order.make(false, stale)).toEqual({ outcome: 'changed meanwhile' });
    await order.send();
    expect(await order.make(false)).toEqual({ outcome: 'closed' });
    await order.undo();
    expect(await order.row()).toMatchObject({ making_at: clock().toISOString(), revision: 3 });
    expect(await order.make(false)).toEqual({ outcome: 'saved', making: false });
    expect((await order.row()).making_at).toBeNull();
  });
});

onDatabase('an open order', (open) => {
  it('has a note, whose former text its act keeps', async () => {
    const order = await sellAtDesk(await open(), clock);
    const saved = { outcome: 'saved', before: '' };
    expect(await order.note('Ring Kavya\nbefore 7')).toEqual(saved);
    expect(await order.note('Ring Kavya\nbefore 7')).toEqual({ outcome: 'unchanged' });
    expect(await order.row()).toMatchObject({ note: 'Ring Kavya\nbefore 7', revision: 1 });
    const changed = { outcome: 'saved', before: 'Ring Kavya\nbefore 7' };
    time.now += 1;
    expect(await order.note('')).toEqual(changed);
    expect(await order.results()).toEqual([saved, changed]);
  });

  it('has its address corrected until it is sent, for the shopper and in e-mails that wait', async () => {
    const order = await sellAtDesk(await open(), clock);
    const { db, id } = order;
    const notices = db.updateTable('mail').where('kind', '=', 'order-notice');
    await notices.set({ sent_at: 'now' }).execute();
    const notice = await order.readMails('order-notice');
    // A day that was agreed stays.
    const { snapshot } = await order.row();
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
    for (const _ of [1, 2]) expect(await order.correctAddress(address, act)).toEqual(result);
    expect(await order.correctAddress(address)).toEqual({ outcome: 'unchanged' });
    expect(await order.results()).toEqual([result]);
    expect(await order.shown()).toMatchObject({ ...address, amountPaid: 999 });
    expect(await order.row()).toMatchObject({ phone: address.phoneNumber, revision: 1 });
    const [receipt] = await order.readMails('order-receipt');
    expect(receipt.snapshot.delivery).toMatchObject(address);
    expect(await order.readMails('order-notice')).toEqual(notice);
    expect(readSnapshot((await order.row()).snapshot).shipsFrom).toBe('2027-01-12');
    const attempt = await db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();
    expect(readSnapshot(attempt.snapshot).delivery.state).toBe('Tamil Nadu');
    await order.send();
    const late = { ...address, pincode: '682002' };
    expect(await order.correctAddress(late)).toEqual({ outcome: 'closed' });
    expect((await order.row()).revision).toBe(2);
  });

  it('has its e-mails sent to another address once the owner corrects it, also what was given up', async () => {
    const order = await sellAtDesk(await open(), clock);
    const { db } = order;
    const at = clock().toISOString();
    const made = { createdAt: at, updatedAt: at };
    const account = { ...kavya, ...made, emailVerified: sql<boolean>`true` };
    await db.insertInto('user').values(account).execute();
    const given = { failed_at: 'then', tries: 9, last_error: '550 unknown user' };
    await db.updateTable('mail').set(given).execute();
    const email = 'kavya@gmail.example';
    const corrected = { outcome: 'corrected', before: kavya.email };
    const act = newAct('correct e-mail', order.id, 0);
    const twice = await Promise.all([
      order.correctEmail(email, act),
      order.correctEmail(email, act),
    ]);
    expect(twice).toEqual([corrected, corrected]);
    expect(await order.correctEmail(email)).toEqual({ outcome: 'unchanged' });
    const mails = db.selectFrom('mail').select(['kind', 'recipient', 'failed_at', 'tries']);
    expect(await mails.orderBy('kind').execute()).toEqual([
      { kind: 'order-notice', recipient: 'shop', failed_at: 'then', tries: 9 },
      { kind: 'order-receipt', recipient: email, failed_at: null, tries: 0 },
    ]);
    // Nobody has confirmed that it is the shopper's.
    const receipt = { email, isEmailConfirmed: false };
    expect(await order.readMails('order-receipt')).toMatchObject([receipt]);
    await order.resend();
    expect(await order.readMails('order-receipt')).toMatchObject([receipt, receipt]);

    await order.send();
    const again = { day: '2026-11-20', reason: 'Lost', isForShopper: true };
    await order.makeAgain(again);
    await order.refundPart('rfnd_1', 100);
    const kinds = ['order-receipt', 'order-promise', 'payment-refund'] as const;
    const later = (await Promise.all(kinds.map((kind) => order.readMails(kind)))).flat();
    expect(later).toHaveLength(4);
    for (const mail of later) expect(mail).toMatchObject({ recipient: email, email });
    // The account and its list stay.
    expect(await order.shown()).toMatchObject({ email: kavya.email });
    await db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await order.correctEmail('k@shopper.example')).toEqual({ outcome: 'nobody' });
    await order.send();
    expect(await order.makeAgain(again)).toEqual({ outcome: 'nobody' });
  });

  it('corrects also what was given up, so that a new address brings nothing old', async () => {
    const order = await sellAtDesk(await open(), clock);
    const { db } = order;
    const giveUp = () =>
      db.updateTable('mail').set({ failed_at: 'then', tries: 9 }).where('sent_at', 'is', null);
    const days = async () =>
      (await order.readMails('order-promise')).map(({ promisedBy }) => promisedBy);
    await order.postpone('2026-11-25');
    await giveUp().execute();
    await order.postpone('2026-11-30');
    expect(await days()).toEqual(['2026-11-30', '2026-11-30']);
    await order.send();
    time.now += 3_600_000;
    await giveUp().execute();
    await order.correctParcel('D2');
    const numbers = (await order.sentFacts()).map(({ trackingNumber }) => trackingNumber);
    expect(numbers).toEqual(['D2', 'D2']);
    await giveUp().execute();
    await order.makeAgain({ day: '2026-12-03', reason: 'Lost', isForShopper: true });
    await order.correctEmail('kavya@gmail.example');
    expect(await order.sentFacts()).toEqual([]);
    expect(new Set(await days())).toEqual(new Set(['2026-12-03']));
  });

  it('has its receipt sent again as the order is now, some times a day', async () => {
    const order = await sellAtDesk(await open(), clock);
    await order.correctAddress(address);
    const act = newAct('resend', order.id);
    const sent = { outcome: 'sent', email: kavya.email };
    expect(await Promise.all([order.resend(act), order.resend(act)])).toEqual([sent, sent]);
    for (let times = 1; times < RESENDS_PER_DAY; times += 1) await order.resend();
    expect(await order.resend()).toEqual({ outcome: 'too often' });
    const receipts = await order.readMails('order-receipt');
    expect(receipts).toHaveLength(1 + RESENDS_PER_DAY);
    for (const receipt of receipts) expect(receipt.snapshot.delivery).toMatchObject(address);
    time.now += 86_400_000;
    expect(await order.resend()).toEqual(sent);
    await order.db.updateTable('shop_order').set({ email: '' }).execute();
    expect(await order.resend()).toEqual({ outcome: 'nobody' });
    // What was refused is no act: the address, and each receipt that was sent.
    expect(await order.acts()).toHaveLength(1 + RESENDS_PER_DAY + 1);
  });
});
