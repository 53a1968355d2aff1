// Refunds a flagged payment: asks the provider under a key that is always the same for this payment, so any
// number of attempts is one refund, and records it once.
import type { AppParts } from '../app-parts.ts';
import { CommandError } from '../platform/command-error.ts';
import { askForRefund } from './ask-for-refund.ts';
import { askSoon } from './ask-soon.ts';
import { recordRefund } from './record-refund.ts';
import { findSurplus } from './surplus.ts';

type PaymentRefundParts = Pick<AppParts, 'db' | 'clock' | 'provider'>;

export interface Refund {
  /** pending: accepted by the provider, and recorded once it is processed. */
  outcome: 'refunded' | 'refunded before' | 'pending';
  amount: number;
  currency: string;
  refundId: string | undefined;
}

/**
 * Refunds a payment that was flagged as surplus, in full. Throws CommandError when it was not flagged or
 * the provider refuses, ProviderUnavailable when it cannot be asked; a repeat then continues.
 */
export async function refundPayment(parts: PaymentRefundParts, paymentId: string): Promise<Refund> {
  const { db, clock } = parts;
  const surplus = await findSurplus(db, paymentId);
  if (surplus === undefined) throw await notFlagged(parts, paymentId);
  const { amount, currency, attempt_id } = surplus;
  if (surplus.state === 'refunded') {
    const refundId = surplus.refund_id ?? undefined;
    return { outcome: 'refunded before', amount, currency, refundId };
  }
  const wish = { amount, idempotencyKey: `refund-${paymentId}` };
  const refund = await askForRefund(parts.provider, paymentId, wish);
  const refundId = refund?.id;
  if (refund?.status === 'pending') {
    // For a payment without an attempt, only the webhook reports that the refund was processed.
    if (attempt_id !== null) await askSoon(db, attempt_id, clock());
    return { outcome: 'pending', amount, currency, refundId };
  }
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('provider_order_id')
    .where('id', '=', attempt_id)
    .executeTakeFirst();
  const providerOrderId = attempt?.provider_order_id ?? '';
  await recordRefund(db, clock, { providerOrderId, paymentId, amount, currency, refundId });
  return { outcome: 'refunded', amount, currency, refundId };
}

async function notFlagged({ db }: PaymentRefundParts, paymentId: string): Promise<CommandError> {
  const order = await db
    .selectFrom('shop_order')
    .select('id')
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
  const why = order
    ? `it paid for the order ${order.id}. To give the order's money back: npm run refund -- ${order.id}`
    : 'the shop has no such payment, or has not flagged it';
  return new CommandError(`${paymentId} is not refunded: ${why}.`);
}
