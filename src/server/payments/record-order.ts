// Records the order that a payment has become, and enqueues the e-mails about it.
import type { Transaction } from 'kysely';
import { isEmailConfirmed } from '../accounts/confirm-email.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Schema } from '../platform/database/schema.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { SHOP } from '../mail/outbox.ts';
import { orderDates } from '../../shop/order.ts';
import { readSnapshot } from '../../shop/snapshot.ts';
import type { Attempt } from './attempts.ts';
import type { PaymentFact } from './payment-fact.ts';

/** Records the order of an attempt that has just become paid, in the same transaction. */
export async function recordOrder(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  fact: PaymentFact,
  orderId: string,
): Promise<void> {
  const { user_id, email, amount, currency, snapshot } = attempt;
  const agreed = readSnapshot(snapshot);
  const placedAt = now.toISOString();
  const paymentId = fact.providerPaymentId;
  await trx
    .insertInto('shop_order')
    .values({
      id: orderId,
      attempt_id: attempt.id,
      provider_order_id: fact.providerOrderId,
      provider_payment_id: paymentId,
      user_id,
      email,
      amount,
      currency,
      snapshot,
      placed_at: placedAt,
      send_by: orderDates(agreed.quote.lines, now).sentBy,
    })
    .execute();
  crashAt('settle:after-order');
  const facts = { orderId, placedAt, amount, email, paymentId, snapshot: agreed };
  const isConfirmed = await isEmailConfirmed(trx, user_id);
  await enqueueMail(trx, now, [
    {
      kind: 'order-receipt',
      dedupeKey: `order:${orderId}:receipt`,
      recipient: email,
      facts: { ...facts, isEmailConfirmed: isConfirmed },
    },
    { kind: 'order-notice', dedupeKey: `order:${orderId}:notice`, recipient: SHOP, facts },
  ]);
}
