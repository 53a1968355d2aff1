// The rounds of the reconciler: several processes, outages, and changes while it asks.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import {
  attemptIn,
  DAY,
  HOUR,
  MINUTE,
  reconcilerStage,
  written,
} from '#support/payments/reconciler-stage.ts';
import { settlePayment } from './settle.ts';
import { scheduleCheck } from './attempts.ts';
import type { PaymentProvider } from './provider.ts';
import { leaseDue, defaultTimes } from './reconcile.ts';

describeOnBothDatabases('the reconciler', (open, kind) => {
  const stage = reconcilerStage(kind);
  const { begin, clock, counted, start, time } = stage;

  it('shares the work between processes, and asks about each attempt once', async () => {
    const database = await open();
    const facts = await Promise.all(Array.from({ length: 15 }, () => begin(database.db)));
    for (const { orderId: providerOrderId } of facts) await stage.standIn.pay(providerOrderId);
    time.now += 2 * MINUTE;
    const { calls, provider } = counted();
    const three = [1, 2, 3].map(() => start(database, { provider }));
    await Promise.all(three.map((each) => each.kick()));
    expect(calls.toSorted()).toEqual(facts.map((fact) => fact.orderId).toSorted());
    const { orders, mails } = await written(database.db);
    expect(orders).toHaveLength(15);
    expect(mails).toHaveLength(30);
  });

  it('decides nothing while the provider is down, asks no faster, and continues when it is back', async () => {
    const database = await open();
    const { db } = database;
    const facts = await Promise.all(Array.from({ length: 9 }, () => begin(db)));
    for (const { orderId: providerOrderId } of facts) await stage.standIn.pay(providerOrderId);
    const { calls, provider } = counted();
    const reconciler = start(database, { provider });
    await stage.standIn.setFaults({ on: 'http', action: 'error', status: 503 });
    // However long the outage: no attempt expires before the provider was asked about it.
    time.now += 6 * DAY;
    await reconciler.kick();
    expect(calls).toHaveLength(4);
    for (let poll = 0; poll < 6; poll += 1) {
      time.now += 5_000;
      await reconciler.kick();
    }
    expect(calls.length).toBeLessThanOrEqual(9 + 4);
    expect(await written(db)).toMatchObject({ state: 'paying', orders: [], mails: [] });

    await stage.standIn.clearFaults();
    time.now += 30_000;
    await reconciler.kick();
    expect((await written(db)).orders).toHaveLength(9);
  });

  it('checks attempts with a payment before any number of attempts that nobody pays', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    await Promise.all(Array.from({ length: 6 }, () => begin(db)));
    const [paid, alsoPaid] = [await begin(db), await begin(db)];
    for (const fact of [paid, alsoPaid]) {
      await stage.standIn.pay(fact.orderId);
      await settlePayment(db, clock, { ...fact, status: 'authorized' });
    }
    time.now += 2 * MINUTE;
    const { calls, provider } = counted();
    await start({ db }, { provider }).kick();
    expect(calls).toHaveLength(8);
    const seen = [paid.orderId, alsoPaid.orderId];
    expect(calls.slice(0, 2).toSorted()).toEqual(seen.toSorted());
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

  it('takes over from a process that died', async () => {
    const database = await open();
    const { db } = database;
    await stage.standIn.pay((await begin(db)).orderId);
    time.now += 2 * MINUTE;
    const leased_until = new Date(time.now + 20_000).toISOString();
    await db.updateTable('payment_attempt').set({ leased_until }).execute();
    const reconciler = start(database);
    await reconciler.kick();
    // A process that is alone on its database knows that no other holds the lease.
    const atOnce = kind === 'sqlite' ? 'paid' : 'paying';
    expect(await written(db)).toMatchObject({ state: atOnce });
    time.now += 20_000;
    await reconciler.kick();
    expect(await written(db)).toMatchObject({ state: 'paid' });
    expect(await attemptIn(db)).toMatchObject({ leased_until: null });
  });

  it('asks again when a check was requested while it was asking', async () => {
    const database = await open();
    const { db } = database;
    await begin(db);
    const { id } = await attemptIn(db);
    time.now += HOUR;
    let asked = 0;
    const provider: PaymentProvider = {
      ...stage.client,
      async fetchOrderPayments(orderId) {
        asked += 1;
        const payments = await stage.client.fetchOrderPayments(orderId);
        time.now += 10;
        if (asked === 1) await scheduleCheck(db, id, clock());
        return payments;
      },
    };
    await start(database, { provider }).kick();
    expect(asked).toBe(2);
    expect(await attemptIn(db)).toMatchObject({
      leased_until: null,
      checks: 1,
      next_check_at: new Date(time.now + 2 * MINUTE).toISOString(),
    });
  });

  it('checks by itself, survives a failing database, and continues', async () => {
    const database = await open();
    const { db } = database;
    const pauses: { milliseconds: number; run: () => void }[] = [];
    const reconciler = start(database, {
      every: (milliseconds, run) => {
        pauses.push({ milliseconds, run });
        return () => undefined;
      },
    });
    await reconciler.kick();
    await stage.standIn.pay((await begin(db)).orderId);
    time.now += 2 * MINUTE;
    await db.schema.alterTable('payment_attempt').renameTo('gone').execute();
    await reconciler.kick();
    await db.schema.alterTable('gone').renameTo('payment_attempt').execute();
    expect(pauses[0]?.milliseconds).toBeLessThanOrEqual(10_000);
    pauses[0]?.run();
    await expect.poll(async () => (await attemptIn(db)).state, { timeout: 10_000 }).toBe('paid');
  });

  it('leases no more than its limit, whatever the query plan', async () => {
    const { db } = await open();
    await Promise.all(Array.from({ length: 7 }, () => begin(db)));
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

  it('asks about four at a time, and when stopped finishes those and begins no more', async () => {
    const database = await open();
    const { db } = database;
    const facts = await Promise.all(Array.from({ length: 7 }, () => begin(db)));
    for (const { orderId: providerOrderId } of facts) await stage.standIn.pay(providerOrderId);
    time.now += 2 * MINUTE;
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const { promise: full, resolve: reportFull } = Promise.withResolvers<void>();
    let [asking, most] = [0, 0];
    const provider: PaymentProvider = {
      ...stage.client,
      async fetchOrderPayments(orderId) {
        asking += 1;
        most = Math.max(most, asking);
        if (asking === 4) reportFull();
        await gate;
        return stage.client.fetchOrderPayments(orderId).finally(() => (asking -= 1));
      },
    };
    const reconciler = start(database, { provider });
    await full;
    const stopped = reconciler.stop();
    openGate();
    await stopped;
    await reconciler.kick();
    expect(most).toBe(4);
    expect((await written(db)).orders).toHaveLength(4);
    const leased = await db
      .selectFrom('payment_attempt')
      .select('id')
      .where('leased_until', 'is not', null)
      .execute();
    expect(leased).toEqual([]);
  });
});
