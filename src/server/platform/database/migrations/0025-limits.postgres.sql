-- What several processes count together (src/server/platform/http/limit-store.ts): windows by keyed hashes, which last a day
-- at most. Not logged: a crash or a failover forgets them, and no write waits for a standby.
create unlogged table limit_window (
  key text not null primary key,
  used integer not null,
  ends_at timestamptz not null
);
create index limit_window_ends_at on limit_window (ends_at);
