// The payment stand-in below the shop's routes: no webhook arrives, the test controls the clock and starts the reconcilers.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { OpenDatabase } from '../../../src/server/platform/database/open.ts';
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

/** Registers the hooks for the block or the file that calls it. */
export function standInStage() {
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

    /** Returns the database, and a function that starts a reconciler on it. It begins no round by itself after the first. */
    on: ({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>) => ({
      db,
      start(replace: Partial<ReconcilerParts> = {}) {
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
    }),

    /** Creates an unpaid attempt that the stand-in knows. */
    async begin(db: Database): Promise<ProviderPayment> {
      return beginAttempt(db, { now: clock(), providerOrderId: await standIn.order(99_900) });
    },
  };
}
