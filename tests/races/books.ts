// Reads the shop's records straight from its database, whether the shop runs or not.
import { DatabaseSync } from 'node:sqlite';
import type { Selectable } from 'kysely';
import { Pool } from 'pg';
import type { CustomTypesConfig } from 'pg';
import type { Schema } from '../../src/server/platform/database/schema.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type AttemptRow = Row<'payment_attempt'>;
export type OrderRow = Row<'shop_order'>;
export type EventRow = Row<'order_event'>;
export type MailRow = Row<'mail'>;
export type ActRow = Row<'desk_act'>;

type Run = (statement: string) => Promise<Record<string, unknown>[]>;

interface Connection {
  run: Run;
  /** Ends its transaction, and gives it up. */
  close(): Promise<void>;
}

const SQLITE = {
  read: 'begin',
  lock: 'begin immediate',
};
const POSTGRES = {
  read: 'begin isolation level repeatable read read only',
  lock: 'begin; lock table payment_attempt in access exclusive mode',
};

function connectSqlite(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  return {
    run: async (statement) => database.prepare(statement).all(),
    close: async () => database.close(),
  };
}

function openPool(connectionString: string): Pool {
  // bigint and integer: every amount here fits a number.
  const types = { getTypeParser: (oid: number) => (oid === 20 || oid === 23 ? Number : String) };
  const pool = new Pool({ connectionString, types: types as CustomTypesConfig });
  pool.on('error', () => undefined);
  // A race stops the server between two queries of a transaction too, where the pool's own listener is not there.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function connectPostgres(pool: Pool): Promise<Connection> {
  const client = await pool.connect();
  return {
    run: async (statement) => (await client.query(statement)).rows,
    async close() {
      const isBroken = await client.query('rollback').then(
        () => false,
        () => true,
      );
      client.release(isBroken);
    },
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Returns a reader of the records over a connection or a transaction. */
function readerOver(run: Run) {
  const rows = async <T>(table: string, which = 'true') =>
    (await run(`select * from ${table} where ${which}`)) as T[];
  const isOneOf = (column: string, ids: readonly string[] | undefined) =>
    ids && `${column} in (${ids.map(quoted).join(', ') || 'null'})`;
  return {
    /** Resolves to all attempts, or to those of these provider's orders. */
    attempts: (providerOrderIds?: readonly string[]) =>
      rows<AttemptRow>('payment_attempt', isOneOf('provider_order_id', providerOrderIds)),
    orders: (providerOrderIds?: readonly string[]) =>
      rows<OrderRow>('shop_order', isOneOf('provider_order_id', providerOrderIds)),
    /** Resolves to all events, or to those of these orders. */
    events: (orderIds?: readonly string[]) =>
      rows<EventRow>('order_event', isOneOf('order_id', orderIds)),
    /** Resolves to all acts of the owner on something, or to those on these orders. */
    acts: (orderIds?: readonly string[]) =>
      rows<ActRow>(
        'desk_act',
        `${isOneOf('subject', orderIds) ?? 'subject is not null'} order by at, id`,
      ),
    /** Resolves to all e-mails, or to those whose key has one of these prefixes, such as 'order:MA-…'. */
    mails(prefixes?: readonly string[]) {
      const begins = prefixes?.map((prefix) => `dedupe_key like ${quoted(`${prefix}%`)}`);
      return rows<MailRow>('mail', begins && (begins.join(' or ') || 'false'));
    },
  };
}

export type BookReader = ReturnType<typeof readerOver>;
export type Books = ReturnType<typeof openBooks>;

/** Opens the books of a shop on the embedded database in `file`, or on PostgreSQL at `url`. */
export function openBooks(at: { file: string } | { url: string }) {
  const pool = 'url' in at ? openPool(at.url) : undefined;
  const { read: beginRead, lock: beginLock } = pool ? POSTGRES : SQLITE;
  // A connection each: one has one transaction, and several races may read.
  const connect = async () => ('file' in at ? connectSqlite(at.file) : connectPostgres(pool!));
  async function connected<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const { run, close } = await connect();
    try {
      return await work(run);
    } finally {
      await close();
    }
  }
  const run: Run = (statement) => connected((own) => own(statement));
  let unlocked = Promise.resolve();

  return {
    ...readerOver(run),
    /** Runs any statement outside the shop. Rejects with the database's error. */
    run,
    /** Reads everything from one snapshot, so that concurrent writes of a shop are visible in all results or in none. */
    atOnce: <T>(read: (reader: BookReader) => Promise<T>) =>
      connected(async (own) => {
        await own(beginRead);
        return read(readerOver(own));
      }),
    /** Locks the database against writes. Resolves to the function that releases it. */
    async lock(): Promise<() => Promise<void>> {
      // Two locks at once would deadlock, because both run in this process.
      const before = unlocked;
      const { promise, resolve } = Promise.withResolvers<void>();
      unlocked = promise;
      await before;
      const { run: runLocked, close } = await connect();
      await runLocked(beginLock);
      return async () => {
        await close();
        resolve();
      };
    },
    close: async () => void (await pool?.end()),
  };
}
