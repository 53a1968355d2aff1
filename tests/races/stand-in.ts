// The payment provider's stand-in as a process of the world's own, so that it outlives the shop: what
// it has acknowledged stays true while shops die around it.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '#support/free-port.ts';

const program = fileURLToPath(new URL('../../emulators/payment-provider/main.ts', import.meta.url));

export const keys = {
  keyId: 'rzp_test_races',
  keySecret: 'the key secret of the races',
  /** What the stand-in signs with at first, and what a rotation changes to: the shop knows both. */
  webhookSecret: 'the webhook secret of the races',
  nextWebhookSecret: 'the next webhook secret of the races',
};

/** What the payment window hands to the shop's page. */
export interface WindowAnswer {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface LedgerOrder {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  status: string;
}

export interface LedgerPayment {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
}

export interface Ledger {
  orders: LedgerOrder[];
  payments: LedgerPayment[];
  refunds: { id: string; payment_id: string; amount: number }[];
  webhooks: {
    event: string;
    order_id: string;
    state: string;
    tries: number;
    last_answer: string;
  }[];
  faults: { fault: Fault; timesLeft: number | null }[];
}

/** As the control call takes it; emulators/payment-provider/README.md lists the fields. */
export interface Fault {
  on: 'http' | 'webhook' | 'payment';
  action: string;
  times?: number;
  [field: string]: unknown;
}

export interface StandIn {
  port: number;
  /** Pays an order as the window's buttons do. */
  pay(orderId: string, how?: Record<string, unknown>): Promise<WindowAnswer>;
  /** Lets a payment that failed or hung come to its end after all. */
  settleLate(paymentId: string): Promise<WindowAnswer>;
  setFaults(faults: readonly Fault[]): Promise<void>;
  clearFaults(): Promise<void>;
  releaseWebhooks(): Promise<void>;
  rotateWebhookSecret(): Promise<void>;
  ledger(): Promise<Ledger>;
  /** Gives a payment back in full, as a person does in the provider's dashboard. */
  refund(paymentId: string): Promise<void>;
  /** Ends it at once, as a power cut does, and starts it again. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a stand-in that sends its webhooks to `webhookUrl`. */
export async function startStandIn(webhookUrl: string): Promise<StandIn> {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-stand-in-'));
  const port = await freePort();
  let child = await spawnStandIn(directory, webhookUrl, port);
  let up: Promise<void> = Promise.resolve();
  const underWay = new Set<Promise<unknown>>();

  async function ask<T>(path: string, body?: object): Promise<T> {
    await up;
    const asking = send<T>(path, body);
    underWay.add(asking);
    return asking.finally(() => underWay.delete(asking));
  }

  async function send<T>(path: string, body?: object): Promise<T> {
    const authorization = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async function pay(body: object): Promise<WindowAnswer> {
    const paid = await ask<WindowAnswer>('/control/pay', body);
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = paid;
    return { razorpay_order_id, razorpay_payment_id, razorpay_signature };
  }

  async function end(): Promise<void> {
    const gone = child.exitCode ?? child.signalCode;
    child.kill('SIGKILL');
    if (gone === null) await once(child, 'exit');
  }

  return {
    port,
    pay: (order_id, how) => pay({ order_id, ...how }),
    settleLate: (payment_id) => pay({ payment_id }),
    setFaults: async (faults) => void (await ask('/control/faults', [...faults])),
    clearFaults: async () => void (await ask('/control/clear-faults', {})),
    releaseWebhooks: async () => void (await ask('/control/release-webhooks', {})),
    rotateWebhookSecret: async () => {
      await ask('/control/rotate-webhook-secret', { secret: keys.nextWebhookSecret });
    },
    ledger: () => ask<Ledger>('/control/ledger'),
    refund: async (id) => void (await ask(`/v1/payments/${id}/refund`, {})),
    crash() {
      const again = async () => {
        // The shop's calls are cut; a shopper's own payment is not half made by these tests.
        await Promise.allSettled(underWay);
        await end();
        child = await spawnStandIn(directory, webhookUrl, port);
      };
      up = up.then(again);
      return up;
    },
    async remove() {
      await up;
      await end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves when it listens. */
async function spawnStandIn(
  directory: string,
  webhookUrl: string,
  port: number,
): Promise<ChildProcess> {
  const options = {
    data: directory,
    port: String(port),
    'key-id': keys.keyId,
    'key-secret': keys.keySecret,
    'webhook-secret': keys.webhookSecret,
    'webhook-url': webhookUrl,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, ...args],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: {} },
  );
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout! }).once('line', () => resolve());
    child.once('exit', (code) => reject(new Error(`the stand-in ended with ${code}`)));
  });
  return child;
}
