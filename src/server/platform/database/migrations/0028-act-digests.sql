-- What an act is about: an order, a payment, a review or a picture of it, or the shop.
alter table desk_act rename column order_id to subject;
drop index desk_act_order;
create index desk_act_subject on desk_act (subject, at) where subject is not null;
-- SHA-256 of what its form said; '' once that was erased, and for what had no form.
alter table desk_act add column digest text not null default '';
