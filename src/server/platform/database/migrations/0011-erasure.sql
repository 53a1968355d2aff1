-- An account can be erased, and nothing personal stays for longer than it is needed: docs/security.md says how
-- long what is kept. Each index finds what is due without reading what is not.

-- The account behind it is gone. Attempt and order stay for the books, and after 120 days without the person, as an
-- attempt does that nobody paid; an order of ₹50,000 or more is named in the books until they are closed.
alter table payment_attempt add column account_erased_at text;
create index payment_attempt_person on payment_attempt (created_at)
  where email <> '' and (state = 'expired'
    or (account_erased_at is not null and state in ('paid', 'refunded') and amount < 5000000));
create index shop_order_person on shop_order (placed_at) where email <> '';

-- An e-mail that was sent long ago has neither recipient nor content any more.
create index mail_sent on mail (sent_at) where recipient <> '';
create index mail_recipient on mail (recipient) where recipient <> '';

create index session_expires on "session" ("expiresAt");

-- What an account has written and found helpful.
create index review_author on review (user_id);
create index review_vote_voter on review_vote (voter);
