-- The refunds of a period, for the owner's books.
create index order_event_refunds on order_event (at, key) where type = 'refunded';
create index surplus_payment_refunds on surplus_payment (refunded_at, payment_id) where state = 'refunded';
