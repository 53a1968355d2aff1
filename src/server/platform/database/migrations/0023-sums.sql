-- The sums of a period, for the owner's books, come from the index alone: a year of orders may be a million rows.
drop index shop_order_newest;
create index shop_order_newest on shop_order (placed_at, id, amount);
