// What the desk records of parcels: it can be undone and corrected while the e-mail waits; several orders at once.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import { mailStage } from '#support/server/mail-stage.ts';
import { newAct } from '#support/server/new-act.ts';
import { dispatch, kavya, sellAtDesk } from '#support/server/sell-order.ts';
import { ForeignAct, UNDO_MS } from '../acts/acts.ts';
import type { Database } from '../platform/database/schema.ts';
import { listOpenOrders } from './open-orders.ts';
import { lockOrder } from './order-events.ts';
import { sendOrders, undoSending } from './send-order.ts';

const stage = mailStage('sqlite');
const { clock } = stage;
const sell = (database: { db: Database }) => sellAtDesk(database, clock);
type AtDesk = Awaited<ReturnType<typeof sell>>;
const seen = async ({ shown }: AtDesk) => (await shown())?.events;
const kinds = async ({ acts }: AtDesk) => (await acts()).map(({ kind }) => kind);

onBoth('a dispatch at the desk', (open, kind) => {
  it('is either undone or e-mailed if the worker comes at the same moment', async () => {
    const database = await open();
    const orders = await Promise.all(Array.from({ length: 8 }, () => sell(database)));
    for (const order of orders) await order.send();
    // The clocks of two processes differ: for the worker's, the time is over.
    const ahead = () => new Date(stage.time.now + UNDO_MS);
    const workers = [1, 2].map(() => stage.start(database.db, { kind, clock: ahead }));
    const [undoings] = await Promise.all([
      Promise.all(orders.map((order) => order.undo())),
      ...workers.map((worker) => worker.kick()),
    ]);
    await Promise.all(workers.map((worker) => worker.kick()));
    for (const [i, order] of orders.entries()) {
      const hasArrived = stage.arrived().includes(`<order.${order.id}.sent@maalai.example>`);
      const hasLeft = undoings[i]?.outcome === 'left';
      expect([hasArrived, (await order.row()).send_by === null]).toEqual([hasLeft, hasLeft]);
    }
  });

  it('is not open again after an undo if all of its money goes back at the same moment', async () => {
    const database = await open();
    const order = await sell(database);
    const { promised_by: send_by } = await order.row();
    await order.send();
    // As an undo does that has not committed yet
    await whileWaiting(
      database,
      async (trx) => {
        await lockOrder(trx, order.id);
        await trx.updateTable('shop_order').set({ send_by }).execute();
      },
      () => order.refund(),
    );
    await expect.poll(async () => (await order.row()).send_by).toBeNull();
    expect(await order.undo()).toEqual({ outcome: 'undone' });
    expect((await order.row()).send_by).toBeNull();
  });

  it('of several orders is recorded for all of them, once, or for none', async () => {
    const database = await open();
    const [one, two, three] = [await sell(database), await sell(database), await sell(database)];
    const four = await sell(database);
    const parcel = ({ id: orderId }: { id: string }, trackingNumber: string, rev = 0) => ({
      orderId,
      dispatch: { courier: 'DTDC', trackingNumber },
      rev,
    });
    const send = (parcels: ReturnType<typeof parcel>[], act = newAct('send several')) =>
      sendOrders({ ...database, clock }, parcels, act);
    await three.send();
    await four.refund();
    const nobody = { ...one, id: 'MA-0000000000' };
    const same = [parcel(one, 'e1 2'), parcel(two, 'E1-2')];
    expect(
      await send([...same, parcel(three, '3'), parcel(four, '4'), parcel(nobody, '5')]),
    ).toEqual({
      outcome: 'not sent',
      problems: [
        { orderId: two.id, outcome: 'same number', like: one.id },
        { orderId: three.id, outcome: 'sent' },
        { orderId: four.id, outcome: 'refunded' },
        { orderId: nobody.id, outcome: 'unknown' },
      ],
    });
    const stale = { orderId: one.id, outcome: 'changed meanwhile' };
    expect(await send([parcel(one, '1', 7)])).toEqual({ outcome: 'not sent', problems: [stale] });
    expect([await one.sentFacts(), await kinds(one)]).toEqual([[], []]);

    const act = newAct('send several');
    // Two forms at once, which list the orders differently
    const right = [parcel(one, '1'), parcel(two, '2')];
    const forms = [send(right, act), send(right, act), send(right.toReversed())];
    const sendings = await Promise.all(forms);
    const done = sendings.filter(({ outcome }) => outcome === 'sent');
    // Both of the one act, or the other one
    expect([1, 2]).toContain(done.length);
    for (const order of [one, two]) {
      expect(await order.sentFacts()).toHaveLength(1);
      expect(await kinds(order)).toEqual(['send']);
    }
    expect(await two.undo()).toEqual({ outcome: 'undone' });
    expect((await one.row()).send_by).toBeNull();
  });
});

onDatabase('a dispatch at the desk', (open, kind) => {
  it('is hidden, with its e-mail, until it can be undone no more', async () => {
    const database = await open();
    const [order, other] = [await sell(database), await sell(database)];
    const act = newAct('send', order.id);
    const [first, again] = await Promise.all([order.send(act), order.send(act)]);
    const parcel = { courier: 'DTDC', tracking_number: 'D1' };
    const { email: recipient } = kavya;
    expect(first).toMatchObject({ outcome: 'sent', fresh: true, sent: parcel, email: recipient });
    expect(again).toEqual(first);
    // Somebody else, a little later
    expect(await order.send()).toMatchObject({ outcome: 'sent', fresh: false });
    expect(await kinds(order)).toEqual(['send']);
    expect((await order.row()).revision).toBe(1);
    expect(await listOpenOrders(database.db, { limit: 9 })).toMatchObject([{ id: other.id }]);

    const [email, ...more] = await order.sentFacts();
    expect(more).toEqual([]);
    const dedupe_key = `order:${order.id}:sent`;
    expect(email).toMatchObject({ dedupe_key, recipient, orderId: order.id, ...dispatch });
    expect(JSON.stringify(email)).not.toMatch(/Mada Street|Raman/);
    const worker = stage.start(database.db, { kind });
    await worker.kick();
    const sent = () => stage.arrived().filter((id) => id?.includes('.sent@'));
    expect([await seen(order), sent()]).toEqual([undefined, []]);
    stage.time.now += UNDO_MS;
    await worker.kick();
    expect(await seen(order)).toMatchObject([{ type: 'sent', ...dispatch }]);
    expect(sent()).toHaveLength(1);
    expect(await seen(other)).toBeUndefined();
    expect(await order.undo()).toMatchObject({ outcome: 'left', sent: { courier: 'DTDC' } });
  });

  it('is undone without a trace for the shopper, and can be sent again', async () => {
    const order = await sell(await open());
    const { send_by } = await order.row();
    expect(await order.undo()).toEqual({ outcome: 'not sent' });
    await order.send();
    stage.time.now += 60_000;
    const undo = newAct('undo', order.id);
    const undone = await Promise.all([order.undo(undo), order.undo(undo)]);
    expect(undone).toEqual([{ outcome: 'undone' }, { outcome: 'undone' }]);
    expect(await order.row()).toMatchObject({ send_by, revision: 2 });
    expect(await order.sentFacts()).toEqual([]);
    expect(await listOpenOrders(order.db, { limit: 9 })).toHaveLength(1);
    stage.time.now += 60_000;
    expect(await order.send()).toMatchObject({ fresh: true });
    stage.time.now += UNDO_MS;
    expect(await seen(order)).toMatchObject([{ type: 'sent' }]);
    expect(await order.sentFacts()).toHaveLength(1);
    expect(await kinds(order)).toEqual(['send', 'undo', 'send']);
  });

  it('is corrected in its e-mail before that has left, and in another one afterwards', async () => {
    const order = await sell(await open());
    await order.send();
    stage.time.now += 60_000;
    const act = newAct('correct', order.id);
    const corrected = { outcome: 'corrected', isNotified: false, before: dispatch };
    expect(await order.correctParcel('D2', act)).toMatchObject(corrected);
    expect(await order.correctParcel('D2', act)).toMatchObject(corrected);
    const trackingUrl = 'https://dtdc.example/D2';
    expect(await order.sentFacts()).toMatchObject([{ trackingNumber: 'D2', trackingUrl }]);
    expect((await order.sentFacts())[0]).not.toHaveProperty('before');
    expect(await seen(order)).toBeUndefined();
    stage.time.now += UNDO_MS;
    expect(await order.correctParcel('D3')).toMatchObject({ isNotified: true });
    expect(await order.sentFacts()).toHaveLength(2);
    expect(await seen(order)).toMatchObject([{ trackingNumber: 'D3' }]);
    expect(await kinds(order)).toEqual(['send', 'correct', 'correct']);
  });

  it('is told from a correction whose e-mail is under way already', async () => {
    const order = await sell(await open());
    await order.send();
    const underWay = { tries: 1, leased_until: '2099' };
    await order.db.updateTable('mail').set(underWay).execute();
    expect(await order.correctParcel('D2')).toMatchObject({ isNotified: true });
    expect(await order.undo()).toMatchObject({ outcome: 'left' });
    expect(await order.sentFacts()).toHaveLength(2);
  });
});

onDatabase('an act on an order', (open) => {
  it('is refused on another revision than its form shows, and under the id of another act', async () => {
    const order = await sell(await open());
    const act = newAct('send', order.id);
    const meanwhile = { outcome: 'changed meanwhile' };
    expect(await order.send({ ...act, rev: 1 })).toEqual(meanwhile);
    expect(await kinds(order)).toEqual([]);
    expect(await order.send({ ...act, rev: 0 })).toMatchObject({ fresh: true });
    // The first result, whatever has changed since
    expect(await order.send({ ...act, rev: 0 })).toMatchObject({ fresh: true });
    const anand = 'anand@maalai.example';
    for (const other of [{ kind: 'undo' }, { actor: anand }, { subject: 'MA-1' }] as const) {
      await expect(order.send({ ...act, ...other, rev: 0 })).rejects.toThrow(ForeignAct);
    }
    const undo = newAct('undo', order.id);
    expect(await order.undo({ ...undo, rev: 0 })).toEqual(meanwhile);
    expect(await order.sentFacts()).toHaveLength(1);
    const unknown = newAct('undo', 'MA-0000000000');
    const nothing = await undoSending({ db: order.db, clock }, 'MA-0000000000', unknown);
    expect(nothing).toEqual({ outcome: 'unknown' });
  });
});
