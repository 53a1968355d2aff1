-- Parts of an order's money that went back. The primary key is what records each once.
create table partial_refund (
  refund_id text not null primary key,
  payment_id text not null,
  amount bigint not null check (amount > 0),
  recorded_at text not null
);
create index partial_refund_payment on partial_refund (payment_id);

-- The reconciler looks first at unpaid tries that a payment was heard of, however many others are due.
alter table payment_attempt add column payment_seen_at text;
create index payment_attempt_seen on payment_attempt (next_check_at)
  where state = 'paying' and payment_seen_at is not null;

-- How many tries of an account are open is asked before each further one.
create index payment_attempt_open on payment_attempt (user_id) where state in ('created', 'paying');
