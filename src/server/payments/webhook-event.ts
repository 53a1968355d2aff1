// What the shop reads from the provider's webhooks: the kind of event and the payment it is about.
import * as v from 'valibot';
import type { ProviderDispute, ProviderPayment, ProviderRefund } from './provider.ts';
import { DisputeEntity, PaymentEntity, RefundEntity } from './razorpay.ts';

export type WebhookEvent =
  | { kind: string; concerns: 'payment'; payment: ProviderPayment }
  /** The payment as it stands after the refund. */
  | { kind: string; concerns: 'refund'; refund: ProviderRefund; payment: ProviderPayment }
  | { kind: string; concerns: 'dispute'; dispute: ProviderDispute; payment: ProviderPayment }
  /** An event on which the shop does nothing. */
  | { kind: string; concerns: 'nothing' }
  /** An event about a payment whose payload we do not understand. */
  | { kind: string; concerns: 'unreadable' };

/** The events that report the state of a payment. */
const PAYMENT_EVENTS = new Set([
  'payment.authorized',
  'payment.captured',
  'payment.failed',
  'order.paid',
]);

/** The events that report the state of a refund. */
const REFUND_EVENTS = new Set(['refund.created', 'refund.processed', 'refund.failed']);

/** The prefix of the events that report the state of a dispute: 'payment.dispute.created' and so on. */
const DISPUTE_EVENTS = 'payment.dispute.';

const named = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ event: v.pipe(v.string(), v.regex(/^[\w.]{1,100}$/)) }),
);
const withPayment = v.object({
  payload: v.object({ payment: v.object({ entity: PaymentEntity }) }),
});

const withRefund = v.object({
  payload: v.object({
    refund: v.object({ entity: RefundEntity }),
    payment: v.object({ entity: PaymentEntity }),
  }),
});

const withDispute = v.object({
  payload: v.object({
    dispute: v.object({ entity: DisputeEntity }),
    payment: v.object({ entity: PaymentEntity }),
  }),
});

/** Reads the body of a webhook whose signature was right. */
export function readWebhookEvent(body: Uint8Array): WebhookEvent {
  const event = v.safeParse(named, Buffer.from(body).toString('utf8'));
  if (!event.success) return { kind: 'unknown', concerns: 'unreadable' };
  const value = event.output;
  const kind = value.event;
  if (REFUND_EVENTS.has(kind)) return readRefundEvent(kind, value);
  if (kind.startsWith(DISPUTE_EVENTS)) return readDisputeEvent(kind, value);
  if (!PAYMENT_EVENTS.has(kind)) return { kind, concerns: 'nothing' };
  const parsed = v.safeParse(withPayment, value);
  if (!parsed.success) return { kind, concerns: 'unreadable' };
  return { kind, concerns: 'payment', payment: parsed.output.payload.payment.entity };
}

function readRefundEvent(kind: string, value: unknown): WebhookEvent {
  const parsed = v.safeParse(withRefund, value);
  if (!parsed.success) return { kind, concerns: 'unreadable' };
  const { refund, payment } = parsed.output.payload;
  return { kind, concerns: 'refund', refund: refund.entity, payment: payment.entity };
}

function readDisputeEvent(kind: string, value: unknown): WebhookEvent {
  const parsed = v.safeParse(withDispute, value);
  if (!parsed.success) return { kind, concerns: 'unreadable' };
  const { dispute, payment } = parsed.output.payload;
  return { kind, concerns: 'dispute', dispute: dispute.entity, payment: payment.entity };
}
