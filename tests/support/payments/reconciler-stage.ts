// A reconciler that asks the payment stand-in. The test controls the clock, and no webhook arrives, so only the
// reconciler can settle a payment.
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import type { Rounds } from '../../../src/server/platform/rounds.ts';
import type { PaymentProvider, ProviderPayment } from '../../../src/server/payments/provider.ts';
import { createRazorpayClient } from '../../../src/server/payments/razorpay.ts';
import { startReconciler } from '../../../src/server/payments/reconcile.ts';
import type { ReconcilerParts } from '../../../src/server/payments/reconcile.ts';
import { beginAttempt } from './begin-attempt.ts';
import { startStandIn } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const bothLetters = ['order-notice', 'order-receipt'];

/** Registers the hooks for the block that calls it. */
export function reconcilerStage(kind: ReconcilerParts['kind']) {
  const time = { now: 0 };
  const clock = () => new Date(time.now);
  const running: Rounds[] = [];
  let standIn: StandIn;
  let client: PaymentProvider;

  beforeAll(async () => {
    standIn = await startStandIn('http://127.0.0.1:9/nowhere');
    client = createRazorpayClient(standIn.config);
  });
  beforeEach(() => {
    // Not earlier than the stand-in’s own clock, which dates its payments.
    time.now = Date.now();
  });
  // Before the databases are closed.
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await standIn.clearFaults();
  });
  afterAll(() => standIn.stop());

  return {
    time,
    clock,
    get standIn() {
      return standIn;
    },
    /** The client of the stand-in. */
    get client() {
      return client;
    },

    /** Returns a client, and the ids of the orders whose payments it was asked for. */
    counted() {
      const calls: string[] = [];
      const provider: PaymentProvider = {
        ...client,
        fetchOrderPayments(id) {
          calls.push(id);
          return client.fetchOrderPayments(id);
        },
      };
      return { calls, provider };
    },

    start({ db }: { db: Kysely<Schema> }, replace: Partial<ReconcilerParts> = {}) {
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
    },

    /** Creates an unpaid attempt that the stand-in knows. */
    async begin(db: Kysely<Schema>): Promise<ProviderPayment> {
      const order = { amount: 99_900, currency: 'INR', receipt: 'a-receipt', notes: {} };
      const { id } = await client.createOrder(order);
      return beginAttempt(db, { now: clock(), providerOrderId: id });
    },
  };
}

/** Resolves to the only attempt of a database. */
export const attemptIn = (db: Kysely<Schema>) =>
  db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();

/** Resolves to what the attempt has led to: its state, orders, e-mails and surplus payments. */
export async function written(db: Kysely<Schema>) {
  const [{ state, reason }, orders, mails, surplus] = await Promise.all([
    attemptIn(db),
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
}
