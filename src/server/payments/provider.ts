// What the shop needs from a payment provider, and the two ways in which it can fail. Amounts are in paise.

/** An order stays 'paid' even after a refund, and never goes back from 'attempted' to 'created'. */
export interface ProviderOrder {
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
export type RefundStatus = 'pending' | 'processed' | 'failed';

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

export interface NewProviderOrder {
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
