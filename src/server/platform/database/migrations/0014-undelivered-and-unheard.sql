-- An e-mail that cannot be delivered fails in the end. It is erased like one that was sent.
alter table mail add column failed_at text;
create index mail_failed on mail (failed_at) where failed_at is not null and recipient <> '';
drop index mail_due;
create index mail_due on mail (next_try_at) where sent_at is null and failed_at is null;

-- A refund in the provider's dashboard is found months later, too, so orders of half a year before this version are
-- checked again.
update payment_attempt set next_check_at = created_at
  where next_check_at is null and state in ('paid', 'needs_attention') and created_at >= '2026-05-01';
