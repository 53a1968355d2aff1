// PostgreSQL for Kysely. Queries fail within two seconds if the database is down or hangs. A connection that timed out
// is discarded, because its late result would be taken for that of the next query; so is one that cannot write any more.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresDialect } from 'kysely';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseError, types } from 'pg';
import type { PoolClient, PoolConfig } from 'pg';
import { connectToPrimary, NoPrimary, SEARCH_PAUSE_MS } from './primary.ts';
import type { Connections } from './primary.ts';

/** How long to wait for a connection, and then for a result, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  readonly query: number;
}

/** The limits of a shop: together below two seconds. */
export const TIME_LIMITS: TimeLimits = { connect: 700, query: 1_200 };
/** The server's own limit comes first, so that usually it reports which statement took too long. */
const SERVER_REPORTS_FIRST_MS = 200;
const IDLE_TRANSACTION_LIMIT_MS = 10_000;

/** A query exceeded its time limit. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';
}

/**
 * SQLSTATEs after which a connection serves no further write: it ended, its transaction failed, or its server has become a
 * standby, which only reads. Another connection may reach the new primary.
 */
const uselessConnection = /^(?:08...|25006|25P0.|57P0.)$/;

const unhurried = new AsyncLocalStorage<true>();

/** Runs work, such as a migration, without the time limit of queries and with ten times that of a connection. */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return unhurried.run(true, work);
}

/**
 * Creates a dialect with a connection pool, which connects at the first query.
 * @param url the address of one server, or of several with commas between
 */
export function createPostgresDialect(
  url: string,
  limits = TIME_LIMITS,
  own: Pick<PoolConfig, 'max' | 'options'> = {},
): PostgresDialect {
  const pool = connectToPrimary(url.split(','), {
    max: 20,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.query - SERVER_REPORTS_FIRST_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
    keepAlive: true,
    types: { getTypeParser },
    ...own,
  });
  return new PostgresDialect({ pool: withTimeLimits(pool, limits.query) });
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

function withTimeLimits(pool: Connections, queryLimit: number): PostgresPool {
  return {
    options: pool.options,
    end: async () => void (await pool.end()),
    connect: async () => {
      const client = await connect(pool, unhurried.getStore() ? 10 : 1);
      return limitedClient(client, queryLimit);
    },
  };
}

/** A busy server may take longer to accept a connection than a shopper can wait, and a standby to become the primary. */
async function connect(pool: Connections, tries: number): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const isMissing = error instanceof NoPrimary;
    const isSlow =
      error instanceof Error && /connection timeout|trying to connect/.test(error.message);
    if (tries === 1 || !(isMissing || isSlow)) throw error;
    if (isMissing) await pause(SEARCH_PAUSE_MS);
    return connect(pool, tries - 1);
  }
}

function limitedClient(client: PoolClient, queryLimit: number): PostgresPoolClient {
  let broken: Error | undefined;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (broken !== undefined) throw broken;
    const result = client.query(text, [...parameters]).catch((error: unknown) => {
      if (error instanceof DatabaseError && uselessConnection.test(error.code ?? ''))
        broken = error;
      throw error;
    });
    if (unhurried.getStore()) return result;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      broken = new DatabaseTimeout(`PostgreSQL did not answer within ${queryLimit} ms`);
      reject(broken);
    }, queryLimit);
    try {
      return await Promise.race([result, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    // Kysely passes cursors only for streaming, which the shop does not use.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken),
  };
}
