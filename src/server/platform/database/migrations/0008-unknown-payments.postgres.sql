-- Money for an order that this database does not know (an older backup was restored) is flagged too: it
-- has no attempt.
alter table surplus_payment alter column attempt_id drop not null;
