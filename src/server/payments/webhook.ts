// The provider's webhooks about payments, refunds and disputes: they come at least once, in any order, perhaps days
// late. The signature over the raw bytes is checked before anything is read, and settling makes repeats harmless.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { idField } from '../../shop/forms/fields.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database } from '../platform/database/schema.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import { receiveDispute } from './disputes.ts';
import type { ProviderPayment, WebhookEvent } from './provider.ts';
import { isWebhookSignature, readWebhookEvent } from './razorpay.ts';
import { recordPartialRefund, recordRefund } from './record-refund.ts';
import { mayNotify, settlePayment } from './settle.ts';
import { notifyOfFailedRefund } from './surplus.ts';

interface EventParts {
  db: Database;
  clock: () => Date;
  mailer: { kick(): unknown };
}

const eventIdField = idField('not an id', 100);

type RefundEvent = Extract<WebhookEvent, { concerns: 'refund' }>;

interface Delivery {
  /** As received, byte for byte. */
  body: Uint8Array;
  signature: string | undefined;
  /** The provider's id of the event, the same in every redelivery. */
  eventId: string | undefined;
  log: Logger;
  warnOfStranger: (message: string) => void;
}

/**
 * Receives one delivery. Throws 400, with nothing written, when the signature is missing or wrong. After any
 * other error it was not processed, and the response must make the provider send it again.
 */
export async function receiveWebhook(
  parts: EventParts & { payment: PaymentConfig },
  { body, signature, eventId: givenId, log, warnOfStranger }: Delivery,
): Promise<void> {
  const { webhookSecrets } = parts.payment;
  if (signature === undefined || !isWebhookSignature(signature, body, webhookSecrets)) {
    // Nothing of it is logged: its sender may have written anything.
    warnOfStranger('webhook: missing or wrong signature');
    throw new ProblemError(400, 'The signature of this webhook is missing or wrong.');
  }
  // The signature does not cover the id. An invalid id counts as missing: settling makes repeats harmless.
  const eventId = v.is(eventIdField, givenId) ? givenId : undefined;
  // Nor does it cover that the id is new: another event under a used id is not a redelivery.
  const key = eventId && `${eventId}:${createHash('sha256').update(body).digest('hex')}`;
  const event = readWebhookEvent(body);
  // A payment is settled once whatever happens, and usually found settled by the first query.
  const mayRepeat = event.concerns !== 'payment' && key !== undefined;
  if (mayRepeat && (await wasProcessed(parts, key))) return;
  crashAt('webhook:before-settle');
  await handleEvent(parts, event, log.child({ eventId, event: event.kind }));
  crashAt('webhook:after-settle');
  // Only after acting: a crash in between repeats the event, and never loses it.
  if (key !== undefined) await markProcessed(parts, key, event.kind);
  crashAt('webhook:after-event');
}

async function wasProcessed({ db }: EventParts, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_event')
    .select('event_id')
    .where('event_id', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

async function handleEvent(parts: EventParts, event: WebhookEvent, log: Logger): Promise<void> {
  switch (event.concerns) {
    case 'nothing':
      return log.info('webhook: nothing to do');
    case 'unreadable':
      // A redelivery would not be readable either, and too many refusals make the provider disable the webhook.
      return log.error('webhook: unreadable');
    case 'payment':
      return receivePayment(parts, event.payment, log);
    case 'refund':
      return receiveRefund(parts, event, log);
    case 'dispute':
      return receiveDispute(parts, event, log);
  }
}

async function receivePayment(
  { db, clock, mailer }: EventParts,
  payment: ProviderPayment,
  log: Logger,
): Promise<void> {
  const settlement = await settlePayment(db, clock, payment);
  if (mayNotify(settlement)) mailer.kick();
  const facts = { providerOrder: payment.orderId, status: payment.status, ...settlement };
  if (settlement.outcome === 'unknown') log.error(facts, 'webhook: not an order of this shop');
  else log.info(facts, 'webhook: settled');
}

/**
 * Only a refund that was processed is recorded, whole or in part; the shop is notified of one that failed, since it
 * still has the money.
 */
async function receiveRefund(parts: EventParts, event: RefundEvent, log: Logger): Promise<void> {
  const { db, clock, mailer } = parts;
  const { refund, payment } = event;
  const facts = { refund: refund.id, payment: payment.id, status: refund.status };
  if (refund.status === 'failed') {
    log.error(facts, 'refund: failed, the money is still with the shop');
    await notifyOfFailedRefund(parts, refund, payment);
  } else if (refund.status === 'processed' && payment.status === 'refunded') {
    const record = await recordRefund(db, clock, { ...payment, refundId: refund.id });
    log.info({ ...facts, ...record }, 'refund: recorded');
  } else if (refund.status === 'processed') {
    // This may be the first event of the payment, and the part belongs to the order that the payment becomes.
    await settlePayment(db, clock, payment);
    const fresh = await recordPartialRefund(db, clock, refund, payment);
    log.info({ ...facts, fresh }, 'refund: recorded in part');
  } else {
    log.info(facts, 'refund: not yet done; nothing changes');
  }
  mailer.kick();
}

async function markProcessed({ db, clock }: EventParts, key: string, kind: string): Promise<void> {
  await db
    .insertInto('provider_event')
    .values({ event_id: key, kind, received_at: clock().toISOString() })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
}
