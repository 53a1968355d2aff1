// The provider's webhooks about a refund. Only a refund that was processed is recorded, whole or in part; the
// shop is notified of one that failed, since it still has the money.
import { formatRupeesExact } from '../../shop/money.ts';
import type { AppParts } from '../app-parts.ts';
import type { Logger } from '../platform/log.ts';
import { newOrderId } from './order-id.ts';
import { findAttemptByProviderOrder, findOrder } from './attempts.ts';
import type { ProviderPayment, ProviderRefund } from './provider.ts';
import { factOf } from './payment-fact.ts';
import { recordPartialRefund, recordRefund } from './record-refund.ts';
import { notifyShop } from './notify-shop.ts';
import { settlePayment } from './settle.ts';

type RefundEventParts = Pick<AppParts, 'db' | 'clock' | 'mailer'>;

interface RefundEvent {
  refund: ProviderRefund;
  /** As it stands after the refund. */
  payment: ProviderPayment;
}

/** Acts on one refund event; a repeat changes nothing. */
export async function receiveRefund(
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
    await settlePayment(parts.db, parts.clock, newOrderId, factOf(payment, 'webhook'));
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
    const fact = factOf(payment, 'webhook');
    const dedupeKey = `refund:${refund.id}:failed`;
    await notifyShop(trx, clock(), { reason, fact, attempt, order, dedupeKey });
  });
}
