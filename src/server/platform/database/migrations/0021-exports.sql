-- The refunds of a period, for the owner's books.
create index order_event_refunds on order_event (at, key) where type = 'refunded';
create index surplus_payment_refunds on surplus_payment (refunded_at, payment_id) where state = 'refunded';

-- The last webhook, for the owner's look at the shop's health.
create index provider_event_received on provider_event (received_at);
