-- Reading reviews costs the same however many there are.

-- How many reviews of each rating a product has, kept in the transaction that saves a review.
create table review_count (
  product_id text not null,
  rating integer not null check (rating between 1 and 5),
  reviews integer not null check (reviews > 0),
  primary key (product_id, rating)
);

insert into review_count (product_id, rating, reviews)
select product_id, rating, count(*) from review group by product_id, rating;

-- With those of 0003, one for each filter and order. By rating, a list is read rating by rating.
create index review_rating_helpful on review (product_id, rating, helpful_votes, created_at, id);
create index review_all_recent on review (created_at, id);
create index review_all_helpful on review (helpful_votes, created_at, id);
create index review_all_rating on review (rating, created_at, id);
create index review_all_rating_helpful on review (rating, helpful_votes, created_at, id);

-- The longest text that `searchText` makes.
update review set search = substr(search, 1, 2000) where length(search) > 2000;
