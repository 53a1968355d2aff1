-- The pictures of reviews, re-encoded, each in two sizes ('full', 'small'): they are saved, backed up and erased with their
-- reviews. The bytes come last, so that SQLite passes over them when it reads the rest of a row.
create table review_picture (
  name text not null,
  size text not null check (size in ('full', 'small')),
  review_id text not null references review (id) on delete cascade,
  bytes blob not null,
  primary key (name, size)
);
create index review_picture_review on review_picture (review_id);
