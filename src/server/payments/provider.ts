// What the shop needs from a payment provider, and the two ways in which it can fail. Amounts are in paise.
import { brand } from '../../shop/brand.ts';
import { ProblemError } from '../platform/http/problem.ts';

/** An order stays 'paid' even after a refund, and never goes back from 'attempted' to 'created'. */
interface ProviderOrder {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  status: 'created' | 'attempted' | 'paid';
}

/** `failed` is not final: a bank that responds late turns it into `authorized` and `captured`. */
export type PaymentStatus = 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';

export interface ProviderPayment {
  id: string;
  /** The provider's order that was paid. */
  orderId: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  /** When the shopper began to pay, where the provider says so. */
  begunAt?: Date;
}

/** After `failed`, the money is still with the shop. */
type RefundStatus = 'pending' | 'processed' | 'failed';

export interface ProviderRefund {
  id: string;
  paymentId: string;
  amount: number;
  status: RefundStatus;
}

/** A customer's bank asks for the money of a payment back. */
export interface ProviderDispute {
  id: string;
  paymentId: string;
  /** Paise. */
  amount: number;
  currency: string;
  /** Until when the shop can respond to the provider. */
  respondBy?: Date;
}

interface NewProviderOrder {
  amount: number;
  currency: string;
  /** Ours, at most 40 characters. */
  receipt: string;
  notes: Readonly<Record<string, string>>;
}

/** A method that fails rejects with ProviderUnavailable or ProviderRefused, within the client's time limit. */
export interface PaymentProvider {
  createOrder(order: NewProviderOrder): Promise<ProviderOrder>;
  fetchOrder(orderId: string): Promise<ProviderOrder>;
  fetchOrderPayments(orderId: string): Promise<readonly ProviderPayment[]>;
  fetchPayment(paymentId: string): Promise<ProviderPayment>;
  /** Captures the whole amount of a payment that is only authorised. One that was captured before is refused. */
  capturePayment(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Refunds `amount` of a payment. The same key with the same amount is the same refund. */
  refundPayment(
    paymentId: string,
    refund: { amount: number; idempotencyKey: string },
  ): Promise<ProviderRefund>;
}

/** No usable reply: the provider is down, slow or overloaded, or not understood. It may have acted. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider understood and refused; nothing happened there. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly status: number;
  readonly code: string;
  readonly description: string;

  constructor(status: number, code: string, description: string) {
    super(`${code}: ${description}`);
    this.status = status;
    this.code = code;
    this.description = description;
  }
}

/** Returns whether an error is the provider's, not a fault of our own. */
export function isProviderError(error: unknown): error is ProviderUnavailable | ProviderRefused {
  return error instanceof ProviderUnavailable || error instanceof ProviderRefused;
}

// What a shopper reads when the payment provider fails: how far the money got, and what to do next.

/** Before any payment: no money moved for certain. */
export function cannotBegin(error: ProviderUnavailable | ProviderRefused): ProblemError {
  if (error instanceof ProviderRefused) {
    return new ProblemError(
      502,
      `The payment service did not accept this order, and no money was taken. Please contact us at ${brand.phoneDisplay}.`,
      { code: 'payment-refused' },
    );
  }
  return new ProblemError(
    503,
    'The payment service cannot be reached just now, and no money was taken. Please try again in a minute.',
    { code: 'payment-unavailable' },
    { 'Retry-After': '5' },
  );
}

/** The attempt is so old that it is not reconciled any more; a new one costs the shopper one more tap. */
export function attemptExpired(): ProblemError {
  return new ProblemError(
    409,
    'This order was started too long ago, and no money was taken. Please place it again.',
    { code: 'attempt-expired' },
  );
}

/** Far more than anybody needs: each attempt ends once it is paid, or after some days. */
export function tooManyOpen(): ProblemError {
  return new ProblemError(
    429,
    `You have started very many orders without paying for them, so we did not start another one, and no money was taken. Please try again tomorrow, or contact us at ${brand.phoneDisplay}.`,
    { code: 'too-many-open-orders' },
    { 'Retry-After': '86400' },
  );
}

/** After the payment window: the shopper may have paid. */
export function cannotConfirm(): ProblemError {
  return new ProblemError(
    503,
    'Your payment is being confirmed. Please do not pay again: the order appears under Your orders as soon as the payment service answers.',
    { code: 'payment-unconfirmed' },
    { 'Retry-After': '5' },
  );
}

export function stillPending(): ProblemError {
  return new ProblemError(
    409,
    'The payment is not complete yet. If your bank is still working on it, please do not pay again: the order appears under Your orders once the money is in.',
    { code: 'payment-pending' },
  );
}

export function needsAttention(): ProblemError {
  return new ProblemError(
    409,
    `Your payment reached us but does not match the order, so a person is looking at it. Please do not pay again; you can reach us at ${brand.phoneDisplay}.`,
    { code: 'payment-attention' },
  );
}

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
export function toPaymentFact(
  payment: ProviderPayment,
  source: PaymentFact['source'],
): PaymentFact {
  const { id, orderId, ...rest } = payment;
  return { ...rest, providerOrderId: orderId, providerPaymentId: id, source };
}
