// What the provider says of a payment, and whether that fits what was asked for.
import { formatRupeesExact } from '../../shop/money.ts';
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
  source: 'verify' | 'webhook' | 'status' | 'reconcile';
}

/** The provider's payment as a fact to settle. */
export function factOf(payment: ProviderPayment, source: PaymentFact['source']): PaymentFact {
  const { id, orderId, amount, currency, status } = payment;
  return { providerOrderId: orderId, providerPaymentId: id, amount, currency, status, source };
}

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
  return undefined;
}
