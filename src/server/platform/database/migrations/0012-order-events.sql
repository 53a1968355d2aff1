-- What happens to an order once it is paid: it is sent, and money goes back. Rows are only added; what identifies a
-- parcel is erased with the address. `key` names what happened, and is the key of the e-mail about it.
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
  check ((type = 'sent' and courier is not null and amount is null)
    or (type = 'refunded' and amount is not null and courier is null))
);
create index order_event_order on order_event (order_id, at);
-- An order is sent once, whoever says so and how often.
create unique index order_event_sent on order_event (order_id) where type = 'sent';

-- The day by which an order is to be sent, as long as it is open: neither sent nor refunded in full.
alter table shop_order add column send_by text;
create index shop_order_open on shop_order (send_by, placed_at, id) where send_by is not null;

-- The e-mails about an order.
alter table mail add column order_id text;
create index mail_order on mail (order_id) where order_id is not null;

insert into order_event (key, order_id, type, at, amount, refund_id)
  select 'refund:' || part.refund_id || ':part', bought.id, 'refunded', part.recorded_at, part.amount, part.refund_id
  from partial_refund part join shop_order bought on bought.provider_payment_id = part.payment_id;

insert into order_event (key, order_id, type, at, amount)
  select 'payment:' || bought.provider_payment_id || ':refund', bought.id, 'refunded', attempt.updated_at,
    bought.amount - coalesce(
      (select sum(amount) from partial_refund where payment_id = bought.provider_payment_id), 0)
  from payment_attempt attempt join shop_order bought on bought.attempt_id = attempt.id
  where attempt.state = 'refunded' and bought.amount > coalesce(
    (select sum(amount) from partial_refund where payment_id = bought.provider_payment_id), 0);
