-- The owner can hide a review, and search engines are told of each account once per product.

-- When, why and by whom it was hidden. All three are null while it is shown.
alter table review add column hidden_at text;
alter table review add column hidden_reason text;
alter table review add column hidden_by text;

-- The pictures of hidden reviews, by the name of the full one.
create table hidden_picture (
  name text not null primary key
);

-- Of what is shown only, so that no reader has to pass over what is hidden.
drop index review_recent;
drop index review_helpful;
drop index review_rating;
drop index review_rating_helpful;
drop index review_all_recent;
drop index review_all_helpful;
drop index review_all_rating;
drop index review_all_rating_helpful;
create index review_recent on review (product_id, created_at, id) where hidden_at is null;
create index review_helpful on review (product_id, helpful_votes, created_at, id)
  where hidden_at is null;
create index review_rating on review (product_id, rating, created_at, id) where hidden_at is null;
create index review_rating_helpful on review (product_id, rating, helpful_votes, created_at, id)
  where hidden_at is null;
create index review_all_recent on review (created_at, id) where hidden_at is null;
create index review_all_helpful on review (helpful_votes, created_at, id) where hidden_at is null;
create index review_all_rating on review (rating, created_at, id) where hidden_at is null;
create index review_all_rating_helpful on review (rating, helpful_votes, created_at, id)
  where hidden_at is null;
create index review_hidden on review (hidden_at, id) where hidden_at is not null;

-- What an account has written of a product: how much within a day, and the newest.
drop index review_author;
create index review_author on review (user_id, product_id, created_at, id);

-- `authors`: how many accounts have this rating in their newest review of the product that is shown. Without the old
-- check, a row may count 0, so that one statement adds to it or subtracts from it.
alter table review_count rename to review_count_before;
create table review_count (
  product_id text not null,
  rating integer not null check (rating between 1 and 5),
  reviews integer not null,
  authors integer not null,
  primary key (product_id, rating)
);
insert into review_count (product_id, rating, reviews, authors)
select product_id, rating, reviews, (
  select count(*) from review
  where review.product_id = review_count_before.product_id
    and review.rating = review_count_before.rating
    and not exists (
      select 1 from review later
      where later.user_id = review.user_id and later.product_id = review.product_id
        and (later.created_at, later.id) > (review.created_at, review.id)
    )
) from review_count_before;
drop table review_count_before;
