// The reconciler on both databases, asking the provider's stand-in. Time is the test's, and no webhook
// ever arrives: whatever gets settled here, it found out by itself.
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../tests/support/databases.ts';
import type { TestDatabase } from '../../../tests/support/databases.ts';
import type { Schema } from '../database/schema.ts';
import { createLog } from '../log.ts';
import { newOrderId } from '../orders/order-id.ts';
import type { Rounds } from '../work-in-rounds.ts';
import { askSoon } from './ask-soon.ts';
import { tieProviderOrder } from './open-provider-order.ts';
import type { PaymentFact } from './payment-fact.ts';
import type { PaymentProvider } from './provider.ts';
import { createRazorpayClient } from './razorpay-client.ts';
import { settlePayment } from './settle-payment.ts';
import { startReconciler } from './start-reconciler.ts';
import type { ReconcilerParts } from './start-reconciler.ts';
import { beginAttempt, beginUnopened } from './testing/begin-attempt.ts';
import { startStandIn } from './testing/stand-in.ts';
import type { StandIn } from './testing/stand-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let standIn: StandIn;
let client: PaymentProvider;
beforeAll(async () => {
  standIn = await startStandIn('http://127.0.0.1:9/nowhere');
  const limits = { connect: 1_000, whole: 1_500 };
  client = createRazorpayClient({ ...standIn.config, limits });
});
afterEach(() => standIn.clearFaults());
afterAll(() => standIn.stop());

describeOnBothDatabases('the reconciler', (open, kind) => {
  let now: number;
  const running: Rounds[] = [];
  beforeEach(() => {
    now = Date.parse('2026-11-14T12:45:00.000Z');
  });
  // Before the databases are closed.
  async function stopAll(): Promise<void> {
    await Promise.all(running.splice(0).map((each) => each.stop()));
  }
  afterEach(stopAll);

  const clock = () => new Date(now);

  /** The real provider, and which of its calls were made. */
  function counted() {
    const calls: string[] = [];
    const provider: PaymentProvider = {
      ...client,
      fetchOrderPayments(id) {
        calls.push(id);
        return client.fetchOrderPayments(id);
      },
    };
    return { calls, provider };
  }

  function start({ db }: TestDatabase, replace: Partial<ReconcilerParts> = {}) {
    let kicks = 0;
    const reconciler = startReconciler({
      db,
      kind,
      clock,
      log: createLog('silent'),
      provider: client,
      mailer: { kick: () => (kicks += 1) },
      every: () => () => undefined,
      ...replace,
    });
    running.push(reconciler);
    return { ...reconciler, kicks: () => kicks };
  }

  /** An attempt that the stand-in knows, not paid yet. */
  async function begin(db: Kysely<Schema>): Promise<PaymentFact> {
    const order = { amount: 99_900, currency: 'INR', receipt: 'a-receipt', notes: {} };
    const { id } = await client.createOrder(order);
    return beginAttempt(db, { now: clock(), providerOrderId: id });
  }

  const attempt = (db: Kysely<Schema>) =>
    db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();
  const written = async (db: Kysely<Schema>) => {
    const [{ state, reason }, orders, mails, surplus] = await Promise.all([
      attempt(db),
      db.selectFrom('shop_order').select('provider_payment_id').execute(),
      db.selectFrom('mail').select('kind').orderBy('kind').execute(),
      db.selectFrom('surplus_payment').select(['payment_id', 'state']).execute(),
    ]);
    return {
      state,
      reason,
      orders: orders.map(({ provider_payment_id: id }) => id),
      mails: mails.map((mail) => mail.kind),
      surplus,
    };
  };
  const bothLetters = ['order-notice', 'order-receipt'];

  it('finds the payment of a closed tab whose webhook never came, after two minutes', async () => {
    const database = await open();
    const { providerOrderId } = await begin(database.db);
    const paid = await standIn.pay(providerOrderId);
    const reconciler = start(database);
    now += 2 * MINUTE - 1;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({ state: 'paying', orders: [] });
    now += 1;
    await reconciler.kick();
    const { state, orders, mails } = await written(database.db);
    expect({ state, orders, mails }).toEqual({
      state: 'paid',
      orders: [paid.razorpay_payment_id],
      mails: bothLetters,
    });
    expect(reconciler.kicks()).toBeGreaterThan(0);
  });

  it('asks less and less often, gives up after five days, and still takes what comes then', async () => {
    const database = await open();
    const { db } = database;
    const fact = await begin(db);
    const began = now;
    const { calls, provider } = counted();
    const reconciler = start(database, { provider });
    const asked: number[] = [];
    for (;;) {
      const { next_check_at } = await attempt(db);
      if (next_check_at === null) break;
      now = Math.max(Date.parse(next_check_at), began + 2 * MINUTE);
      await reconciler.kick();
      asked.push((now - began) / MINUTE);
    }
    expect(calls).toHaveLength(asked.length);
    expect(asked.slice(0, 5)).toEqual([2, 4, 8, 16, 32]);
    expect(asked.at(-1)).toBe(5 * 24 * 60);
    expect(await written(db)).toMatchObject({ state: 'expired', orders: [], mails: [] });
    now += DAY;
    await reconciler.kick();
    expect(calls).toHaveLength(asked.length);

    expect(await settlePayment(db, clock, newOrderId, fact)).toMatchObject({ outcome: 'paid' });
    expect(await written(db)).toMatchObject({ state: 'paid', mails: bothLetters });
  });

  it('shares the work between processes, and asks about each attempt once', async () => {
    const database = await open();
    const facts = await Promise.all(Array.from({ length: 15 }, () => begin(database.db)));
    for (const { providerOrderId } of facts) await standIn.pay(providerOrderId);
    now += 2 * MINUTE;
    const { calls, provider } = counted();
    const three = [1, 2, 3].map(() => start(database, { provider }));
    await Promise.all(three.map((each) => each.kick()));
    expect(calls.toSorted()).toEqual(facts.map((fact) => fact.providerOrderId).toSorted());
    const { orders, mails } = await written(database.db);
    expect(orders).toHaveLength(15);
    expect(mails).toHaveLength(30);
  });

  it('decides nothing while the provider is away, asks no faster, and goes on when it is back', async () => {
    const database = await open();
    const { db } = database;
    const facts = await Promise.all(Array.from({ length: 9 }, () => begin(db)));
    for (const { providerOrderId } of facts) await standIn.pay(providerOrderId);
    const { calls, provider } = counted();
    const reconciler = start(database, { provider });
    await standIn.setFaults({ on: 'http', action: 'error', status: 503 });
    // However long the outage: nobody is given up without having been asked about.
    now += 6 * DAY;
    await reconciler.kick();
    expect(calls).toHaveLength(4);
    for (let poll = 0; poll < 6; poll += 1) {
      now += 5_000;
      await reconciler.kick();
    }
    expect(calls.length).toBeLessThanOrEqual(9 + 4);
    expect(await written(db)).toMatchObject({ state: 'paying', orders: [], mails: [] });

    await standIn.clearFaults();
    now += 30_000;
    await reconciler.kick();
    expect((await written(db)).orders).toHaveLength(9);
  });

  it('lets an attempt lapse whose order the provider does not know, but not one it may not ask about', async () => {
    const database = await open();
    const { db } = database;
    await beginAttempt(db, { now: clock() });
    now += 6 * DAY;
    const stranger = createRazorpayClient({ ...standIn.config, keySecret: 'revoked' });
    await start(database, { provider: stranger }).kick();
    expect(await attempt(db)).toMatchObject({ state: 'paying' });
    now += MINUTE;
    await start(database).kick();
    expect(await attempt(db)).toMatchObject({ state: 'expired', next_check_at: null });
  });

  it('lets what never got a provider’s order lapse after a day, without asking', async () => {
    const database = await open();
    const { db } = database;
    const id = await beginUnopened(db, clock());
    const { calls, provider } = counted();
    const reconciler = start(database, { provider });
    now += 2 * MINUTE;
    await reconciler.kick();
    now += DAY - 2 * MINUTE - 1;
    await reconciler.kick();
    expect(await attempt(db)).toMatchObject({ state: 'created' });
    now += 1;
    await reconciler.kick();
    expect(await attempt(db)).toMatchObject({ state: 'expired', next_check_at: null });
    expect(calls).toEqual([]);
    await expect(tieProviderOrder(db, id, 'order_too_late', clock())).rejects.toMatchObject({
      status: 409,
      extra: { code: 'attempt-expired' },
    });
  });

  it('captures what was authorised late and not captured', async () => {
    const database = await open();
    const { providerOrderId } = await begin(database.db);
    const failed = await standIn.pay(providerOrderId, { outcome: 'failure' });
    const reconciler = start(database);
    now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({ state: 'paying', orders: [] });
    await standIn.settleLate(failed.razorpay_payment_id, 'authorized');
    now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({
      state: 'paid',
      orders: [failed.razorpay_payment_id],
      mails: bothLetters,
    });
    const { payments } = await standIn.ledger();
    expect(payments.find(({ order_id }) => order_id === providerOrderId)?.status).toBe('captured');
  });

  it('finds out at its next turn when the answer to its capture was lost', async () => {
    const database = await open();
    const { providerOrderId } = await begin(database.db);
    const paid = await standIn.pay(providerOrderId, { outcome: 'authorized' });
    const call = 'POST /v1/payments/:id/capture';
    await standIn.setFaults({ on: 'http', call, action: 'drop', stage: 'after', times: 1 });
    const reconciler = start(database);
    now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({ state: 'paying', orders: [] });
    now += 30_000;
    await reconciler.kick();
    expect(await written(database.db)).toMatchObject({
      state: 'paid',
      orders: [paid.razorpay_payment_id],
    });
  });

  it('flags what was authorised and does not fit, takes none of it, and says so once', async () => {
    const database = await open();
    const { providerOrderId } = await begin(database.db);
    await standIn.pay(providerOrderId, { outcome: 'authorized', amount: 100 });
    const reconciler = start(database);
    for (let turn = 0; turn < 3; turn += 1) {
      now += HOUR;
      await reconciler.kick();
    }
    expect(await written(database.db)).toEqual({
      state: 'needs_attention',
      reason: '₹1.00 was authorised, but ₹999.00 was asked for.',
      orders: [],
      mails: ['payment-attention'],
      surplus: [],
    });
    const { payments } = await standIn.ledger();
    expect(payments.find(({ order_id }) => order_id === providerOrderId)?.status).toBe(
      'authorized',
    );
  });

  it('of two payments takes one: the other is flagged if captured, left to lapse if not', async () => {
    const database = await open();
    const { db } = database;
    const fact = await begin(db);
    const first = await standIn.pay(fact.providerOrderId);
    const providerPaymentId = first.razorpay_payment_id;
    // The browser reports the first; nobody ever reports the others.
    await settlePayment(db, clock, newOrderId, { ...fact, providerPaymentId });
    const second = await standIn.pay(fact.providerOrderId, { again: true });
    const third = await standIn.pay(fact.providerOrderId, { again: true, outcome: 'authorized' });
    now += 2 * MINUTE;
    await start(database).kick();
    expect(await written(db)).toMatchObject({
      state: 'paid',
      orders: [providerPaymentId],
      mails: [...bothLetters, 'payment-attention'],
      surplus: [{ payment_id: second.razorpay_payment_id, state: 'flagged' }],
    });
    const { payments } = await standIn.ledger();
    expect(payments.find(({ id }) => id === third.razorpay_payment_id)?.status).toBe('authorized');
  });

  it('notices a refund that was made in the provider’s dashboard', async () => {
    const database = await open();
    const { db } = database;
    const fact = await begin(db);
    const { razorpay_payment_id: providerPaymentId } = await standIn.pay(fact.providerOrderId);
    await settlePayment(db, clock, newOrderId, { ...fact, providerPaymentId });
    await client.refundPayment(providerPaymentId, { amount: 99_900, idempotencyKey: 'dashboard' });
    now += 2 * MINUTE;
    const reconciler = start(database);
    await reconciler.kick();
    now += 2 * MINUTE;
    await reconciler.kick();
    expect(await written(db)).toMatchObject({
      state: 'refunded',
      orders: [providerPaymentId],
      mails: [...bothLetters, 'payment-refund'],
    });
  });

  it('takes over from a process that died', async () => {
    const database = await open();
    const { db } = database;
    await standIn.pay((await begin(db)).providerOrderId);
    now += 2 * MINUTE;
    const leased_until = new Date(now + 20_000).toISOString();
    await db.updateTable('payment_attempt').set({ leased_until }).execute();
    const reconciler = start(database);
    await reconciler.kick();
    // One that has the database to itself knows that nobody else is at it.
    const atOnce = kind === 'sqlite' ? 'paid' : 'paying';
    expect(await written(db)).toMatchObject({ state: atOnce });
    now += 20_000;
    await reconciler.kick();
    expect(await written(db)).toMatchObject({ state: 'paid' });
    expect(await attempt(db)).toMatchObject({ leased_until: null });
  });

  it('asks again when something happened while it was asking', async () => {
    const database = await open();
    const { db } = database;
    await begin(db);
    const { id } = await attempt(db);
    now += HOUR;
    let asked = 0;
    const provider: PaymentProvider = {
      ...client,
      async fetchOrderPayments(orderId) {
        asked += 1;
        const payments = await client.fetchOrderPayments(orderId);
        now += 10;
        if (asked === 1) await askSoon(db, id, clock());
        return payments;
      },
    };
    await start(database, { provider }).kick();
    expect(asked).toBe(2);
    expect(await attempt(db)).toMatchObject({
      leased_until: null,
      checks: 1,
      next_check_at: new Date(now + 2 * MINUTE).toISOString(),
    });
  });

  it('looks by itself, survives a database that is away, and goes on', async () => {
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
    await standIn.pay((await begin(db)).providerOrderId);
    now += 2 * MINUTE;
    await db.schema.alterTable('payment_attempt').renameTo('gone').execute();
    await reconciler.kick();
    await db.schema.alterTable('gone').renameTo('payment_attempt').execute();
    expect(pauses[0]?.milliseconds).toBeLessThanOrEqual(10_000);
    pauses[0]?.run();
    await expect.poll(async () => (await attempt(db)).state, { timeout: 10_000 }).toBe('paid');
  });

  it('asks about few at a time, and when stopped finishes those and begins no more', async () => {
    const database = await open();
    const { db } = database;
    const facts = await Promise.all(Array.from({ length: 7 }, () => begin(db)));
    for (const { providerOrderId } of facts) await standIn.pay(providerOrderId);
    now += 2 * MINUTE;
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const { promise: full, resolve: tellFull } = Promise.withResolvers<void>();
    let [asking, most] = [0, 0];
    const provider: PaymentProvider = {
      ...client,
      async fetchOrderPayments(orderId) {
        asking += 1;
        most = Math.max(most, asking);
        if (asking === 4) tellFull();
        await gate;
        return client.fetchOrderPayments(orderId).finally(() => (asking -= 1));
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
