-- What SQLite writes in its own way. The tables of better-auth (e-mail and password) are those that its getMigrations() writes,
-- with the shop's indexes.

create table "user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" integer not null,
  "image" text,
  "createdAt" date not null,
  "updatedAt" date not null
);

create table "session" (
  "id" text not null primary key,
  "expiresAt" date not null,
  "token" text not null unique,
  "createdAt" date not null,
  "updatedAt" date not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references "user" ("id") on delete cascade
);

create table "account" (
  "id" text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
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

create table "verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" date not null,
  "createdAt" date not null,
  "updatedAt" date not null
);

create index "session_userId_idx" on "session" ("userId");

create index "account_userId_idx" on "account" ("userId");

create index "verification_identifier_idx" on "verification" ("identifier");

-- Each sign-up drops the links that are too old, and each confirmed e-mail those of its account: neither reads all others.
create index verification_expires on "verification" ("expiresAt");
create index verification_value on "verification" ("value");
create index session_expires on "session" ("expiresAt");

-- What an account has typed of its person. It is erased with the account.
create table profile (
  user_id text not null primary key references "user" ("id") on delete cascade,
  name text not null,
  email text not null,
  phone_number text not null,
  pincode text not null,
  dob text not null,
  state text not null,
  address text not null,
  landmark text,
  created_at text not null,
  updated_at text not null
);

-- The same tables for the desk's own better-auth, with its second factor and what the shop adds: `last_step`, `proven_at`.

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
