// What the provider tells by itself of a dispute: the customer's bank asks for the money back. The shop is
// told once at each step, since it has to answer in the provider's dashboard within days. Nothing of the
// order changes: money that goes back for good comes as a refund.
import { formatRupeesExact } from '../../shop/money.ts';
import type { AppParts } from '../app-parts.ts';
import type { Logger } from '../log.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { longDate } from '../mail/letters/dates.ts';
import { SHOP } from '../mail/mail.ts';
import { readSnapshot } from '../orders/snapshot.ts';
import { findAttemptByProviderOrder, findOrder } from './attempts.ts';
import type { ProviderDispute, ProviderPayment } from './provider.ts';

type Parts = Pick<AppParts, 'db' | 'clock' | 'mailer'>;

interface DisputeEvent {
  /** 'payment.dispute.created' and so on. */
  kind: string;
  dispute: ProviderDispute;
  payment: ProviderPayment;
}

/** Acts on one dispute event; a repeat changes nothing. */
export async function receiveDispute(
  { db, clock, mailer }: Parts,
  event: DisputeEvent,
  log: Logger,
): Promise<void> {
  const { kind, dispute, payment } = event;
  log.error({ dispute: dispute.id, payment: payment.id }, 'dispute: the shop has to look');
  await db.transaction().execute(async (trx) => {
    const attempt = await findAttemptByProviderOrder(trx, payment.orderId);
    const order = attempt && (await findOrder(trx, attempt.id));
    const facts = {
      reason: reasonOf(event),
      noticedAt: clock().toISOString(),
      paymentId: payment.id,
      providerOrderId: payment.orderId,
      paid: payment.amount,
      paidCurrency: payment.currency,
      isDisputed: true,
      ...(attempt && {
        expected: attempt.amount,
        email: attempt.email,
        snapshot: readSnapshot(attempt.snapshot),
      }),
      ...(order && { orderId: order.id }),
    };
    const dedupeKey = `dispute:${dispute.id}:${kind}`;
    await enqueueMail(trx, clock(), [
      { kind: 'payment-attention', dedupeKey, recipient: SHOP, facts },
    ]);
  });
  mailer.kick();
}

function reasonOf({ kind, dispute }: DisputeEvent): string {
  const step = kind.split('.').at(-1)?.replaceAll('_', ' ') ?? '';
  const amount = formatRupeesExact(dispute.amount);
  const until = dispute.respondBy ? ` Answer by ${longDate(dispute.respondBy.toISOString())}.` : '';
  return `The customer’s bank disputes ${amount} of this payment (${dispute.id}, ${step}).${until}`;
}
