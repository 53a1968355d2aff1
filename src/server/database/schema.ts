// The tables as Kysely sees them, the same on SQLite and PostgreSQL. Times are ISO-8601 text in UTC
// (they sort as text), money is integer paise, JSON is text. `migrations/` holds the definitions.
// The tables of better-auth (user, session, account, verification) are written by it, and by the use
// cases in accounts/ that must do several things or none.
import type { Generated } from 'kysely';

export interface UserTable {
  id: string;
  name: string;
  email: string;
  /** SQLite reads 1 and 0, PostgreSQL true and false. Written as SQL: SQLite binds no truth values. */
  emailVerified: boolean | 1 | 0;
  /** These two are written as ISO-8601 text and not read: PostgreSQL's driver would read a Date. */
  createdAt: string;
  updatedAt: string;
}

export interface AccountTable {
  id: string;
  userId: string;
  accountId: string;
  providerId: string;
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface SessionTable {
  id: string;
  userId: string;
  /** Its hash. */
  token: string;
  /** Compared only: PostgreSQL's driver would read it as a Date. */
  expiresAt: string;
}

export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  /** Written as ISO-8601 text and compared only: PostgreSQL's driver would read it as a Date. */
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

export interface ProfileTable {
  user_id: string;
  name: string;
  email: string;
  phone_number: string;
  pincode: string;
  dob: string;
  state: string;
  address: string;
  landmark: string | null;
  created_at: string;
  updated_at: string;
}

export type AttemptState =
  'created' | 'paying' | 'paid' | 'needs_attention' | 'expired' | 'refunded';

export interface PaymentAttemptTable {
  id: string;
  user_id: string;
  email: string;
  idempotency_key: string | null;
  request_hash: string;
  state: AttemptState;
  reason: string | null;
  /** Paise. */
  amount: number;
  currency: string;
  receipt: string;
  provider_order_id: string | null;
  /** JSON: the quote's lines, the coupon and the delivery details as they were when the attempt began. */
  snapshot: string;
  created_at: string;
  updated_at: string;
  /** Until then one process alone asks the provider for an order to pay. */
  opening_until: string | null;
  /** When reconciliation looks at it next; null once it is over. */
  next_check_at: string | null;
  /** How often the provider was asked since the payment last gave a sign of life. */
  checks: Generated<number>;
  /** Until then one process alone reconciles it. */
  leased_until: string | null;
  /** When a payment of it was first heard of. */
  payment_seen_at: string | null;
  /** When the account behind it was erased. */
  account_erased_at: string | null;
}

export interface ShopOrderTable {
  /** Shown to people: 'MA-' and ten characters. */
  id: string;
  attempt_id: string;
  provider_order_id: string;
  provider_payment_id: string;
  user_id: string;
  email: string;
  /** Paise. */
  amount: number;
  currency: string;
  snapshot: string;
  placed_at: string;
}

/** Money that became no order: of another amount, too late, a second payment for a paid one, or for an unknown one. */
export interface SurplusPaymentTable {
  /** The provider's. */
  payment_id: string;
  /** Null if no attempt has the payment's order. */
  attempt_id: string | null;
  /** Paise, if the currency is INR. */
  amount: number;
  currency: string;
  reason: string;
  state: 'flagged' | 'refunded';
  /** The provider's. */
  refund_id: string | null;
  flagged_at: string;
  refunded_at: string | null;
}

/** Part of an order's money that went back. */
export interface PartialRefundTable {
  /** The provider's, both. */
  refund_id: string;
  payment_id: string;
  /** Paise, if the payment was in INR. */
  amount: number;
  recorded_at: string;
}

export interface ProviderEventTable {
  event_id: string;
  kind: string;
  received_at: string;
}

export type MailKind =
  | 'order-receipt'
  | 'order-notice'
  | 'payment-attention'
  | 'payment-refund'
  | 'password-reset'
  | 'password-changed'
  | 'email-confirmation'
  | 'account-deleted';

export interface MailTable {
  id: string;
  dedupe_key: string;
  /** Empty once it was sent and is forgotten. */
  recipient: string;
  kind: MailKind;
  /** JSON. */
  payload: string;
  created_at: string;
  tries: number;
  next_try_at: string;
  leased_until: string | null;
  sent_at: string | null;
  last_error: string | null;
}

export interface ReviewTable {
  id: string;
  product_id: string;
  user_id: string;
  name: string;
  rating: number;
  title: string;
  comment: string;
  /** What a search looks through: see `searchText`. */
  search: string;
  /** JSON: the names of the pictures' files. */
  images: string;
  /** 1 or 0: SQLite binds no truth values. */
  verified: number;
  helpful_votes: number;
  created_at: string;
}

/** Kept with the reviews: a row for each rating that a product was given. */
export interface ReviewCountTable {
  product_id: string;
  rating: number;
  reviews: number;
}

export interface ReviewVoteTable {
  review_id: string;
  /** An account, a browser's cookie or an address; see reviews/voters.ts. */
  voter: string;
  voted_at: string;
}

export interface MigrationTable {
  name: string;
  checksum: string;
  applied_at: string;
}

export interface Schema {
  user: UserTable;
  account: AccountTable;
  session: SessionTable;
  verification: VerificationTable;
  profile: ProfileTable;
  payment_attempt: PaymentAttemptTable;
  shop_order: ShopOrderTable;
  surplus_payment: SurplusPaymentTable;
  partial_refund: PartialRefundTable;
  provider_event: ProviderEventTable;
  mail: MailTable;
  review: ReviewTable;
  review_count: ReviewCountTable;
  review_vote: ReviewVoteTable;
  migration: MigrationTable;
}
