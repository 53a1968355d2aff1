-- What was ordered is erased from attempts that nobody paid, once no payment can become an order any more.
create index payment_attempt_quote on payment_attempt (created_at)
  where state = 'expired' and request_hash <> '';

-- An attempt may end early, to make room for another of its account. A payment that is heard of then is looked at first,
-- too.
drop index payment_attempt_seen;
create index payment_attempt_seen on payment_attempt (next_check_at)
  where state in ('paying', 'expired') and payment_seen_at is not null;

-- The order in which e-mails are sent: 0 about money and never tried, 1 about money and tried before, 2 about an account
-- and never tried, 3 about an account and tried before.
alter table mail add column turn integer not null default 0;
update mail set turn = case
    when kind in ('password-reset', 'password-changed', 'email-confirmation', 'account-deleted') then 2 else 0 end
  + case when tries > 0 then 1 else 0 end
  where sent_at is null and failed_at is null;
drop index mail_due;
create index mail_due on mail (turn, next_try_at) where sent_at is null and failed_at is null;
