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
