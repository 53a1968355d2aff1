// What the provider says about a payment, and whether the payment fits its attempt.
import { formatRupeesExact } from '../../shop/money.ts';
import { formatTime } from '../../shop/format.ts';
import type { Attempt } from './attempts.ts';
import type { PaymentStatus, ProviderPayment } from './provider.ts';

/** What the provider says about a payment; never what the browser says. */
export interface PaymentFact {
  providerOrderId: string;
  providerPaymentId: string;
  /** Paise. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  /** When the shopper began to pay, where the provider says so. */
  begunAt?: Date;
  source: 'verify' | 'webhook' | 'status' | 'reconcile';
}

/** The provider's payment as a fact to settle. */
export function factOf(payment: ProviderPayment, source: PaymentFact['source']): PaymentFact {
  const { id, orderId, ...rest } = payment;
  return { ...rest, providerOrderId: orderId, providerPaymentId: id, source };
}

/**
 * How long the price of an attempt holds, in days: as long as the reconciler checks it. The provider never
 * closes an order, so it can still be paid years later.
 */
const PRICE_HOLDS_DAYS = 5;

/** Returns in one sentence why a payment cannot pay for the attempt; undefined when it fits. */
export function misfitOf(attempt: Attempt, fact: PaymentFact): string | undefined {
  const done = fact.status === 'captured' ? 'captured' : 'authorised';
  if (fact.currency !== attempt.currency) {
    return `The payment was ${done} in ${fact.currency}, but ${attempt.currency} was asked for.`;
  }
  if (fact.amount !== attempt.amount) {
    const [paid, asked] = [fact.amount, attempt.amount].map(formatRupeesExact);
    return `${paid} was ${done}, but ${asked} was asked for.`;
  }
  const holdsUntil = Date.parse(attempt.created_at) + PRICE_HOLDS_DAYS * 86_400_000;
  // The time when the shopper paid counts: a bank may send the money days later.
  if (fact.begunAt !== undefined && fact.begunAt.getTime() > holdsUntil) {
    const begun = formatTime(fact.begunAt.toISOString());
    return `The customer began to pay on ${begun}, at the price of ${formatTime(attempt.created_at)}: a price holds for ${PRICE_HOLDS_DAYS} days.`;
  }
  return undefined;
}
