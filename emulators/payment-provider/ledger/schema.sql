-- The stand-in's ledger. Amounts are integer paise; entity times are Unix seconds as in the payloads,
-- delivery times are milliseconds. `seq` keeps the order of events within one second.
create table if not exists provider_order (
  seq integer primary key autoincrement,
  id text not null unique,
  amount integer not null,
  amount_paid integer not null,
  currency text not null,
  receipt text,
  status text not null check (status in ('created', 'attempted', 'paid')),
  attempts integer not null,
  notes text not null,
  auto_capture integer not null,
  created_at integer not null
) strict;

create table if not exists payment (
  seq integer primary key autoincrement,
  id text not null unique,
  order_id text not null references provider_order (id),
  -- One opened window is one attempt: a second click, or a repeat after a lost response, finds its payment.
  attempt text unique,
  amount integer not null,
  currency text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  captured integer not null,
  amount_refunded integer not null,
  description text,
  email text,
  contact text,
  notes text not null,
  error text,
  rrn text not null,
  created_at integer not null
) strict;
create index if not exists payment_by_order on payment (order_id);

create table if not exists refund (
  seq integer primary key autoincrement,
  id text not null unique,
  payment_id text not null references payment (id),
  amount integer not null,
  currency text not null,
  receipt text,
  notes text not null,
  idempotency_key text,
  request_hash text not null,
  created_at integer not null,
  unique (payment_id, idempotency_key)
) strict;

create table if not exists webhook_delivery (
  seq integer primary key autoincrement,
  event_id text not null unique,
  event text not null,
  order_id text not null,
  payment_id text not null,
  body blob not null,
  -- Set when the secret changed after the event was created: retries keep the earlier secret.
  signed_with text,
  state text not null check (state in ('pending', 'held', 'delivered', 'dropped', 'abandoned')),
  copies_left integer not null,
  tries integer not null,
  created_at integer not null,
  next_try_at integer not null,
  delivered_at integer,
  last_answer text
) strict;
create index if not exists webhook_delivery_due on webhook_delivery (state, next_try_at);

create table if not exists fault (
  seq integer primary key autoincrement,
  spec text not null,
  times_left integer
) strict;

create table if not exists setting (
  name text primary key,
  value text not null
) strict;
