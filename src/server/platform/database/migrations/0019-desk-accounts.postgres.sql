-- The tables of the desk's own better-auth (e-mail, password and second factor), as its own getMigrations() writes them for
-- PostgreSQL, with what the shop adds: `last_step` and `proven_at`.

create table "desk_user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz default CURRENT_TIMESTAMP not null,
  "twoFactorEnabled" boolean
);

create table "desk_session" (
  "id" text not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "desk_user" ("id") on delete cascade,
  -- When the person last proved who it is within the session; ISO-8601.
  proven_at text
);

create table "desk_account" (
  "id" text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "desk_user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz not null
);

create table "desk_verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default CURRENT_TIMESTAMP not null,
  "updatedAt" timestamptz default CURRENT_TIMESTAMP not null
);

create table "desk_two_factor" (
  "id" text not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null unique references "desk_user" ("id") on delete cascade,
  "verified" boolean default true,
  "failedVerificationCount" integer default 0,
  "lockedUntil" timestamptz,
  -- The thirty seconds, counted since 1970, of the last code that was accepted: none is accepted twice.
  last_step bigint not null default 0
);

create index "desk_session_userId_idx" on "desk_session" ("userId");
create index "desk_account_userId_idx" on "desk_account" ("userId");
create index "desk_verification_identifier_idx" on "desk_verification" ("identifier");

-- Links that open the desk to a person for the first time, or again with new factors.
create table desk_invitation (
  token_hash text not null primary key,
  email text not null unique,
  expires_at text not null
);
