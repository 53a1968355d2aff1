-- What was sent may have to be made again: an event without a parcel and without money. The table is created anew, because
-- SQLite cannot change a check. An order is sent once each time it is made, and a correction is another 'sent' row.
create table order_event_4 (
  key text not null primary key,
  order_id text not null references shop_order (id),
  type text not null check (type in ('sent', 'refunded', 'again')),
  at text not null,
  courier text,
  tracking_number text,
  tracking_url text,
  amount bigint check (amount > 0),
  refund_id text,
  -- From when on shoppers see it; null: at once. Until then a dispatch can be undone.
  shown_at text,
  check ((type = 'sent' and courier is not null and amount is null)
    or (type = 'refunded' and amount is not null and courier is null)
    or (type = 'again' and amount is null and courier is null))
);
insert into order_event_4 (key, order_id, type, at, courier, tracking_number, tracking_url, amount, refund_id, shown_at)
  select key, order_id, type, at, courier, tracking_number, tracking_url, amount, refund_id, shown_at from order_event;
drop table order_event;
alter table order_event_4 rename to order_event;
create index order_event_order on order_event (order_id, at);
-- The refunds of a period, for the owner's books.
create index order_event_refunds on order_event (at, key) where type = 'refunded';
