// The e-mails that the shop writes, and what each must know. The facts travel in the mail's row, so
// an e-mail can be written again, days later, exactly as it was.
import type { QuoteLine } from '../../shop/price.ts';
import type { OrderSnapshot } from '../orders/snapshot.ts';

/** Stands for the shop's own address, which the settings decide at the moment of sending. */
export const SHOP = 'shop';

export interface OrderFacts {
  orderId: string;
  /** ISO-8601. */
  placedAt: string;
  /** Paise. */
  amount: number;
  /** The account's address. */
  email: string;
  /** The provider's. */
  paymentId: string;
  /** In a receipt: what the shopper wrote may be repeated. Absent in receipts of before there was such a thing. */
  isEmailConfirmed?: boolean;
  snapshot: OrderSnapshot;
}

export interface AttentionFacts {
  /** One sentence on what does not fit. */
  reason: string;
  /** ISO-8601. */
  noticedAt: string;
  paymentId: string;
  providerOrderId: string;
  /** What came in, in paise. */
  paid: number;
  paidCurrency: string;
  /** The bank has blocked the money, and nobody has taken it. */
  isOnlyAuthorized?: boolean;
  /** The customer's bank asks for it back, and the provider waits for the shop's answer. */
  isDisputed?: boolean;
  /** What was asked for, in paise. Absent, as the rest is, when the shop knows no attempt. */
  expected?: number;
  email?: string;
  /** Present when the attempt already has its order. */
  orderId?: string;
  snapshot?: OrderSnapshot;
}

/** Money that went back to the shopper. */
export interface RefundFacts {
  paymentId: string;
  /** The provider's, where it is known. */
  refundId?: string;
  /** ISO-8601. */
  refundedAt: string;
  /** In paise, if the currency is INR. */
  amount: number;
  currency: string;
  email: string;
  /** Present when the attempt became an order. */
  orderId?: string;
  /** It was that order's own payment, not one too many. */
  isOrderRefunded?: boolean;
  /** Only a part of the payment went back. */
  isPartial?: boolean;
  snapshot: OrderSnapshot;
}

/** A parcel that was handed to a courier. Nothing of it is the shopper's own words. */
export interface SentFacts {
  orderId: string;
  /** ISO-8601. */
  sentAt: string;
  courier: string;
  trackingNumber?: string;
  /** The courier's page, https. */
  trackingUrl?: string;
  email: string;
  /** What is in the parcel. */
  lines: readonly QuoteLine[];
}

/** A link that sets a new password. */
export interface PasswordResetFacts {
  /** The account's address. */
  email: string;
  /** What the link proves its bearer with. Erased from the outbox once the e-mail is out. */
  token: string;
  /** ISO-8601. */
  expiresAt: string;
}

/** A link that confirms an e-mail. */
export interface EmailConfirmationFacts {
  /** The account's address. */
  email: string;
  /** What the link proves its bearer with. Erased from the outbox once the e-mail is out. */
  token: string;
  /** ISO-8601. */
  expiresAt: string;
}

/** A password that was set anew. */
export interface PasswordChangedFacts {
  /** The account's address. */
  email: string;
  /** ISO-8601. */
  changedAt: string;
  /** Somebody who is logged in and knew the old one has set it, not the bearer of a link. */
  isByOldPassword?: boolean;
}

/** An account that is no more. */
export interface AccountDeletedFacts {
  /** Of the account that was. */
  email: string;
  /** ISO-8601. */
  deletedAt: string;
}

export type Email =
  | { kind: 'order-receipt' | 'order-notice'; facts: OrderFacts }
  | { kind: 'payment-attention'; facts: AttentionFacts }
  | { kind: 'payment-refund'; facts: RefundFacts }
  | { kind: 'order-sent'; facts: SentFacts }
  | { kind: 'password-reset'; facts: PasswordResetFacts }
  | { kind: 'email-confirmation'; facts: EmailConfirmationFacts }
  | { kind: 'password-changed'; facts: PasswordChangedFacts }
  | { kind: 'account-deleted'; facts: AccountDeletedFacts };

export type NewMail = Email & {
  /** One e-mail for one key, however often the event behind it is seen. */
  dedupeKey: string;
  /** An address, or SHOP. */
  recipient: string;
};
