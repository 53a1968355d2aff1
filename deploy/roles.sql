-- Two roles of PostgreSQL 15 or newer: maalai_owner changes the tables (MIGRATE_DATABASE_URL of `npm run migrate`),
-- maalai reads and writes their rows (DATABASE_URL of the shop). Run once, as a superuser: psql -f deploy/roles.sql
-- Then give both a password: \password maalai_owner, \password maalai
\set ON_ERROR_STOP on
create role maalai_owner login;
create role maalai login;
create database maalai owner maalai_owner encoding 'UTF8' template template0;
revoke all on database maalai from public;
grant connect on database maalai to maalai;
\connect maalai
revoke all on schema public from public;
grant all on schema public to maalai_owner;
grant usage on schema public to maalai;
alter default privileges for role maalai_owner in schema public
  grant select, insert, update, delete on tables to maalai;
