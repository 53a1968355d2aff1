-- What the owner does at the desk or on the command line, and what shoppers may order now.

-- Every act, once: `id` is fixed when its form is drawn, and a repetition of the form finds the result of the first.
create table desk_act (
  id text not null primary key,
  at text not null,
  -- Who: an e-mail address, or 'command line'.
  actor text not null,
  kind text not null,
  order_id text,
  -- JSON: the result that a repetition is shown, and the story of the order.
  result text not null
);
create index desk_act_order on desk_act (order_id, at) where order_id is not null;
create index desk_act_recent on desk_act (at);

-- The number of changes that the owner made: a form that shows an earlier one is refused.
alter table shop_order add column revision integer not null default 0;
-- The owner's own note, which shoppers never see.
alter table shop_order add column note text not null default '';
-- Since when it is being made.
alter table shop_order add column making_at text;
-- The day promised to the shopper. Unlike `send_by` it stays when the order is sent.
alter table shop_order add column promised_by text;
update shop_order set promised_by = send_by;
-- 1 if it was paid after the shop had closed, or its product was sold out.
alter table shop_order add column paid_in_pause integer not null default 0;

-- From when on shoppers see an event; null: at once. Until then a dispatch can be undone.
alter table order_event add column shown_at text;

-- What the owner has set, by name, as JSON; `revision` counts its changes.
create table shop_state (
  name text not null primary key,
  value text not null,
  revision integer not null,
  updated_at text not null,
  updated_by text not null
);

-- The owner's public answer to a review.
alter table review add column answer text;
alter table review add column answered_at text;
