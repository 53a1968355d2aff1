// Money that fits no order is never ignored: it is recorded until it is refunded, and the shop gets one
// e-mail about it.
import type { Transaction } from 'kysely';
import type { Schema } from '../platform/database/schema.ts';
import type { Attempt, ShopOrder } from './attempts.ts';
import { moveAttempt } from './move-attempt.ts';
import type { PaymentFact } from './payment-fact.ts';
import { keepSurplus } from './surplus.ts';
import { notifyShop } from './notify-shop.ts';

const UNKNOWN =
  'Money came in for a payment order that the shop does not know. This happens after an older backup is restored, or when someone is charged outside the shop.';

/** Flags a payment whose order no attempt has. Repeating it changes nothing. */
export async function flagUnknownPayment(
  trx: Transaction<Schema>,
  now: Date,
  fact: PaymentFact,
): Promise<void> {
  await keepSurplus(trx, now, undefined, fact, UNKNOWN);
  const dedupeKey = attentionKey(fact);
  const attention = { reason: UNKNOWN, fact, attempt: undefined, order: undefined, dedupeKey };
  await notifyShop(trx, now, attention);
}

/** One e-mail for one payment, however often it is flagged. */
function attentionKey({ providerPaymentId }: PaymentFact): string {
  return `payment:${providerPaymentId}:attention`;
}

/**
 * Flags a payment of an attempt, whose lock the caller holds. Repeating it changes nothing. `reason` is one
 * sentence; an `order` that the attempt already has stays as it is.
 */
export async function flagPayment(
  trx: Transaction<Schema>,
  now: Date,
  attempt: Attempt,
  fact: PaymentFact,
  { reason, order }: { reason: string; order: ShopOrder | undefined },
): Promise<void> {
  const isCaptured = fact.status === 'captured';
  if (isCaptured) await keepSurplus(trx, now, attempt, fact, reason);
  await moveAttempt(trx, attempt.id, 'needs_attention', now, { reason });
  const dedupeKey = attentionKey(fact);
  const kind = isCaptured ? {} : { isOnlyAuthorized: true };
  await notifyShop(trx, now, { reason, fact, attempt, order, dedupeKey, kind });
}
