// Reads the shop's records straight from its database, whether the shop runs or not.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Selectable } from 'kysely';
import { Client, Pool } from 'pg';
import type { CustomTypesConfig } from 'pg';
import type {
  DeskActTable,
  MailTable,
  OrderEventTable,
  PaymentAttemptTable,
  ShopOrderTable,
} from '../../src/server/platform/database/schema.ts';

export type AttemptRow = Selectable<PaymentAttemptTable>;
export type OrderRow = Selectable<ShopOrderTable>;
export type EventRow = Selectable<OrderEventTable>;
export type MailRow = Selectable<MailTable>;
export type ActRow = Selectable<DeskActTable>;

/** Reads the shop's records. */
export interface BookReader {
  /** Resolves to all attempts, or to those of these provider's orders. */
  attempts(providerOrderIds?: readonly string[]): Promise<AttemptRow[]>;
  orders(providerOrderIds?: readonly string[]): Promise<OrderRow[]>;
  /** Resolves to all events, or to those of these orders. */
  events(orderIds?: readonly string[]): Promise<EventRow[]>;
  /** Resolves to all acts of the owner on orders, or to those on these. */
  acts(orderIds?: readonly string[]): Promise<ActRow[]>;
  /** Resolves to all e-mails, or to those whose key has one of these prefixes, such as 'order:MA-…'. */
  mails(prefixes?: readonly string[]): Promise<MailRow[]>;
}

export interface Books extends BookReader {
  /** Reads everything from one snapshot, so that concurrent writes of a shop are visible in all results or in none. */
  atOnce<T>(read: (reader: BookReader) => Promise<T>): Promise<T>;
  /** Runs any statement outside the shop. Rejects with the database's error. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  /** Locks the database against writes. Resolves to the function that releases it. */
  lock(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

type Run = Books['run'];

interface Connection {
  run: Run;
  /** Runs statements in a read transaction. */
  reading<T>(read: (run: Run) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

function sqliteConnection(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  return {
    run: async (statement) => database.prepare(statement).all() as Record<string, unknown>[],
    async reading(read) {
      // A separate connection: one connection has one transaction, and several races may read.
      const own = sqliteConnection(file);
      try {
        await own.run('begin');
        return await read(own.run);
      } finally {
        await own.close();
      }
    },
    close: async () => database.close(),
  };
}

function postgresConnection(url: string): Connection {
  // bigint and integer: every amount here fits a number.
  const types = { getTypeParser: (oid: number) => (oid === 20 || oid === 23 ? Number : String) };
  const pool = new Pool({ connectionString: url, max: 4, types: types as CustomTypesConfig });
  pool.on('error', () => undefined);
  // A race stops the server between two queries of a transaction too, where the pool's own listener is not there.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    run: async (statement) => (await pool.query(statement)).rows,
    async reading(read) {
      const client = await pool.connect();
      try {
        await client.query('begin isolation level repeatable read read only');
        const result = await read(async (statement) => (await client.query(statement)).rows);
        await client.query('commit');
        client.release();
        return result;
      } catch (error) {
        // Closes the connection, because its transaction may still be open.
        client.release(true);
        throw error;
      }
    },
    close: () => pool.end(),
  };
}

/** Returns a reader of the books over a connection or a transaction. */
function readerOver(run: Run): BookReader {
  const rows = async <T>(table: string, which = 'true') =>
    (await run(`select * from ${table} where ${which}`)) as T[];
  const isOneOf = (column: string, ids: readonly string[] | undefined) =>
    ids && `${column} in (${ids.map(quoted).join(', ') || 'null'})`;
  return {
    attempts: (ids) => rows('payment_attempt', isOneOf('provider_order_id', ids)),
    orders: (ids) => rows('shop_order', isOneOf('provider_order_id', ids)),
    events: (ids) => rows('order_event', isOneOf('order_id', ids)),
    acts: (ids) =>
      rows('desk_act', `${isOneOf('subject', ids) ?? 'subject is not null'} order by at, id`),
    mails(prefixes) {
      const begins = prefixes?.map((prefix) => `dedupe_key like ${quoted(`${prefix}%`)}`);
      return rows('mail', begins && (begins.join(' or ') || 'false'));
    },
  };
}

/** Opens the books of a shop on the embedded database in `dataDir`, or on PostgreSQL at `url`. */
export function openBooks(at: { dataDir: string } | { url: string }): Books {
  const open = () =>
    'url' in at ? postgresConnection(at.url) : sqliteConnection(join(at.dataDir, 'maalai.sqlite'));
  const { run, reading, close } = open();

  let unlocked = Promise.resolve();
  async function take(): Promise<() => Promise<void>> {
    if ('url' in at) {
      const client = new Client({ connectionString: at.url });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('begin');
      await client.query('lock table payment_attempt in access exclusive mode');
      return () => client.end();
    }
    const own = open();
    await own.run('begin immediate');
    return async () => {
      await own.run('rollback');
      await own.close();
    };
  }

  return {
    run,
    close,
    ...readerOver(run),
    atOnce: (read) => reading((within) => read(readerOver(within))),
    async lock() {
      // Two locks at once would deadlock, because both run in this process.
      const before = unlocked;
      const { promise, resolve } = Promise.withResolvers<void>();
      unlocked = promise;
      await before;
      const release = await take();
      return async () => {
        await release();
        resolve();
      };
    },
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
