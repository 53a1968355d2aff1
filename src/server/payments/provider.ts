// What the shop needs from a payment provider: what it reports, what it can be asked to do, and the two ways in which
// that can fail. Amounts are in paise.
import type { PaymentDisputeTable } from '../platform/database/schema.ts';

/** What the provider says about a payment; never what the browser says. */
export interface ProviderPayment {
  id: string;
  /** The provider's order that was paid. */
  orderId: string;
  amount: number;
  currency: string;
  /** `failed` is not final: a bank that responds late turns it into `authorized` and `captured`. */
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
  /** When the shopper began to pay, where the provider says so. */
  begunAt?: Date;
  /** How much of it is refunded or will be, where the provider says so. */
  refunded?: number;
}

export interface ProviderRefund {
  id: string;
  paymentId: string;
  amount: number;
  /** After `failed`, the money is still with the shop. */
  status: 'pending' | 'processed' | 'failed';
}

/** A customer's bank asks for the money of a payment back. */
export interface ProviderDispute {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  /** Until when the shop can respond to the provider. */
  respondBy?: Date;
  openedAt?: Date;
  /** The provider's code, such as 'goods_or_services_not_received'. */
  reasonCode?: string;
  /** How often the bank asked: a dispute that was won may come again in a later phase. */
  phase?: PaymentDisputeTable['phase'];
  state: PaymentDisputeTable['state'];
}

/** What the provider reports by itself. `kind` is its own name of the event. */
export type WebhookEvent =
  | { kind: string; concerns: 'payment'; payment: ProviderPayment }
  /** The payment as it stands after the refund. */
  | { kind: string; concerns: 'refund'; refund: ProviderRefund; payment: ProviderPayment }
  /** `at`: when it happened, where the provider says so. */
  | {
      kind: string;
      concerns: 'dispute';
      dispute: ProviderDispute;
      payment: ProviderPayment;
      at?: Date | undefined;
    }
  /** An event on which the shop does nothing. */
  | { kind: string; concerns: 'nothing' }
  /** An event that the shop should act on, but whose payload it does not understand. */
  | { kind: string; concerns: 'unreadable' };

/** A method that fails rejects with ProviderUnavailable or ProviderRefused, within the client's time limit. */
export interface PaymentProvider {
  createOrder(order: {
    amount: number;
    currency: string;
    /** Ours, at most 40 characters. */
    receipt: string;
    notes: Readonly<Record<string, string>>;
  }): Promise<{ id: string }>;
  fetchOrderPayments(orderId: string): Promise<readonly ProviderPayment[]>;
  fetchPayment(paymentId: string): Promise<ProviderPayment>;
  /** Resolves to the refunds of a payment, the latest 100 of them. */
  fetchRefunds(paymentId: string): Promise<readonly ProviderRefund[]>;
  /** Captures the whole amount of a payment that is only authorised. One that was captured before is refused. */
  capturePayment(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Refunds `amount` of a payment. The same key with the same amount is the same refund. */
  refundPayment(
    paymentId: string,
    refund: { amount: number; idempotencyKey: string },
  ): Promise<ProviderRefund>;
}

/** No usable response: the provider is down, slow or overloaded, or not understood. It may have acted. */
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
