-- Money for an order that this database does not know (an older backup was restored) is flagged too: it
-- has no attempt. SQLite cannot drop 'not null', so the table is made anew.
create table surplus_payment_new (
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
insert into surplus_payment_new
  select payment_id, attempt_id, amount, currency, reason, state, refund_id, flagged_at, refunded_at
  from surplus_payment;
drop table surplus_payment;
alter table surplus_payment_new rename to surplus_payment;
create index surplus_payment_attempt on surplus_payment (attempt_id, state);
