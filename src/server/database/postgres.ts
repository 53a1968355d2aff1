// PostgreSQL behind Kysely. A database that is gone or hangs answers with an error within two
// seconds, and a connection that hung is thrown away: its answer may still come, for the wrong query.
import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresDialect } from 'kysely';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, types } from 'pg';
import type { PoolClient } from 'pg';

/** Waiting for a connection and then for an answer still makes less than two seconds. */
export const CONNECT_LIMIT_MS = 700;
export const QUERY_LIMIT_MS = 1_200;
/** Below the client's limit, so that usually the server itself says what took too long. */
const STATEMENT_LIMIT_MS = 1_000;
const IDLE_TRANSACTION_LIMIT_MS = 10_000;

/** PostgreSQL did not answer in time. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';
}

const unhurried = new AsyncLocalStorage<true>();

/** Runs work, such as a migration, whose statements may take longer than a caller would wait. */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return unhurried.run(true, work);
}

/** A dialect over a connection pool. Nothing is connected before the first query. */
export function createPostgresDialect(url: string): PostgresDialect {
  const pool = new Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    statement_timeout: STATEMENT_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    keepAlive: true,
    types: { getTypeParser },
  });
  // The pool replaces a connection that broke, and whoever was using it hears of it from his query.
  // Without these listeners the event alone would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool: withTimeLimits(pool) });
}

const INT8 = 20;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return parseInt8;
  return types.getTypeParser(oid, format as 'text');
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly`);
  return value;
}

function withTimeLimits(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => limitedClient(await pool.connect()),
  };
}

function limitedClient(client: PoolClient): PostgresPoolClient {
  let broken: Error | undefined;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (broken !== undefined) throw broken;
    const answer = client.query(text, [...parameters]);
    if (unhurried.getStore()) return answer;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      broken = new DatabaseTimeout(`PostgreSQL did not answer within ${QUERY_LIMIT_MS} ms`);
      reject(broken);
    }, QUERY_LIMIT_MS);
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    // Kysely asks for cursors only when streaming, which the shop never does.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  };
}
