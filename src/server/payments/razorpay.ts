// Razorpay, in the shop's terms: the client of its REST API, its webhooks, the signatures of both and the addresses of
// its payment window. No other file of the server has its words.
import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import * as v from 'valibot';
import { idField } from '../../shop/forms/fields.ts';
import { isSameSecret } from '../platform/secrets.ts';
import type { LivePayments, PaymentConfig } from '../platform/settings.ts';
import { ProviderRefused, ProviderUnavailable } from './provider.ts';
import type { PaymentProvider, WebhookEvent } from './provider.ts';

export interface RazorpayClientOptions {
  /** The host's address, without /v1. */
  apiUrl: string;
  keyId: string;
  keySecret: string;
  /** Milliseconds; a shopper waits for these requests. */
  limits?: { connect: number; whole: number };
}

/** The headers of a webhook. */
export const webhookHeaders = {
  signature: 'x-razorpay-signature',
  eventId: 'x-razorpay-event-id',
};

const RESPONSE_LIMIT = 1024 * 1024;
/** Milliseconds. Shorter than the idle limit of usual servers, so that no request is sent on a closing connection. */
const IDLE_CONNECTION = 4_000;

/** A bank may respond up to five days (7,200 minutes) late: such a payment is captured too, not left authorised. */
const AUTOMATIC_CAPTURE = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: 7_200,
    manual_expiry_period: 7_200,
    refund_speed: 'normal',
  },
};

const providerId = idField('not an id', 100);
/** Paise. No payment, refund or dispute is of zero. */
const paise = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const currencyCode = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));
const unixTime = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.maxValue(1e11),
  v.transform((seconds) => new Date(seconds * 1_000)),
);

const OrderResponse = v.object({
  id: providerId,
  amount: paise,
  currency: currencyCode,
  receipt: v.optional(v.nullable(v.string()), null),
  status: v.picklist(['created', 'attempted', 'paid']),
});

/** A payment as the provider writes it, in responses and in webhooks. */
const PaymentEntity = v.pipe(
  v.object({
    id: providerId,
    order_id: v.optional(v.nullable(providerId), null),
    amount: paise,
    currency: currencyCode,
    status: v.picklist(['created', 'authorized', 'captured', 'failed', 'refunded']),
    created_at: v.optional(unixTime),
    amount_refunded: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
  }),
  // A payment without an order (a payment link, say) fits no attempt, whatever its amount.
  v.transform(({ order_id, created_at, amount_refunded, ...rest }) => ({
    ...rest,
    orderId: order_id ?? '',
    ...(created_at && { begunAt: created_at }),
    ...(amount_refunded && { refunded: amount_refunded }),
  })),
);

/** A refund as the provider writes it, in responses and in webhooks. */
const RefundEntity = v.pipe(
  v.object({
    id: providerId,
    payment_id: providerId,
    amount: paise,
    status: v.optional(v.picklist(['pending', 'processed', 'failed']), 'pending'),
  }),
  v.transform(({ payment_id, ...rest }) => ({ ...rest, paymentId: payment_id })),
);

const DisputeState = v.picklist([
  ...(['open', 'action_required', 'under_review', 'won', 'lost', 'closed'] as const),
]);

/** A member that matters less than the event: without it, or with one that nobody knows, the rest still counts. */
const perhaps = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.optional(v.fallback(v.optional(schema), undefined));

/** A dispute as the provider writes it in webhooks. */
const DisputeEntity = v.pipe(
  v.object({
    id: providerId,
    payment_id: providerId,
    amount: paise,
    currency: currencyCode,
    respond_by: v.optional(v.nullable(unixTime)),
    created_at: perhaps(unixTime),
    reason_code: perhaps(v.pipe(v.string(), v.regex(/^[\w. -]{1,100}$/))),
    phase: perhaps(
      v.picklist(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']),
    ),
    status: perhaps(DisputeState),
  }),
  v.transform(
    ({ payment_id, respond_by, created_at, reason_code, phase, status = 'open', ...rest }) => ({
      ...rest,
      paymentId: payment_id,
      state: status,
      ...(respond_by && { respondBy: respond_by }),
      ...(created_at && { openedAt: created_at }),
      ...(reason_code !== undefined && { reasonCode: reason_code }),
      ...(phase && { phase }),
    }),
  ),
);

const ErrorResponse = v.object({ error: v.object({ code: v.string(), description: v.string() }) });

/** The events on which the shop acts. Those of a dispute are 'payment.dispute.created' and so on. */
const subjects: readonly [RegExp, 'payment' | 'refund' | 'dispute'][] = [
  [/^(?:payment\.(?:authorized|captured|failed)|order\.paid)$/, 'payment'],
  [/^refund\.(?:created|processed|failed)$/, 'refund'],
  [/^payment\.dispute\./, 'dispute'],
];

const WebhookBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    event: v.pipe(v.string(), v.regex(/^[\w.]{1,100}$/)),
    payload: v.fallback(v.looseObject({}), {}),
    created_at: perhaps(unixTime),
  }),
);

const entity = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.object({ entity: schema }),
    v.transform((wrapped) => wrapped.entity as T),
  );
const payment = entity(PaymentEntity);
const WebhookPayload = v.variant('concerns', [
  v.object({ concerns: v.literal('payment'), payment }),
  v.object({ concerns: v.literal('refund'), payment, refund: entity(RefundEntity) }),
  v.object({ concerns: v.literal('dispute'), payment, dispute: entity(DisputeEntity) }),
]);

/**
 * Creates a client of the provider at `apiUrl`. Every request settles within `limits.whole`. None is sent twice: a lost
 * one may have acted, and the caller knows what to do then.
 */
export function createRazorpayClient(options: RazorpayClientOptions): PaymentProvider {
  const { apiUrl, keyId, keySecret, limits = { connect: 2_000, whole: 5_000 } } = options;
  const base = apiUrl.replace(/\/+$/, '');
  const transport = base.startsWith('https:') ? https : http;
  const agent = new transport.Agent({ keepAlive: true, timeout: IDLE_CONNECTION });
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function send<S extends v.GenericSchema>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    payload?: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<v.InferOutput<S>> {
    const body = payload && JSON.stringify(payload);
    const headers = {
      Authorization: authorization,
      Accept: 'application/json',
      ...(body && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
      ...more,
    };
    const signal = AbortSignal.timeout(limits.whole);
    const request = transport.request(`${base}/v1${path}`, { method, headers, agent, signal });
    const { status, text } = await exchange(request, body, limits.connect).catch((cause) => {
      throw new ProviderUnavailable(`${method} ${path}: no response`, { cause });
    });
    if (status >= 400 && status < 500 && status !== 429) throw refusal(status, text);
    const parsed = status < 300 ? parseJson(schema, text) : undefined;
    if (!parsed?.success) throw new ProviderUnavailable(`${method} ${path}: ${status}, unusable`);
    return parsed.output;
  }

  return {
    async createOrder({ amount, currency, receipt, notes }) {
      const wanted = { amount, currency, receipt, notes, payment: AUTOMATIC_CAPTURE };
      const order = await send('POST', '/orders', OrderResponse, wanted);
      if (order.amount !== amount || order.currency !== currency) {
        throw new ProviderUnavailable(`POST /orders: ${order.id} is not what was asked for`);
      }
      return order;
    },
    async fetchOrderPayments(id) {
      const list = v.object({ items: v.array(PaymentEntity) });
      return (await send('GET', `/orders/${encodeURIComponent(id)}/payments`, list)).items;
    },
    fetchPayment: (id) => send('GET', `/payments/${encodeURIComponent(id)}`, PaymentEntity),
    async fetchRefunds(id) {
      const list = v.object({ items: v.array(RefundEntity) });
      // Without a count the provider returns ten.
      const path = `/payments/${encodeURIComponent(id)}/refunds?count=100`;
      return (await send('GET', path, list)).items;
    },
    capturePayment({ id, amount, currency }) {
      const path = `/payments/${encodeURIComponent(id)}/capture`;
      return send('POST', path, PaymentEntity, { amount, currency });
    },
    refundPayment(id, { amount, idempotencyKey }) {
      const path = `/payments/${encodeURIComponent(id)}/refund`;
      const key = { 'X-Refund-Idempotency': idempotencyKey };
      return send('POST', path, RefundEntity, { amount }, key);
    },
  };
}

/** Sends the request and reads the whole response; rejects on any network error. */
function exchange(
  request: http.ClientRequest,
  body: string | undefined,
  connectLimit: number,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const connecting = setTimeout(
      () => request.destroy(new Error(`no connection within ${connectLimit} ms`)),
      connectLimit,
    );
    request.once('socket', (socket) => {
      if (!socket.connecting) return clearTimeout(connecting);
      // 'ready' comes before a TLS handshake, which the limit of the whole request bounds.
      socket.once('ready', () => clearTimeout(connecting));
    });
    request.once('close', () => clearTimeout(connecting));
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > RESPONSE_LIMIT) request.destroy(new Error('the response is too long'));
        else chunks.push(chunk);
      });
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    request.end(body);
  });
}

function refusal(status: number, text: string): ProviderRefused {
  const parsed = parseJson(ErrorResponse, text);
  if (!parsed.success) return new ProviderRefused(status, 'UNKNOWN', `status ${status}`);
  return new ProviderRefused(status, parsed.output.error.code, parsed.output.error.description);
}

function parseJson<S extends v.GenericSchema>(schema: S, text: string) {
  return v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
}

/** Returns whether any of the secrets signed it: during a rotation both the old and the new secret are valid. */
export function isWebhookSignature(
  given: string,
  body: Uint8Array,
  secrets: readonly string[],
): boolean {
  return secrets.some((secret) => isSameSecret(given, webhookSignature(body, secret)));
}

/** Returns the value of X-Razorpay-Signature, in hex: over the raw bytes of the body, before any parsing. */
export function webhookSignature(body: Uint8Array, secret: string): string {
  return hmac(body, secret);
}

/** Reads the body of a webhook whose signature was right. */
export function readWebhookEvent(body: Uint8Array): WebhookEvent {
  const parsed = v.safeParse(WebhookBody, Buffer.from(body).toString('utf8'));
  if (!parsed.success) return { kind: 'unknown', concerns: 'unreadable' };
  const { event: kind, payload, created_at: at } = parsed.output;
  const [, concerns] = subjects.find(([events]) => events.test(kind)) ?? [];
  if (concerns === undefined) return { kind, concerns: 'nothing' };
  const about = v.safeParse(WebhookPayload, { ...payload, concerns });
  if (!about.success) return { kind, concerns: 'unreadable' };
  if (about.output.concerns !== 'dispute') return { kind, ...about.output };
  // What happened counts, not the entity beside it. 'created' is no state.
  const step = v.safeParse(DisputeState, kind.slice(kind.lastIndexOf('.') + 1));
  const dispute = { ...about.output.dispute, ...(step.success && { state: step.output }) };
  return { kind, ...about.output, dispute, ...(at && { at }) };
}

/** Compares in constant time. */
export function isWindowSignature(
  given: string,
  { providerOrderId, paymentId }: { providerOrderId: string; paymentId: string },
  keySecret: string,
): boolean {
  return isSameSecret(given, windowSignature(providerOrderId, paymentId, keySecret));
}

/** Returns the window's signature of a payment, in hex. `providerOrderId` must come from our database. */
export function windowSignature(
  providerOrderId: string,
  paymentId: string,
  keySecret: string,
): string {
  return hmac(`${providerOrderId}|${paymentId}`, keySecret);
}

function hmac(data: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(data).digest('hex');
}

/** Where the owner answers disputes. The address of a single one is not documented. */
export const disputesPage = 'https://dashboard.razorpay.com/app/disputes';

/** The payment window opens UPI apps on a phone through frames with these schemes. */
const upiSchemes = ['upi:', 'tez:', 'gpay:', 'phonepe:', 'paytmmp:', 'credpay:', 'bhim:'];

/** Returns the configuration of the live provider, with the origins that its window loads from. */
export function livePaymentConfig(settings: LivePayments): PaymentConfig {
  const api = new URL(settings.apiUrl).origin;
  const script = new URL(settings.scriptUrl).origin;
  const { keyId, keySecret, webhookSecrets, apiUrl, scriptUrl } = settings;
  return {
    keyId,
    keySecret,
    webhookSecrets,
    apiUrl,
    scriptUrl,
    scriptOrigins: [script, 'https://cdn.razorpay.com'],
    frameOrigins: [api, script, ...upiSchemes],
    formOrigins: [api],
    connectOrigins: [
      api,
      script,
      'https://lumberjack.razorpay.com',
      'https://lumberjack-metrics.razorpay.com',
    ],
    demo: false,
  };
}
