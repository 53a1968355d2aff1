-- The owner finds an order by the telephone number of its recipient. Written with the snapshot, and erased with it.
alter table shop_order add column phone text not null default '';
update shop_order set phone = coalesce(snapshot::json -> 'delivery' ->> 'phoneNumber', '');
create index shop_order_phone on shop_order (phone, placed_at, id) where phone <> '';
create index shop_order_newest on shop_order (placed_at, id);

-- What needs a person.
create index surplus_payment_flagged on surplus_payment (flagged_at) where state = 'flagged';
create index payment_attempt_attention on payment_attempt (updated_at) where state = 'needs_attention';
