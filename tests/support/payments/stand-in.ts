// The payment provider's stand-in as its own process, for tests: real HTTP, real signatures, real
// webhooks, and controls to pay without a browser and to make things go wrong.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../../src/server/log.ts';
import type { PaymentConfig } from '../../../src/server/payment-settings.ts';
import { startTestProvider } from '../../../src/server/test-provider/start-test-provider.ts';

/** What the payment window hands to the shop's page. */
export interface WindowAnswer {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface Ledger {
  orders: { id: string; amount: number; receipt: string; status: string }[];
  payments: { id: string; order_id: string; amount: number; status: string }[];
  refunds: { id: string; payment_id: string; amount: number }[];
  webhooks: { event_id: string; event: string; state: string }[];
}

export interface StandIn {
  config: PaymentConfig;
  /** Pays an order as the window's buttons do; see the stand-in's control call for the options. */
  pay(orderId: string, how?: Record<string, unknown>): Promise<WindowAnswer>;
  /** Lets a payment that failed or hung come to its end after all. */
  settleLate(paymentId: string, outcome: string): Promise<WindowAnswer>;
  setFaults(...faults: Record<string, unknown>[]): Promise<void>;
  clearFaults(): Promise<void>;
  releaseWebhooks(): Promise<void>;
  rotateWebhookSecret(secret: string): Promise<void>;
  ledger(): Promise<Ledger>;
  stop(): Promise<void>;
}

/** Starts a stand-in that sends its webhooks to `webhookUrl`. */
export async function startStandIn(webhookUrl: string): Promise<StandIn> {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-stand-in-'));
  const log = createLog('silent');
  const { config, stop } = await startTestProvider({ directory, webhookUrl, log });

  async function control<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${config.apiUrl}/control/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async function pay(body: object): Promise<WindowAnswer> {
    const paid = await control<WindowAnswer>('pay', body);
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = paid;
    return { razorpay_order_id, razorpay_payment_id, razorpay_signature };
  }

  return {
    config,
    pay: (order_id, how) => pay({ order_id, ...how }),
    settleLate: (payment_id, outcome) => pay({ payment_id, outcome }),
    setFaults: async (...faults) => void (await control('faults', faults)),
    clearFaults: async () => void (await control('clear-faults', {})),
    releaseWebhooks: async () => void (await control('release-webhooks', {})),
    rotateWebhookSecret: async (secret) =>
      void (await control('rotate-webhook-secret', { secret })),
    ledger: () => control<Ledger>('ledger'),
    async stop() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
