-- What came in during a period and became no order, for the owner's books.
create index surplus_payment_received on surplus_payment (flagged_at, payment_id, amount);
