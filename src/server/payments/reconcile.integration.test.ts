// The rounds of the reconciler: several processes, outages, and changes while it asks.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { readRows } from '#support/payments/begin-attempt.ts';
import { DAY, HOUR, MINUTE, standInStage } from '#support/payments/stand-in-stage.ts';
import type { Database } from '../platform/database/schema.ts';
import { createLog } from '../platform/log.ts';
import { makeRoom, scheduleCheck } from './attempts.ts';
import type { PaymentProvider } from './provider.ts';
import { defaultTimes, leaseDue } from './reconcile.ts';
import { settlePayment } from './settle.ts';

/** Begins several attempts and pays each. */
async function beginPaid(
  { begin, standIn }: ReturnType<typeof standInStage>,
  db: Database,
  count: number,
) {
  const payments = await Promise.all(Array.from({ length: count }, () => begin(db)));
  for (const { orderId } of payments) await standIn.pay(orderId);
  return payments.map(({ orderId }) => orderId);
}

onBoth('the leases of the reconciler', (open, kind) => {
  const stage = standInStage();
  const { begin, clock, counted, time } = stage;

  it('share the work between processes, which ask about each attempt once', async () => {
    const { db, start } = stage.on(await open());
    const paid = await beginPaid(stage, db, 15);
    time.now += 2 * MINUTE;
    const { requested, provider } = counted();
    const three = [1, 2, 3].map(() => start({ provider }));
    await Promise.all(three.map((each) => each.kick()));
    expect(requested.toSorted()).toEqual(paid.toSorted());
    const { orders, mails } = await readRows(db);
    expect(orders).toHaveLength(15);
    expect(mails).toHaveLength(30);
  });

  it('go to attempts with a payment before any number of attempts that nobody pays', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    await Promise.all(Array.from({ length: 6 }, () => begin(db)));
    const seen = [await begin(db), await begin(db)];
    for (const payment of seen) {
      await stage.standIn.pay(payment.orderId);
      await settlePayment(db, clock, { ...payment, status: 'authorized' });
    }
    time.now += 2 * MINUTE;
    const { requested, provider } = counted();
    await stage.on({ db, kind }).start({ provider }).kick();
    expect(requested).toHaveLength(8);
    const first = requested.slice(0, 2).toSorted();
    expect(first).toEqual(seen.map(({ orderId }) => orderId).toSorted());
    const looks = [...queries.values()].filter((query) =>
      query.sql.includes('payment_seen_at" is not'),
    );
    expect(looks).not.toEqual([]);
    for (const query of looks.filter((each) => each.sql.includes('limit'))) {
      // PostgreSQL reads a small table whole: only SQLite shows the plan that it would use for a large one.
      const plan = kind === 'sqlite' ? await explain(database, query) : 'payment_attempt_seen';
      expect(plan).toContain('payment_attempt_seen');
    }
  });

  it('are taken over from a process that died', async () => {
    const { db, start } = stage.on(await open());
    await beginPaid(stage, db, 1);
    time.now += 2 * MINUTE;
    const leased_until = new Date(time.now + 20_000).toISOString();
    await db.updateTable('payment_attempt').set({ leased_until }).execute();
    const reconciler = start();
    await reconciler.kick();
    // A process that is alone on its database knows that no other holds the lease.
    const atOnce = kind === 'sqlite' ? 'paid' : 'paying';
    expect(await readRows(db)).toMatchObject({ state: atOnce });
    time.now += 20_000;
    await reconciler.kick();
    expect(await readRows(db)).toMatchObject({ state: 'paid' });
    expect((await readRows(db)).attempt).toMatchObject({ leased_until: null });
  });

  it('are no more than their limit, whatever the query plan', async () => {
    const { db } = await open();
    const [first] = await Promise.all(Array.from({ length: 7 }, () => begin(db)));
    await settlePayment(db, clock, { ...first!, status: 'authorized' });
    time.now += 2 * MINUTE;
    const leased = await db.connection().execute(async (connection) => {
      // PostgreSQL then evaluates a subquery again for each row that it compares.
      const plans = ['hashagg', 'hashjoin', 'mergejoin', 'material', 'sort'];
      for (const plan of kind === 'postgres' ? plans : []) {
        await sql.raw(`set enable_${plan} = off`).execute(connection);
      }
      return leaseDue({ db: connection, kind }, clock(), defaultTimes, 4);
    });
    expect(leased).toHaveLength(4);
  });
});

onDatabase('the rounds of the reconciler', (open) => {
  const stage = standInStage();
  const { begin, clock, counted, time } = stage;

  it('decide nothing while the provider is down, ask no faster, and continue when it is back', async () => {
    const { db, start } = stage.on(await open());
    await beginPaid(stage, db, 9);
    const { requested, provider } = counted();
    const reconciler = start({ provider });
    await stage.standIn.setFaults({ on: 'http', action: 'error', status: 503 });
    // However long the outage: no attempt expires before the provider was asked about it.
    time.now += 6 * DAY;
    await reconciler.kick();
    expect(requested).toHaveLength(4);
    for (let poll = 0; poll < 6; poll += 1) {
      time.now += 5_000;
      await reconciler.kick();
    }
    expect(requested.length).toBeLessThanOrEqual(9 + 4);
    expect(await readRows(db)).toMatchObject({ state: 'paying', orders: [], mails: [] });

    await stage.standIn.clearFaults();
    time.now += 30_000;
    await reconciler.kick();
    expect((await readRows(db)).orders).toHaveLength(9);
  });

  it('come at each pause, also after one that failed', async () => {
    const { db, start } = stage.on(await open());
    await beginPaid(stage, db, 1);
    time.now += 2 * MINUTE;
    const rename = (from: string, to: string) => db.schema.alterTable(from).renameTo(to).execute();
    await rename('payment_attempt', 'away');
    const [errors, pauses] = [[] as string[], [] as number[]];
    const reconciler = start({
      log: createLog('error', (line) => errors.push(line)),
      every(pause) {
        pauses.push(pause);
        return () => undefined;
      },
    });
    await reconciler.kick();
    expect(errors[0]).toContain('reconcile: the next round tries again');
    await rename('away', 'payment_attempt');
    await reconciler.kick();
    expect(await readRows(db)).toMatchObject({ state: 'paid' });
    expect(pauses).toEqual([defaultTimes.poll]);
  });

  it('ask again when a check was requested while they were asking', async () => {
    const { db, start } = stage.on(await open());
    await begin(db);
    const id = (await readRows(db)).attempt?.id ?? '';
    time.now += HOUR;
    let requests = 0;
    const provider: PaymentProvider = {
      ...stage.client,
      async fetchOrderPayments(orderId) {
        requests += 1;
        const payments = await stage.client.fetchOrderPayments(orderId);
        time.now += 10;
        if (requests === 1) await scheduleCheck(db, id, clock());
        return payments;
      },
    };
    await start({ provider }).kick();
    expect(requests).toBe(2);
    expect((await readRows(db)).attempt).toMatchObject({
      leased_until: null,
      checks: 1,
      next_check_at: new Date(time.now + 2 * MINUTE).toISOString(),
    });
  });

  it('check an attempt that ended early to make room, for as long as any other', async () => {
    const { db, start } = stage.on(await open());
    const [late, never] = [await begin(db), await begin(db)];
    time.now += HOUR;
    for (let room = 0; room < 2; room += 1)
      await makeRoom(
        db,
        { id: 'another', user_id: 'a-user' },
        { isOneOfFew: true, now: clock(), mostOpen: 0 },
      );
    const reconciler = start();
    await reconciler.kick();
    // The tab was closed after paying, and no webhook comes.
    await stage.standIn.pay(late.orderId);
    time.now += 4 * DAY;
    await reconciler.kick();
    expect((await readRows(db)).orders).toMatchObject([{ provider_order_id: late.orderId }]);
    time.now += DAY;
    await reconciler.kick();
    const ended = db.selectFrom('payment_attempt').select(['state', 'next_check_at']);
    expect(
      await ended.where('provider_order_id', '=', never.orderId).executeTakeFirstOrThrow(),
    ).toEqual({ state: 'expired', next_check_at: null });
  });

  it('ask about four at a time, and when stopped finish those and begin no more', async () => {
    const { db, start } = stage.on(await open());
    await beginPaid(stage, db, 7);
    time.now += 2 * MINUTE;
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const { promise: full, resolve: reportFull } = Promise.withResolvers<void>();
    let [underWay, most] = [0, 0];
    const provider: PaymentProvider = {
      ...stage.client,
      async fetchOrderPayments(orderId) {
        underWay += 1;
        most = Math.max(most, underWay);
        if (underWay === 4) reportFull();
        await gate;
        return stage.client.fetchOrderPayments(orderId).finally(() => (underWay -= 1));
      },
    };
    const reconciler = start({ provider });
    await full;
    const stopped = reconciler.stop();
    openGate();
    await stopped;
    await reconciler.kick();
    expect(most).toBe(4);
    expect((await readRows(db)).orders).toHaveLength(4);
    const leased = db.selectFrom('payment_attempt').where('leased_until', 'is not', null);
    expect(await leased.selectAll().execute()).toEqual([]);
  });
});
