// The tables as Kysely sees them, the same on SQLite and PostgreSQL. Times are ISO-8601 text in UTC
// (they sort as text), money is integer paise, JSON is text. `migrations/` holds the definitions.
// The tables of better-auth (user, session, account, verification) are only read here: it writes them.
export interface UserTable {
  id: string;
  name: string;
  email: string;
}

export interface AccountTable {
  id: string;
  userId: string;
  providerId: string;
  password: string | null;
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

export interface ProviderEventTable {
  event_id: string;
  kind: string;
  received_at: string;
}

export type MailKind = 'order-receipt' | 'order-notice' | 'payment-attention';

export interface MailTable {
  id: string;
  dedupe_key: string;
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
  /** What a search looks through: title, comment and name as `searchText` simplifies them. */
  search: string;
  /** JSON: the names of the pictures' files. */
  images: string;
  /** 1 or 0: SQLite binds no truth values. */
  verified: number;
  helpful_votes: number;
  created_at: string;
}

export interface ReviewVoteTable {
  review_id: string;
  /** An account, a browser's cookie or an address; see reviews/voters.ts. */
  voter: string;
  voted_at: string;
}

export interface SecretTable {
  name: string;
  value: string;
}

export interface MigrationTable {
  name: string;
  checksum: string;
  applied_at: string;
}

export interface Schema {
  user: UserTable;
  account: AccountTable;
  profile: ProfileTable;
  payment_attempt: PaymentAttemptTable;
  shop_order: ShopOrderTable;
  provider_event: ProviderEventTable;
  mail: MailTable;
  review: ReviewTable;
  review_vote: ReviewVoteTable;
  secret: SecretTable;
  migration: MigrationTable;
}
