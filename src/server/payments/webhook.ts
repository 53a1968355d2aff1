// The provider's webhooks: they come at least once, in any order, perhaps days late. The signature over the
// raw bytes is checked before anything is read, and settling makes repeats harmless.
import type { AppParts } from '../app-parts.ts';
import { crashAt } from '../platform/crash-points.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { newOrderId } from './order-id.ts';
import { factOf } from './payment-fact.ts';
import type { ProviderPayment } from './provider.ts';
import { receiveDispute } from './receive-dispute.ts';
import { receiveRefund } from './receive-refund.ts';
import { settlePayment } from './settle.ts';
import { isWebhookSignature } from './signature.ts';
import { readWebhookEvent } from './webhook-event.ts';
import type { WebhookEvent } from './webhook-event.ts';

type WebhookParts = Pick<AppParts, 'db' | 'clock' | 'payment' | 'mailer'>;

export interface Delivery {
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
  if (eventId !== undefined && (await wasTaken(parts, eventId))) return;
  const event = readWebhookEvent(body);
  crashAt('webhook:before-settle');
  await act(parts, event, log.child({ eventId, event: event.kind }));
  crashAt('webhook:after-settle');
  // Only after acting: a crash in between repeats the event, and never loses it.
  if (eventId !== undefined) await rememberTaken(parts, eventId, event.kind);
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
  const fact = factOf(payment, 'webhook');
  const settlement = await settlePayment(parts.db, parts.clock, newOrderId, fact);
  parts.mailer.kick();
  const facts = { providerOrder: fact.providerOrderId, status: fact.status, ...settlement };
  if (settlement.outcome === 'unknown') log.error(facts, 'webhook: not an order of this shop');
  else log.info(facts, 'webhook: settled');
}

async function wasTaken({ db }: WebhookParts, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_event')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

async function rememberTaken(
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
