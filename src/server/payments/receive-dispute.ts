// The provider's webhooks about a dispute: the customer's bank asks for the money back. The shop is notified
// once at each step, since it must respond in the provider's dashboard within days. The order does not
// change: money that goes back for good comes as a refund.
import { formatRupeesExact } from '../../shop/money.ts';
import type { AppParts } from '../app-parts.ts';
import type { Logger } from '../platform/log.ts';
import { formatTime } from '../../shop/format.ts';
import { findAttemptByProviderOrder, findOrder } from './attempts.ts';
import { factOf } from './payment-fact.ts';
import type { ProviderDispute, ProviderPayment } from './provider.ts';
import { notifyShop } from './notify-shop.ts';

type DisputeParts = Pick<AppParts, 'db' | 'clock' | 'mailer'>;

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
      fact: factOf(payment, 'webhook'),
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
