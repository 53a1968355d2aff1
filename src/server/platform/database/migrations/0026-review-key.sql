-- The key under which a browser sends its review again, so that it is saved once (src/server/reviews/post-review.ts). Versions
-- before this one write none.
alter table review add column idempotency_key text;
create unique index review_idempotency_key on review (user_id, idempotency_key)
  where idempotency_key is not null;
