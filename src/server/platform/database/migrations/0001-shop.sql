-- The shop's own tables, one text for both databases. Times are ISO-8601 text in UTC, money is integer paise, JSON is text.
-- Payments and orders do not reference accounts: they outlive them. Each index finds what is due without reading what is not.

-- One row a try to pay, written before the provider hears of it.
create table payment_attempt (
  id text not null primary key,
  user_id text not null,
  email text not null,
  idempotency_key text,
  request_hash text not null,
  state text not null check (state in ('created', 'paying', 'paid', 'needs_attention', 'expired', 'refunded')),
  reason text,
  amount bigint not null check (amount > 0),
  currency text not null,
  receipt text not null unique,
  provider_order_id text unique,
  snapshot text not null,
  created_at text not null,
  updated_at text not null,
  -- Until then one process alone asks the provider for an order to pay.
  opening_until text,
  -- When reconciliation looks at it next; null once it is over. Until `leased_until` one process does.
  next_check_at text,
  checks integer not null default 0,
  leased_until text,
  -- When a payment was heard of first.
  payment_seen_at text,
  -- The account behind it is gone. Attempt and order stay for the books, and after 120 days without the person, as an
  -- attempt does that nobody paid; an order of ₹50,000 or more is named in the books until they are closed.
  account_erased_at text,
  unique (user_id, idempotency_key)
);
create index payment_attempt_due on payment_attempt (next_check_at);
-- The reconciler looks first at unpaid tries that a payment was heard of, also if they ended early to make room.
create index payment_attempt_seen on payment_attempt (next_check_at)
  where state in ('paying', 'expired') and payment_seen_at is not null;
-- How many tries of an account are open is asked before each further one.
create index payment_attempt_open on payment_attempt (user_id) where state in ('created', 'paying');
create index payment_attempt_person on payment_attempt (created_at)
  where email <> '' and (state = 'expired'
    or (account_erased_at is not null and state in ('paid', 'refunded') and amount < 5000000));
-- What was ordered is erased from attempts that nobody paid, once no payment can become an order any more.
create index payment_attempt_quote on payment_attempt (created_at)
  where state = 'expired' and request_hash <> '';
-- What needs a person.
create index payment_attempt_attention on payment_attempt (updated_at) where state = 'needs_attention';

-- The three unique columns are what makes a second order for one payment impossible.
create table shop_order (
  id text not null primary key,
  attempt_id text not null unique references payment_attempt (id),
  provider_order_id text not null unique,
  provider_payment_id text not null unique,
  user_id text not null,
  email text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  snapshot text not null,
  placed_at text not null,
  -- The day by which it is to be sent, as long as it is open: neither sent nor refunded in full.
  send_by text,
  -- The day promised to the shopper. Unlike `send_by` it stays when the order is sent.
  promised_by text,
  -- The number of changes that the owner made: a form that shows an earlier one is refused.
  revision integer not null default 0,
  -- The owner's own note, which shoppers never see.
  note text not null default '',
  -- Since when it is being made.
  making_at text,
  -- The recipient's telephone number, by which the owner finds it. Written with the snapshot, and erased with it.
  phone text not null default '',
  -- 1 if it was paid after the shop had closed, or its product was sold out.
  paid_in_pause integer not null default 0
);
create index shop_order_email on shop_order (email, placed_at);
create index shop_order_person on shop_order (placed_at) where email <> '';
create index shop_order_open on shop_order (send_by, placed_at, id) where send_by is not null;
create index shop_order_phone on shop_order (phone, placed_at, id) where phone <> '';
-- The sums of a period, for the owner's books, come from the index alone: a year of orders may be a million rows.
create index shop_order_newest on shop_order (placed_at, id, amount);

-- What happens to an order once it is paid: it is sent, and money goes back. Rows are only added; what identifies a parcel is
-- erased with the address. `key` names what happened, and is the key of the e-mail about it: an order is sent once, and a
-- correction is another 'sent' row with a key of its own.
create table order_event (
  key text not null primary key,
  order_id text not null references shop_order (id),
  type text not null check (type in ('sent', 'refunded')),
  at text not null,
  courier text,
  tracking_number text,
  tracking_url text,
  amount bigint check (amount > 0),
  refund_id text,
  -- From when on shoppers see it; null: at once. Until then a dispatch can be undone.
  shown_at text,
  check ((type = 'sent' and courier is not null and amount is null)
    or (type = 'refunded' and amount is not null and courier is null))
);
create index order_event_order on order_event (order_id, at);
-- The refunds of a period, for the owner's books.
create index order_event_refunds on order_event (at, key) where type = 'refunded';

-- Money that came in and became no order: of another amount, once more for an order that is paid, or for an order that this
-- database does not know (an older backup was restored), which has no attempt. Flagged until it went back. The primary key is
-- what records it, and its refund, once.
create table surplus_payment (
  payment_id text not null primary key,
  attempt_id text references payment_attempt (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('flagged', 'refunded')),
  refund_id text,
  flagged_at text not null,
  refunded_at text
);
create index surplus_payment_attempt on surplus_payment (attempt_id, state);
create index surplus_payment_flagged on surplus_payment (flagged_at) where state = 'flagged';
create index surplus_payment_refunds on surplus_payment (refunded_at, payment_id) where state = 'refunded';

-- Parts of a payment that went back. The primary key is what records each once.
create table partial_refund (
  refund_id text not null primary key,
  payment_id text not null,
  amount bigint not null check (amount > 0),
  recorded_at text not null
);
create index partial_refund_payment on partial_refund (payment_id);
create index partial_refund_recorded on partial_refund (recorded_at, refund_id);

-- Payments that a customer's bank disputes, as the provider last said. The payment may be unknown to the shop.
create table payment_dispute (
  dispute_id text not null primary key,
  payment_id text not null,
  -- '' if the payment has none.
  provider_order_id text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  reason_code text not null,
  phase text not null,
  state text not null
    check (state in ('open', 'action_required', 'under_review', 'won', 'lost', 'closed')),
  respond_by text,
  opened_at text not null,
  ended_at text,
  -- When the provider reported so; '' if it does not say.
  reported_at text not null
);
-- Those that the shop has to answer.
create index payment_dispute_open on payment_dispute (respond_by)
  where state in ('open', 'action_required');
create index payment_dispute_order on payment_dispute (provider_order_id);

-- Webhooks come at least once; a row here is one that was taken.
create table provider_event (
  event_id text not null primary key,
  kind text not null,
  received_at text not null
);
create index provider_event_received on provider_event (received_at);

-- The outbox: written in the transaction that causes the e-mail, sent by the worker.
create table mail (
  id text not null primary key,
  dedupe_key text not null unique,
  recipient text not null,
  kind text not null,
  -- The order that it is about.
  order_id text,
  payload text not null,
  created_at text not null,
  tries integer not null default 0,
  -- The order in which they are sent: 0 about money and never tried, then 1.
  turn integer not null default 0,
  next_try_at text not null,
  leased_until text,
  sent_at text,
  -- It cannot be delivered, and is erased like one that was sent.
  failed_at text,
  last_error text
);
create index mail_due on mail (turn, next_try_at) where sent_at is null and failed_at is null;
create index mail_failed on mail (failed_at) where failed_at is not null and recipient <> '';
create index mail_order on mail (order_id) where order_id is not null;
-- An e-mail that was sent long ago has neither recipient nor content any more.
create index mail_sent on mail (sent_at) where recipient <> '';
create index mail_recipient on mail (recipient) where recipient <> '';

-- What people say of products. A review outlives its account, as an order does.
create table review (
  id text not null primary key,
  product_id text not null,
  user_id text not null,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  title text not null,
  comment text not null,
  search text not null,
  images text not null,
  verified integer not null check (verified in (0, 1)),
  helpful_votes integer not null default 0,
  created_at text not null,
  -- When, why and by whom it was hidden. All three are null while it is shown.
  hidden_at text,
  hidden_reason text,
  hidden_by text,
  -- The owner's public answer.
  answer text,
  answered_at text,
  -- The key under which a browser sends it again, so that it is saved once. Imported ones have none.
  idempotency_key text
);
-- One for each filter and order, of what is shown only: a page of many costs no more than a page of few. By rating, a list is
-- read rating by rating.
create index review_recent on review (product_id, created_at, id) where hidden_at is null;
create index review_helpful on review (product_id, helpful_votes, created_at, id) where hidden_at is null;
create index review_rating on review (product_id, rating, created_at, id) where hidden_at is null;
create index review_rating_helpful on review (product_id, rating, helpful_votes, created_at, id)
  where hidden_at is null;
create index review_all_recent on review (created_at, id) where hidden_at is null;
create index review_all_helpful on review (helpful_votes, created_at, id) where hidden_at is null;
create index review_all_rating on review (rating, created_at, id) where hidden_at is null;
create index review_all_rating_helpful on review (rating, helpful_votes, created_at, id)
  where hidden_at is null;
create index review_hidden on review (hidden_at, id) where hidden_at is not null;
-- What an account has written of a product: how much within a day, and the newest.
create index review_author on review (user_id, product_id, created_at, id);
create unique index review_idempotency_key on review (user_id, idempotency_key)
  where idempotency_key is not null;

-- The pictures of hidden reviews, by the name of the full one.
create table hidden_picture (
  name text not null primary key
);

-- How many shown reviews of each rating a product has, kept in the transaction that saves a review. `authors`: how many
-- accounts have this rating in their newest shown review of the product. A row may count 0.
create table review_count (
  product_id text not null,
  rating integer not null check (rating between 1 and 5),
  reviews integer not null,
  authors integer not null,
  primary key (product_id, rating)
);

-- The primary key is what keeps a visitor from voting twice.
create table review_vote (
  review_id text not null references review (id) on delete cascade,
  voter text not null,
  voted_at text not null,
  primary key (review_id, voter)
);

-- What the owner does at the desk, once: `id` is fixed when its form is drawn, and a repetition of the form finds the result
-- of the first.
create table desk_act (
  id text not null primary key,
  at text not null,
  -- An e-mail address.
  actor text not null,
  kind text not null,
  -- What it is about: an order, a payment, a review or a picture of it, or the shop.
  subject text,
  -- SHA-256 of what its form said; '' once that was erased, and for what had no form.
  digest text not null,
  -- JSON: the result that a repetition is shown, and the story of the order.
  result text not null
);
create index desk_act_subject on desk_act (subject, at) where subject is not null;
create index desk_act_recent on desk_act (at);

-- What the owner has set, by name, as JSON; `revision` counts its changes.
create table shop_state (
  name text not null primary key,
  value text not null,
  revision integer not null,
  updated_at text not null,
  updated_by text not null
);

-- Links that open the desk to a person for the first time, or again with new factors.
create table desk_invitation (
  token_hash text not null primary key,
  email text not null unique,
  expires_at text not null
);
