// The provider's webhooks: they come at least once, in any order, perhaps days late. The signature over the
// raw bytes is checked before anything is read, and settling makes repeats harmless.
import type { PaymentConfig } from '../platform/settings.ts';
import type { Database } from '../platform/database/schema.ts';
import { crashAt } from '../platform/crash-points.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { formatTime } from '../../shop/dates.ts';
import { createOrderId, settlePayment } from './settle.ts';
import { toPaymentFact } from './provider.ts';
import type { ProviderDispute, ProviderPayment, ProviderRefund } from './provider.ts';
import { isWebhookSignature, readWebhookEvent } from './razorpay.ts';
import type { WebhookEvent } from './razorpay.ts';
import { findAttemptByProviderOrder, findOrder } from './attempts.ts';
import { notifyShop } from './surplus.ts';
import { recordPartialRefund, recordRefund } from './record-refund.ts';

type WebhookParts = {
  db: Database;
  clock: () => Date;
  payment: PaymentConfig;
  mailer: { kick(): unknown };
};

interface Delivery {
  /** As received, byte for byte. */
  body: Uint8Array;
  signature: string | undefined;
  /** The provider's id of the event, the same in every redelivery. */
  eventId: string | undefined;
  log: Logger;
}

/**
 * Takes one delivery. Throws 400, with nothing written, when the signature is missing or wrong. After any
 * other error it was not taken, and the response must make the provider send it again.
 */
export async function receiveWebhook(parts: WebhookParts, delivery: Delivery): Promise<void> {
  const { body, signature, log } = delivery;
  if (
    signature === undefined ||
    !isWebhookSignature(signature, body, parts.payment.webhookSecrets)
  ) {
    // Nothing of it is logged: its sender may have written anything.
    log.warn('webhook: missing or wrong signature');
    throw new ProblemError(400, 'The signature of this webhook is missing or wrong.');
  }
  const eventId = isEventId(delivery.eventId) ? delivery.eventId : undefined;
  if (eventId !== undefined && (await wasProcessed(parts, eventId))) return;
  const event = readWebhookEvent(body);
  crashAt('webhook:before-settle');
  await act(parts, event, log.child({ eventId, event: event.kind }));
  crashAt('webhook:after-settle');
  // Only after acting: a crash in between repeats the event, and never loses it.
  if (eventId !== undefined) await markProcessed(parts, eventId, event.kind);
  crashAt('webhook:after-event');
}

/** The signature does not cover the id. An invalid id counts as missing: settling makes repeats harmless. */
function isEventId(id: string | undefined): boolean {
  return id !== undefined && /^[\w-]{1,100}$/.test(id);
}

async function act(parts: WebhookParts, event: WebhookEvent, log: Logger): Promise<void> {
  switch (event.concerns) {
    case 'nothing':
      return log.info('webhook: nothing to do');
    case 'unreadable':
      // A redelivery would not be readable either, and too many refusals make the provider disable the webhook.
      return log.error('webhook: unreadable');
    case 'payment':
      return settle(parts, event.payment, log);
    case 'refund':
      return receiveRefund(parts, event, log);
    case 'dispute':
      return receiveDispute(parts, event, log);
  }
}

async function settle(parts: WebhookParts, payment: ProviderPayment, log: Logger): Promise<void> {
  const fact = toPaymentFact(payment, 'webhook');
  const settlement = await settlePayment(parts.db, parts.clock, createOrderId, fact);
  parts.mailer.kick();
  const facts = { providerOrder: fact.providerOrderId, status: fact.status, ...settlement };
  if (settlement.outcome === 'unknown') log.error(facts, 'webhook: not an order of this shop');
  else log.info(facts, 'webhook: settled');
}

async function wasProcessed({ db }: WebhookParts, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_event')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

async function markProcessed(
  { db, clock }: WebhookParts,
  eventId: string,
  kind: string,
): Promise<void> {
  await db
    .insertInto('provider_event')
    .values({ event_id: eventId, kind, received_at: clock().toISOString() })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
}

// The provider's webhooks about a dispute: the customer's bank asks for the money back. The shop is notified
// once at each step, since it must respond in the provider's dashboard within days. The order does not
// change: money that goes back for good comes as a refund.

type DisputeParts = { db: Database; clock: () => Date; mailer: { kick(): unknown } };

interface DisputeEvent {
  /** 'payment.dispute.created' and so on. */
  kind: string;
  dispute: ProviderDispute;
  payment: ProviderPayment;
}

/** Acts on one dispute event; a repeat changes nothing. */
export async function receiveDispute(
  { db, clock, mailer }: DisputeParts,
  event: DisputeEvent,
  log: Logger,
): Promise<void> {
  const { kind, dispute, payment } = event;
  log.error({ dispute: dispute.id, payment: payment.id }, 'dispute: the shop has to look');
  await db.transaction().execute(async (trx) => {
    const attempt = await findAttemptByProviderOrder(trx, payment.orderId);
    const order = attempt && (await findOrder(trx, attempt.id));
    await notifyShop(trx, clock(), {
      reason: reasonOf(event),
      fact: toPaymentFact(payment, 'webhook'),
      attempt,
      order,
      dedupeKey: `dispute:${dispute.id}:${kind}`,
      kind: { isDisputed: true },
    });
  });
  mailer.kick();
}

function reasonOf({ kind, dispute }: DisputeEvent): string {
  const step = kind.split('.').at(-1)?.replaceAll('_', ' ') ?? '';
  const amount = formatRupeesExact(dispute.amount);
  const until = dispute.respondBy
    ? ` Answer by ${formatTime(dispute.respondBy.toISOString())}.`
    : '';
  return `The customer’s bank disputes ${amount} of this payment (${dispute.id}, ${step}).${until}`;
}

// The provider's webhooks about a refund. Only a refund that was processed is recorded, whole or in part; the
// shop is notified of one that failed, since it still has the money.

type RefundEventParts = { db: Database; clock: () => Date; mailer: { kick(): unknown } };

interface RefundEvent {
  refund: ProviderRefund;
  /** As it stands after the refund. */
  payment: ProviderPayment;
}

/** Acts on one refund event; a repeat changes nothing. */
async function receiveRefund(
  parts: RefundEventParts,
  event: RefundEvent,
  log: Logger,
): Promise<void> {
  const { refund, payment } = event;
  const facts = { refund: refund.id, payment: payment.id, status: refund.status };
  if (refund.status === 'failed') {
    log.error(facts, 'refund: failed, the money is still with the shop');
    await notifyOfFailure(parts, event);
  } else if (refund.status === 'processed' && payment.status === 'refunded') {
    const { db, clock } = parts;
    const { id: paymentId, orderId: providerOrderId, amount, currency } = payment;
    const fact = { providerOrderId, paymentId, amount, currency, refundId: refund.id };
    log.info({ ...facts, ...(await recordRefund(db, clock, fact)) }, 'refund: recorded');
  } else if (refund.status === 'processed') {
    // This may be the first event of the payment, and the part belongs to the order that the payment becomes.
    await settlePayment(parts.db, parts.clock, createOrderId, toPaymentFact(payment, 'webhook'));
    const fresh = await recordPartialRefund(parts.db, parts.clock, refund, payment);
    log.info({ ...facts, fresh }, 'refund: recorded in part');
  } else {
    log.info(facts, 'refund: not yet done; nothing changes');
  }
  parts.mailer.kick();
}

async function notifyOfFailure(
  { db, clock }: RefundEventParts,
  { refund, payment }: RefundEvent,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await findAttemptByProviderOrder(trx, payment.orderId);
    if (attempt === undefined) return;
    const order = await findOrder(trx, attempt.id);
    const amount = formatRupeesExact(refund.amount);
    const reason = `The refund ${refund.id} of ${amount} failed: the money is still with the shop.`;
    const fact = toPaymentFact(payment, 'webhook');
    const dedupeKey = `refund:${refund.id}:failed`;
    await notifyShop(trx, clock(), { reason, fact, attempt, order, dedupeKey });
  });
}
