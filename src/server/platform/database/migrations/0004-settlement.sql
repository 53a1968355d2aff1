-- What it takes to settle every payment whoever crashes: whose turn it is to ask the provider, when an
-- attempt is looked at next, and the money that no order is made of.

-- Until then one process alone asks the provider for an order to pay.
alter table payment_attempt add column opening_until text;

-- When reconciliation looks at it next; null once it is over. Until `leased_until` one process does.
alter table payment_attempt add column next_check_at text;
alter table payment_attempt add column checks integer not null default 0;
alter table payment_attempt add column leased_until text;

update payment_attempt set next_check_at = created_at where state not in ('expired', 'refunded');

create index payment_attempt_due on payment_attempt (next_check_at);
drop index payment_attempt_state;

-- Money that came in and became no order: of another amount, or once more for an order that is paid.
-- Flagged until it went back. The primary key is what records it, and its refund, once.
create table surplus_payment (
  payment_id text not null primary key,
  attempt_id text not null references payment_attempt (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('flagged', 'refunded')),
  refund_id text,
  flagged_at text not null,
  refunded_at text
);

create index surplus_payment_attempt on surplus_payment (attempt_id, state);
