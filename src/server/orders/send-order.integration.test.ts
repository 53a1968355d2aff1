// What the desk records of parcels: it can be undone and corrected while the e-mail waits; several orders at once.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import { mailStage } from '#support/server/mail-stage.ts';
import { newAct } from '#support/server/new-act.ts';
import { dispatch, sellAtDesk } from '#support/server/sell-order.ts';
import { ForeignAct, UNDO_MS } from '../acts/acts.ts';
import type { Database } from '../platform/database/schema.ts';
import { listOpenOrders } from './open-orders.ts';
import { lockOrder } from './order-events.ts';
import { sendOrders, undoSending } from './send-order.ts';

const stage = mailStage('sqlite');
const { clock } = stage;
const sell = (db: Database) => sellAtDesk(db, clock);
type AtDesk = Awaited<ReturnType<typeof sell>>;
const seen = async ({ shown }: AtDesk) => (await shown())?.events;
const kinds = async ({ acts }: AtDesk) => (await acts()).map(({ kind }) => kind);

onBoth('a dispatch at the desk', (open, kind) => {
  it('is either undone or e-mailed if the worker comes at the same moment', async () => {
    const { db } = await open();
    const orders = await Promise.all(Array.from({ length: 8 }, () => sell(db)));
    for (const order of orders) await order.send();
    // The clocks of two processes differ: for the worker's, the time is over.
    const ahead = () => new Date(stage.time.now + UNDO_MS);
    const workers = [1, 2].map(() => stage.start(db, { kind, clock: ahead }));
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
    const { db, kind: on } = await open();
    const order = await sell(db);
    const { promised_by: send_by } = await order.row();
    await order.send();
    // As an undo does that has not committed yet
    await whileWaiting(
      { db, kind: on },
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
    const { db } = await open();
    const [one, two, three] = [await sell(db), await sell(db), await sell(db)];
    const parcel = ({ id: orderId }: { id: string }, trackingNumber: string, rev = 0) => ({
      orderId,
      dispatch: { courier: 'DTDC', trackingNumber },
      rev,
    });
    const send = (parcels: ReturnType<typeof parcel>[], act = newAct('send several')) =>
      sendOrders({ db, clock }, parcels, act);
    await three.send();
    const nobody = { ...one, id: 'MA-0000000000' };
    const wrong = [
      parcel(one, 'e1 2'),
      parcel(two, 'E1-2'),
      parcel(three, '3'),
      parcel(nobody, '4'),
    ];
    expect(await send(wrong)).toEqual({
      outcome: 'not sent',
      problems: [
        { orderId: two.id, outcome: 'same number', like: one.id },
        { orderId: three.id, outcome: 'sent' },
        { orderId: nobody.id, outcome: 'unknown' },
      ],
    });
    const stale = { orderId: one.id, outcome: 'changed meanwhile' };
    expect(await send([parcel(one, '1', 7)])).toEqual({ outcome: 'not sent', problems: [stale] });
    expect([await one.sentFacts(), await kinds(one)]).toEqual([[], []]);

    const act = newAct('send several');
    // Two forms at once, which list the orders differently
    const right = [parcel(one, '1'), parcel(two, '2')];
    const sendings = await Promise.all([
      send(right, act),
      send(right, act),
      send(right.toReversed()),
    ]);
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
    const { db } = await open();
    const order = await sell(db);
    const act = newAct('send', order.id);
    const [first, again] = await Promise.all([order.send(act), order.send(act)]);
    expect(first).toMatchObject({ outcome: 'sent', fresh: true, sent: { courier: 'DTDC' } });
    expect(again).toEqual(first);
    // Somebody else, a little later
    expect(await order.send()).toMatchObject({ outcome: 'sent', fresh: false });
    expect(await kinds(order)).toEqual(['send']);
    expect((await order.row()).revision).toBe(1);

    const worker = stage.start(db, { kind });
    await worker.kick();
    const sent = () => stage.arrived().filter((id) => id?.includes('.sent@'));
    expect([await seen(order), sent()]).toEqual([undefined, []]);
    stage.time.now += UNDO_MS;
    await worker.kick();
    expect(await seen(order)).toMatchObject([{ type: 'sent', ...dispatch }]);
    expect(sent()).toHaveLength(1);
    expect(await order.undo()).toMatchObject({ outcome: 'left', sent: { courier: 'DTDC' } });
  });

  it('is undone without a trace for the shopper, and can be sent again', async () => {
    const { db } = await open();
    const order = await sell(db);
    const { send_by } = await order.row();
    expect(await order.undo()).toEqual({ outcome: 'not sent' });
    await order.send();
    stage.time.now += 60_000;
    const undo = newAct('undo', order.id);
    const undone = await Promise.all([order.undo(undo), order.undo(undo)]);
    expect(undone).toEqual([{ outcome: 'undone' }, { outcome: 'undone' }]);
    expect(await order.row()).toMatchObject({ send_by, revision: 2 });
    expect(await order.sentFacts()).toEqual([]);
    expect(await listOpenOrders(db, { limit: 9 })).toHaveLength(1);
    stage.time.now += 60_000;
    expect(await order.send()).toMatchObject({ fresh: true });
    stage.time.now += UNDO_MS;
    expect(await seen(order)).toMatchObject([{ type: 'sent' }]);
    expect(await order.sentFacts()).toHaveLength(1);
    expect(await kinds(order)).toEqual(['send', 'undo', 'send']);
  });

  it('is corrected in its e-mail before that has left, and in another one afterwards', async () => {
    const { db } = await open();
    const order = await sell(db);
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
    const { db } = await open();
    const order = await sell(db);
    await order.send();
    await db.updateTable('mail').set({ tries: 1, leased_until: '2099' }).execute();
    expect(await order.correctParcel('D2')).toMatchObject({ isNotified: true });
    expect(await order.undo()).toMatchObject({ outcome: 'left' });
    expect(await order.sentFacts()).toHaveLength(2);
  });

  it('is not told wrongly by an e-mail that leaves after its correction', async () => {
    const { db } = await open();
    const order = await sell(db);
    await order.send();
    stage.time.now += UNDO_MS;
    // The mail server was away at the first tries.
    await db.updateTable('mail').set({ tries: 3 }).where('kind', '=', 'order-sent').execute();
    await order.correctParcel('D2');
    await order.correctParcel('D3');
    const numbers = (await order.sentFacts()).map(({ trackingNumber }) => trackingNumber);
    expect(numbers).toEqual(['D3', 'D3', 'D3']);
  });
});

onDatabase('an act on an order', (open) => {
  it('is refused on another revision than its form shows, and under the id of another act', async () => {
    const { db } = await open();
    const order = await sell(db);
    const act = newAct('send', order.id);
    const meanwhile = { outcome: 'changed meanwhile' };
    expect(await order.send({ ...act, rev: 1 })).toEqual(meanwhile);
    expect(await kinds(order)).toEqual([]);
    expect(await order.send({ ...act, rev: 0 })).toMatchObject({ fresh: true });
    // The first result, whatever has changed since
    expect(await order.send({ ...act, rev: 0 })).toMatchObject({ fresh: true });
    const others = [
      { kind: 'undo' },
      { actor: 'anand@maalai.example' },
      { subject: 'MA-1' },
    ] as const;
    for (const other of others) {
      await expect(order.send({ ...act, ...other, rev: 0 })).rejects.toThrow(ForeignAct);
    }
    const undo = newAct('undo', order.id);
    expect(await order.undo({ ...undo, rev: 0 })).toEqual(meanwhile);
    expect(await order.sentFacts()).toHaveLength(1);
    const unknown = newAct('undo', 'MA-0000000000');
    expect(await undoSending({ db, clock }, 'MA-0000000000', unknown)).toEqual({
      outcome: 'unknown',
    });
  });
});
