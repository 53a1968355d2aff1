// What the provider says of a payment, and whether that fits what was asked for.
import { formatRupeesExact } from '../../shop/money.ts';
import { longDate } from '../mail/emails/format.ts';
import type { Attempt } from './attempts.ts';
import type { PaymentStatus, ProviderPayment } from './provider.ts';

/** The provider's word on a payment, never the browser's. */
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
 * How long the price of an attempt holds. The provider never closes an order, so it can still be paid
 * years later. Days: as long as the reconciler looks at it.
 */
const PRICE_HOLDS_DAYS = 5;

/** In one sentence why a payment cannot pay for the attempt; undefined when it fits. */
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
  // What counts is when the shopper paid: a bank may be days late with the money.
  if (fact.begunAt !== undefined && fact.begunAt.getTime() > holdsUntil) {
    const begun = longDate(fact.begunAt.toISOString());
    return `The customer began to pay on ${begun}, at the price of ${longDate(attempt.created_at)}: a price holds for ${PRICE_HOLDS_DAYS} days.`;
  }
  return undefined;
}
