// A client of the payment stand-in: the provider's API, and the controls with which a test pays without a browser,
// injects faults and reads the ledger.
import type { PaymentConfig } from '../../../src/server/platform/settings.ts';

export const keyId = 'rzp_test_standin';
export const keySecret = 'key secret of the tests';
export const webhookSecret = 'webhook secret of the tests';
export const controlSecret = 'control-secret-of-the-tests';

/** Returns the environment of a shop that uses the stand-in at this address. In production, one on this machine is refused. */
export const standInEnv = (address: string) => ({
  NODE_ENV: 'test',
  PAYMENT_KEY_ID: keyId,
  PAYMENT_KEY_SECRET: keySecret,
  PAYMENT_WEBHOOK_SECRET: webhookSecret,
  PAYMENT_API_URL: address,
  PAYMENT_SCRIPT_URL: `${address}/checkout.js`,
});

/** What the payment window passes to the shop's page. */
export interface WindowResult {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface LedgerPayment {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
}

export interface LedgerRefund {
  id: string;
  payment_id: string;
  amount: number;
}

export interface Ledger {
  orders: { id: string; amount: number; receipt: string; status: string }[];
  payments: LedgerPayment[];
  refunds: LedgerRefund[];
  webhooks: { event: string; order_id: string; state: string; tries: number }[];
  faults: { fault: Fault; timesLeft: number | null }[];
}

/** The payload of a fault; emulators/payment-provider/README.md lists the fields. */
export interface Fault {
  on: 'http' | 'webhook';
  action: string;
  times?: number;
  [field: string]: unknown;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // Tests assert single fields; a type for each reply would repeat them.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export type StandInClient = ReturnType<typeof clientAt>;

/** Sends a request. If the process may restart, waits until it is up. */
type Whenever = (sent: () => Promise<Reply>) => Promise<Reply>;

/** The loopback ports of a stand-in. */
export interface Ports {
  port: number;
  controlPort: number;
}

/** Returns a client of the stand-in at these loopback ports, with the keys of the tests. */
export function clientAt({ port, controlPort }: Ports, whenUp: Whenever = (sent) => sent()) {
  const address = `http://127.0.0.1:${port}`;
  const controls = `http://127.0.0.1:${controlPort}`;
  const controlKey = { authorization: `Bearer ${controlSecret}` };
  const authorization = `Basic ${btoa(`${keyId}:${keySecret}`)}`;

  /** Sends a request without the API key. Controls go to their own port, with their secret. */
  const call = (path: string, body?: unknown, headers?: Record<string, string>) =>
    whenUp(() =>
      path.startsWith('/control/')
        ? send(controls + path, body, { ...controlKey, ...headers })
        : send(address + path, body, headers),
    );
  /** Sends a request with the API key. */
  const api = (path: string, body?: unknown, headers?: Record<string, string>) =>
    call(path, body, { authorization, ...headers });

  async function control<T = unknown>(path: string, body?: unknown): Promise<T> {
    const { status, text, json } = await call(`/control/${path}`, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return json as T;
  }

  async function pay(body: object): Promise<WindowResult> {
    const paid = await control<WindowResult>('pay', body);
    const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = paid;
    return { razorpay_order_id, razorpay_payment_id, razorpay_signature };
  }

  return {
    /** The payment configuration for a shop. */
    config: configAt(address),
    call,
    api,
    /** Creates an order of `amount` paise. Resolves to its id. */
    async order(amount = 135_830, more: Record<string, unknown> = {}) {
      const { json } = await api('/v1/orders', { amount, currency: 'INR', ...more });
      return String(json.id);
    },
    /** Pays an order as the window's buttons do; the control `pay` defines the options. */
    pay: (order_id: string, how?: Record<string, unknown>) => pay({ order_id, ...how }),
    /** Completes a payment that failed or hung. */
    settleLate: (payment_id: string, outcome?: string) => pay({ payment_id, outcome }),
    /** Refunds a payment, by default in full, as a person does in the provider's dashboard. */
    async refund(paymentId: string, amount?: number) {
      const { status, text } = await api(`/v1/payments/${paymentId}/refund`, { amount });
      if (status !== 200) throw new Error(`refund: ${status} ${text}`);
    },
    setFaults: async (...faults: readonly Fault[]) => void (await control('faults', faults)),
    clearFaults: async () => void (await control('clear-faults', {})),
    /** Sends the webhooks on hold: all, or only those of these events. */
    releaseWebhooks: async (...events: readonly string[]) =>
      void (await control('release-webhooks', events.length > 0 ? { events } : {})),
    rotateWebhookSecret: async (secret: string) =>
      void (await control('rotate-webhook-secret', { secret })),
    ledger: () => control<Ledger>('ledger'),
  };
}

function configAt(apiUrl: string): PaymentConfig {
  return {
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret],
    apiUrl,
    scriptUrl: '/test-payments/checkout.js',
    scriptOrigins: [],
    frameOrigins: ["'self'"],
    formOrigins: [],
    connectOrigins: [],
    demo: true,
  };
}

async function send(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
