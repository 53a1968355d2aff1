-- The shop's own tables, one text for both databases. Times are ISO-8601 text in UTC, money is integer
-- paise, JSON is text. Payments and orders do not reference accounts: they outlive them.

create table profile (
  user_id text not null primary key references "user" ("id") on delete cascade,
  name text not null,
  email text not null,
  phone_number text not null,
  pincode text not null,
  dob text not null,
  state text not null,
  address text not null,
  landmark text,
  created_at text not null,
  updated_at text not null
);

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
  unique (user_id, idempotency_key)
);

-- What reconciliation looks through.
create index payment_attempt_state on payment_attempt (state, created_at);

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
  placed_at text not null
);

create index shop_order_email on shop_order (email, placed_at);

-- Webhooks come at least once; a row here is one that was taken.
create table provider_event (
  event_id text not null primary key,
  kind text not null,
  received_at text not null
);

-- The outbox: written in the transaction that causes the mail, sent by the worker.
create table mail (
  id text not null primary key,
  dedupe_key text not null unique,
  recipient text not null,
  kind text not null,
  payload text not null,
  created_at text not null,
  tries integer not null default 0,
  next_try_at text not null,
  leased_until text,
  sent_at text,
  last_error text
);

create index mail_due on mail (sent_at, next_try_at);

-- What the processes on one database share, made by whoever comes first.
create table secret (
  name text not null primary key,
  value text not null
);
