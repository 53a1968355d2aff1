-- What people say of products. A review outlives its account, as an order does.

create table review (
  id text not null primary key,
  product_id text not null,
  user_id text not null,
  name text not null,
  rating integer not null check (rating between 1 and 5),
  title text not null,
  comment text not null,
  search text not null,
  images text not null,
  verified integer not null check (verified in (0, 1)),
  helpful_votes integer not null default 0,
  created_at text not null
);

-- One for each way to sort a product's reviews: a page of many costs no more than a page of few.
create index review_recent on review (product_id, created_at, id);
create index review_helpful on review (product_id, helpful_votes, created_at, id);
create index review_rating on review (product_id, rating, created_at, id);

-- The primary key is what keeps a visitor from voting twice.
create table review_vote (
  review_id text not null references review (id) on delete cascade,
  voter text not null,
  voted_at text not null,
  primary key (review_id, voter)
);
