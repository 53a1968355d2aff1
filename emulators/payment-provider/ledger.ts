// The stand-in's database: changes are on disk before they are acknowledged. With the clock and the ids of its rows.
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import * as v from 'valibot';

/**
 * Amounts are integer paise; times of orders, payments and refunds are Unix seconds as in the payloads, those of deliveries
 * are milliseconds. `seq` keeps the order of rows within one second.
 */
const schema = `
create table if not exists provider_order (
  seq integer primary key autoincrement,
  id text not null unique,
  amount integer not null,
  amount_paid integer not null,
  currency text not null,
  receipt text,
  status text not null check (status in ('created', 'attempted', 'paid')),
  attempts integer not null,
  notes text not null,
  auto_capture integer not null,
  created_at integer not null
) strict;

create table if not exists payment (
  seq integer primary key autoincrement,
  id text not null unique,
  order_id text not null references provider_order (id),
  -- One opened window is one attempt: a second click, or a repeat after a lost response, finds its payment.
  attempt text unique,
  amount integer not null,
  currency text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  captured integer not null,
  amount_refunded integer not null,
  description text,
  email text,
  contact text,
  notes text not null,
  error text,
  rrn text not null,
  created_at integer not null
) strict;
create index if not exists payment_by_order on payment (order_id);

create table if not exists refund (
  seq integer primary key autoincrement,
  id text not null unique,
  payment_id text not null references payment (id),
  amount integer not null,
  currency text not null,
  receipt text,
  notes text not null,
  idempotency_key text,
  request_hash text not null,
  created_at integer not null,
  unique (payment_id, idempotency_key)
) strict;

create table if not exists webhook_delivery (
  seq integer primary key autoincrement,
  event_id text not null unique,
  event text not null,
  order_id text not null,
  payment_id text not null,
  body blob not null,
  -- Set when the secret changed after the event was created: retries keep the earlier secret.
  signed_with text,
  state text not null check (state in ('pending', 'held', 'delivered', 'dropped', 'abandoned')),
  copies_left integer not null,
  tries integer not null,
  created_at integer not null,
  next_try_at integer not null,
  delivered_at integer,
  last_answer text
) strict;
create index if not exists webhook_delivery_due on webhook_delivery (state, next_try_at);

create table if not exists fault (
  seq integer primary key autoincrement,
  spec text not null,
  times_left integer
) strict;

create table if not exists setting (
  name text primary key,
  value text not null
) strict;
`;

export interface Ledger {
  readonly db: DatabaseSync;
  /** Runs `work` in one transaction: when this returns, all that it wrote is durable; if it throws, nothing is. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Thrown when another process has the ledger open. */
export class LedgerInUse extends Error {
  override readonly name = 'LedgerInUse';
}

/** How long to wait, in milliseconds, for an earlier process that is still ending. */
const predecessorEndsWithin = 2_000;

const busy = 5;

/**
 * Opens (or creates) DIR/payment-provider.sqlite and locks it for this process.
 * Throws LedgerInUse when another process holds it for longer than a restart takes.
 */
export function openLedger(dataDir: string): Ledger {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'payment-provider.sqlite');
  const db = new DatabaseSync(file, { timeout: predecessorEndsWithin });
  try {
    db.exec('pragma locking_mode = exclusive');
    db.exec('pragma journal_mode = wal');
    db.exec('pragma synchronous = full');
    db.exec('pragma foreign_keys = on');
    db.exec(schema);
  } catch (error) {
    db.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
      throw new LedgerInUse(`${file} is in use by another process`);
    }
    throw error;
  }

  return {
    db,
    transaction(work) {
      db.exec('begin immediate');
      try {
        const result = work();
        db.exec('commit');
        return result;
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    close: () => db.close(),
  };
}

type Table = 'provider_order' | 'payment' | 'refund' | 'webhook_delivery';
type Row = Record<string, SQLInputValue>;

/** Inserts a row whose members are named like the columns. */
export function insertRow({ db }: Ledger, table: Table, row: Row): void {
  const columns = Object.keys(row);
  const values = columns.map((column) => `:${column}`);
  db.prepare(`insert into ${table} (${columns.join()}) values (${values.join()})`).run(row);
}

/** Writes the members of `change` into the row whose `key` it contains. */
export function updateRow({ db }: Ledger, table: Table, key: string, change: Row): void {
  const changes = Object.keys(change).map((column) => `${column} = :${column}`);
  db.prepare(`update ${table} set ${changes.join()} where ${key} = :${key}`).run(change);
}

/** Returns the rows of a query, each parsed with `schema`. */
export function readRows<S extends v.GenericSchema>(
  { db }: Ledger,
  row: S,
  query: string,
  ...values: SQLInputValue[]
): v.InferOutput<S>[] {
  return db
    .prepare(query)
    .all(...values)
    .map((found) => v.parse(row, found));
}

export type Clock = () => Date;

/** Returns Unix seconds, the unit of every `created_at` in the provider's payloads. */
export function unixSeconds(clock: Clock): number {
  return Math.floor(clock().getTime() / 1000);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new id in the provider's format, such as `order_EKwxwAgItmmXdp`. */
export function newId(kind: 'order' | 'pay' | 'rfnd' | 'evt' | 'window'): string {
  let id = `${kind}_`;
  for (let i = 0; i < 14; i += 1) id += alphabet[randomInt(alphabet.length)];
  return id;
}
