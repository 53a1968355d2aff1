-- The partial refunds of a period, for the owner's books.
create index partial_refund_recorded on partial_refund (recorded_at, refund_id);
