// A reconciler that asks the payment stand-in. The test controls the clock, and no webhook arrives, so only the
// reconciler can settle a payment.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../../src/server/platform/database/schema.ts';
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

export const bothEmails = ['order-notice', 'order-receipt'];

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
    get client() {
      return client;
    },

    /** Returns a client, and the ids of the orders whose payments were requested. */
    counted() {
      const requested: string[] = [];
      const provider: PaymentProvider = {
        ...client,
        fetchOrderPayments(id) {
          requested.push(id);
          return client.fetchOrderPayments(id);
        },
      };
      return { requested, provider };
    },

    /** Returns a reconciler that begins no round by itself after the first. */
    start(db: Database, replace: Partial<ReconcilerParts> = {}) {
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
    async begin(db: Database): Promise<ProviderPayment> {
      return beginAttempt(db, { now: clock(), providerOrderId: await standIn.order(99_900) });
    },
  };
}

/** Resolves to the only attempt of a database. */
export const readAttempt = (db: Database) =>
  db.selectFrom('payment_attempt').selectAll().executeTakeFirstOrThrow();

/** Resolves to what the attempt has led to: its state, orders, e-mails and surplus payments. */
export async function written(db: Database) {
  const [{ state, reason }, orders, mails, surplus] = await Promise.all([
    readAttempt(db),
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
