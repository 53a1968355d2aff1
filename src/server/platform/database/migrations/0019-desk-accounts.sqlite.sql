-- The tables of the desk's own better-auth (e-mail, password and second factor), as its own getMigrations() writes them for
-- SQLite, with what the shop adds: `last_step` and `proven_at`.

create table "desk_user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" integer not null,
  "image" text,
  "createdAt" date not null,
  "updatedAt" date not null,
  "twoFactorEnabled" integer
);

create table "desk_session" (
  "id" text not null primary key,
  "expiresAt" date not null,
  "token" text not null unique,
  "createdAt" date not null,
  "updatedAt" date not null,
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
  "accessTokenExpiresAt" date,
  "refreshTokenExpiresAt" date,
  "scope" text,
  "password" text,
  "createdAt" date not null,
  "updatedAt" date not null
);

create table "desk_verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" date not null,
  "createdAt" date not null,
  "updatedAt" date not null
);

create table "desk_two_factor" (
  "id" text not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null unique references "desk_user" ("id") on delete cascade,
  "verified" integer default 1,
  "failedVerificationCount" integer default 0,
  "lockedUntil" date,
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
