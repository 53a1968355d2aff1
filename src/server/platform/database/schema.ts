// Kysely's types of the tables in `migrations/`, the same for SQLite and PostgreSQL. Times are ISO-8601 text in UTC,
// which sorts by time; money is integer paise; JSON is text. better-auth writes its own tables (user, session, account,
// verification); the shop writes them only where that must be atomic with other writes.
import type { Generated, Kysely } from 'kysely';

export type AttemptState =
  | 'created'
  | 'paying'
  | 'paid'
  | 'needs_attention'
  | 'expired'
  | 'refunded';

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
  /** JSON: the quote's lines, the coupon and the delivery details at the start of the attempt. */
  snapshot: string;
  created_at: string;
  updated_at: string;
  /** Lease: until then, only one process creates the provider's order. */
  opening_until: string | null;
  /** When reconciliation checks it next; null once the attempt has ended. */
  next_check_at: string | null;
  /** The number of checks with the provider since the last news of a payment. */
  checks: Generated<number>;
  /** Lease: until then, only one process reconciles it. */
  leased_until: string | null;
  /** When the shop first learned of a payment for it. */
  payment_seen_at: string | null;
  /** When its account was erased. */
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
  /** The day by which it was promised to be sent, while it is open; null once it was sent or refunded in full. */
  send_by: string | null;
  /** The day promised to the shopper. Unlike `send_by` it stays when the order is sent. */
  promised_by: Generated<string | null>;
  /** Counts the changes that the owner made. */
  revision: Generated<number>;
  /** The owner's own note, which shoppers never see. */
  note: Generated<string>;
  /** Since when it is being made. */
  making_at: Generated<string | null>;
  /** The recipient's, ten digits as in the snapshot; '' once it was erased. */
  phone: Generated<string>;
  /** 1 if it was paid after the shop had closed, or its product was sold out. */
  paid_in_pause: Generated<number>;
}

export type OrderEventType = 'sent' | 'refunded' | 'again';

/**
 * What happened to orders after they were paid. Rows are only added; a second 'sent' corrects the first, unless the order
 * was to be made 'again' in between. Only a dispatch that nobody was notified of yet is changed or deleted.
 */
export interface OrderEventTable {
  /** Names what happened; the key of the e-mail about it. */
  key: string;
  order_id: string;
  type: OrderEventType;
  at: string;
  /** This and the tracking are of 'sent' only. The tracking is erased with the order's address. */
  courier: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  /** Only of 'refunded'. Paise. */
  amount: number | null;
  /** The provider's id, where it is known. */
  refund_id: string | null;
  /** From when on shoppers see it; null: at once. Until then a dispatch can be undone. */
  shown_at: Generated<string | null>;
}

/** Payments without an order: of another amount, too late, a second one for a paid order, or for an unknown order. */
export interface SurplusPaymentTable {
  /** The provider's id. */
  payment_id: string;
  /** Null if no attempt has the payment's order. */
  attempt_id: string | null;
  /** Paise, if the currency is INR. */
  amount: number;
  currency: string;
  reason: string;
  state: 'flagged' | 'refunded';
  /** The provider's id. */
  refund_id: string | null;
  flagged_at: string;
  refunded_at: string | null;
}

/** Partial refunds of orders. */
export interface PartialRefundTable {
  /** This and `payment_id` are the provider's ids. */
  refund_id: string;
  payment_id: string;
  /** Paise, if the payment was in INR. */
  amount: number;
  recorded_at: string;
}

/** Payments that a customer's bank disputes. All ids are the provider's. */
export interface PaymentDisputeTable {
  dispute_id: string;
  payment_id: string;
  /** '' if the payment has none. Neither may be known to the shop. */
  provider_order_id: string;
  /** Paise, if the currency is INR. */
  amount: number;
  currency: string;
  /** The bank's, as the provider codes it; '' if unknown. */
  reason_code: string;
  phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration';
  /** The shop has to answer the first two. The last three have ended. */
  state: 'open' | 'action_required' | 'under_review' | 'won' | 'lost' | 'closed';
  respond_by: string | null;
  opened_at: string;
  ended_at: string | null;
  /** When the provider reported so; '' if it does not say. */
  reported_at: string;
}

export type MailKind =
  | 'order-receipt'
  | 'order-notice'
  | 'payment-attention'
  | 'payment-refund'
  | 'order-sent'
  | 'order-promise'
  | 'daily'
  | 'password-reset'
  | 'password-changed'
  | 'email-confirmation'
  | 'account-deleted'
  | 'review-hidden'
  | 'desk-sign-in';

export interface MailTable {
  id: string;
  dedupe_key: string;
  /** Empty once the e-mail was erased, some time after it was sent or failed. */
  recipient: string;
  kind: MailKind;
  /** The order that it is about, if any. */
  order_id: string | null;
  /** JSON. */
  payload: string;
  created_at: string;
  tries: number;
  /** Smaller first. 0: about money, never tried. 1: about money, tried before. 2 and 3: about an account, likewise. */
  turn: Generated<number>;
  next_try_at: string;
  leased_until: string | null;
  sent_at: string | null;
  /** When the last try ended: it is not sent any more. */
  failed_at: string | null;
  /** May contain the recipient. */
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
  /** The text that a search matches; see `searchText`. */
  search: string;
  /** JSON: the file names of the pictures. */
  images: string;
  /** 1 or 0: SQLite cannot bind booleans. */
  verified: number;
  helpful_votes: number;
  created_at: string;
  /** When the owner hid it; null while it is shown. */
  hidden_at: Generated<string | null>;
  hidden_reason: Generated<string | null>;
  hidden_by: Generated<string | null>;
  /** The owner's public answer. */
  answer: Generated<string | null>;
  answered_at: Generated<string | null>;
  idempotency_key: Generated<string | null>;
}

/** What the owner did, at the desk. */
export interface DeskActTable {
  /** Fixed when the form is drawn. */
  id: string;
  at: string;
  /** An e-mail address. */
  actor: string;
  /** Such as 'send'; see server/acts/acts.ts. */
  kind: string;
  /** An order, a payment, a review, a picture as 'REVIEW/PICTURE', or 'shop'. */
  subject: string | null;
  /** SHA-256 of what its form said; '' if it had none, or once that was erased. */
  digest: string;
  /** JSON. */
  result: string;
}

export interface Schema {
  user: {
    id: string;
    name: string;
    email: string;
    /** SQLite returns 1 and 0, PostgreSQL true and false. Write it as a SQL literal: SQLite cannot bind booleans. */
    emailVerified: boolean | 1 | 0;
    /** This and `updatedAt` are written as ISO-8601 text and never read: PostgreSQL's driver would return a Date. */
    createdAt: string;
    updatedAt: string;
  };
  account: {
    id: string;
    userId: string;
    accountId: string;
    providerId: string;
    password: string | null;
    createdAt: string;
    updatedAt: string;
  };
  session: {
    id: string;
    userId: string;
    /** The token's hash. */
    token: string;
    /** A name such as 'Chrome on Android'. */
    userAgent: string;
    /** The times are written as ISO-8601 text and only compared: PostgreSQL's driver would return a Date. */
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
  verification: {
    id: string;
    identifier: string;
    value: string;
    /** Written as ISO-8601 text and only compared: PostgreSQL's driver would return a Date. */
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
  profile: {
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
  };
  payment_attempt: PaymentAttemptTable;
  shop_order: ShopOrderTable;
  order_event: OrderEventTable;
  surplus_payment: SurplusPaymentTable;
  partial_refund: PartialRefundTable;
  payment_dispute: PaymentDisputeTable;
  provider_event: {
    /** The provider's id and the body's hash. */
    event_id: string;
    kind: string;
    received_at: string;
  };
  mail: MailTable;
  review: ReviewTable;
  /** The pictures of all reviews. No list reads `bytes`. */
  review_picture: {
    /** The name of the full one, as in `review.images`. */
    name: string;
    size: 'full' | 'small';
    review_id: string;
    bytes: Uint8Array;
  };
  /** The pictures of hidden reviews, which are not served. */
  hidden_picture: { name: string };
  /** The number of shown reviews per product and rating, updated with the reviews. */
  review_count: {
    product_id: string;
    rating: number;
    reviews: number;
    /** The accounts whose newest shown review of the product has this rating. */
    authors: number;
  };
  review_vote: {
    review_id: string;
    /** The browser's cookie; see reviews/votes.ts. */
    voter: string;
    voted_at: string;
  };
  desk_act: DeskActTable;
  /** This and the next three are those of the desk's own better-auth, as above. */
  desk_user: Schema['user'] & { twoFactorEnabled: Generated<boolean | 1 | 0 | null> };
  desk_session: Schema['session'] & {
    /** When the person last proved who it is; null: at the sign-in. */
    proven_at: Generated<string | null>;
  };
  desk_account: Schema['account'];
  desk_verification: Schema['verification'];
  desk_two_factor: {
    id: string;
    userId: string;
    /** This and the recovery codes are encrypted as better-auth does. */
    secret: string;
    backupCodes: string;
    /** The thirty seconds, counted since 1970, of the last code that was accepted. */
    last_step: Generated<number>;
    /** Whether a code of the app has confirmed it. */
    verified: Generated<boolean | 1 | 0 | null>;
  };
  desk_invitation: {
    token_hash: string;
    email: string;
    expires_at: string;
  };
  shop_state: {
    name: string;
    /** JSON. */
    value: string;
    revision: number;
    updated_at: string;
    updated_by: string;
  };
  migration: {
    name: string;
    checksum: string;
    applied_at: string;
  };
}

/** The shop's database. */
export type Database = Kysely<Schema>;
