// PostgreSQL for Kysely. Queries fail within two seconds if the database is down or hangs. A connection that timed out
// is discarded, because its late result would be taken for that of the next query; so is one that cannot write any more.
// Of several servers the primary is used. `pg` connects to one host and knows no target_session_attrs, so there is a pool for
// each. Since PostgreSQL 14 a server reports with the log-in whether it is a standby, which costs no round trip.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { PostgresDialect } from 'kysely';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Client, DatabaseError, Pool, types } from 'pg';
import type { ClientConfig, PoolClient, PoolConfig } from 'pg';

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

/** A standby was found where the primary was, or no server is a primary: the same request may succeed a little later. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

/** Between two looks at a server, and two searches: one that is gone must not cost a connection for each request. */
const SEARCH_PAUSE_MS = 500;
/** How long a search goes on, and waits for a server. A busy one takes longer than a shopper can wait. */
const SEARCH_MS = 5_000;

/** How long a connection waits until the standby has confirmed a commit, in milliseconds. */
const CONFIRM_MS = 300;

/**
 * SQLSTATEs after which a connection serves no further write: it ended, its transaction failed, or its server has become a
 * standby, which only reads. Another connection may reach the new primary.
 */
const uselessConnection = /^(?:08...|25006|25P0.|57P0.)$/;

const FULL = '53300';
/** pg's error while the pool has as many connections as it may, and none became free in time. */
const NONE_FREE = 'timeout exceeded when trying to connect';

const noTimeLimit = new AsyncLocalStorage<true>();

/** Runs work, such as a migration, without the time limit of queries and with ten times that of a connection. */
export function withoutTimeLimit<T>(work: () => Promise<T>): Promise<T> {
  return noTimeLimit.run(true, work);
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
    // A connection that was cut, such as one that waits for the standby, ends within seconds.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    ...own,
  });
  return new PostgresDialect({ pool: withTimeLimits(pool, limits.query) });
}

/** What the queries rely on, which the owner of a database or of a role may have set otherwise. */
const ASSUMED =
  '-c DateStyle=ISO -c bytea_output=hex -c default_transaction_isolation=read\\ committed -c lock_timeout=0';

/** Returns how to connect to one server. Its address may have options too; of equal ones the last counts. */
function withAssumed(address: string, config: PoolConfig): PoolConfig {
  const url = new URL(address);
  const options = [...url.searchParams.getAll('options'), config.options, ASSUMED];
  url.searchParams.delete('options');
  const mode = url.searchParams.getAll('sslmode').at(-1) ?? '';
  // What `pg` means by them; it warns of that at length.
  if (['require', 'verify-ca'].includes(mode) && !url.searchParams.has('uselibpqcompat')) {
    url.searchParams.set('sslmode', 'verify-full');
  }
  return { ...config, connectionString: url.href, options: options.filter(Boolean).join(' ') };
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
      const client = await connectPatiently(pool, noTimeLimit.getStore() ? 10 : 1);
      return limitedClient(client, queryLimit);
    },
  };
}

/** A busy server may take longer to accept a connection than a shopper can wait, and a standby to become the primary. */
async function connectPatiently(pool: Connections, tries: number): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    const isMissing = error instanceof NoPrimary;
    const isSlow =
      error instanceof Error && /connection timeout|trying to connect/.test(error.message);
    if (tries === 1 || !(isMissing || isSlow)) throw error;
    if (isMissing) await pause(SEARCH_PAUSE_MS);
    return connectPatiently(pool, tries - 1);
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
    if (noTimeLimit.getStore()) return result;
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

interface Connections {
  options: Pool['options'];
  connect(): Promise<PoolClient>;
  end(): Promise<unknown>;
}

/** Knows what its server reports of itself. */
class ReportingClient extends Client {
  readonly reported: Record<string, string> = {};

  constructor(config?: ClientConfig) {
    super(config);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      this.reported[parameterName] = parameterValue;
    });
  }

  /** Returns an error unless the server takes writes; those before version 14 and most poolers report neither. */
  refusal(): Error | undefined {
    const { in_hot_standby: standby, default_transaction_read_only: readOnly } = this.reported;
    return standby === 'on' || readOnly === 'on' ? new NoPrimary('is a standby') : undefined;
  }
}

/** @param limit how long it waits for each response, in milliseconds */
type Check = (client: ReportingClient, limit: number) => Promise<void>;

interface Server {
  readonly pool: Pool;
  readonly check: Check;
  /** Why it was not the primary when it was last looked at. */
  refusal?: string;
}

/**
 * Opens connections to the primary of the servers. A single server is taken as it is. Connecting rejects with NoPrimary
 * while no server takes writes, and while a server that has restarted waits for its standby.
 */
function connectToPrimary(urls: readonly string[], config: PoolConfig): Connections {
  const [first, ...others] = urls;
  if (first === undefined) throw new Error('no server is named');
  if (others.length === 0) return createPool(withAssumed(first, config));
  const open = (address: string): Server => {
    const own = withAssumed(address, config);
    const check = createCheck(own);
    const verify: PoolConfig['verify'] = callbackify((client: PoolClient) =>
      check(client as unknown as ReportingClient, CONFIRM_MS),
    );
    return {
      check,
      pool: createPool({ ...own, verify, Client: ReportingClient as typeof Client }),
    };
  };
  return findPrimary(open(first), others.map(open));
}

/**
 * Creates the check of a server's new connections. It rejects with NoPrimary for a standby, and for a server that has
 * restarted until a commit there was confirmed: a primary that was cut off and restarts alone shows orders which only it has,
 * and which are gone when its standby is promoted. Before the restart nobody saw them, so one commit after each suffices.
 */
function createCheck(config: PoolConfig): Check {
  let confirmed: string | undefined;
  let confirming: Promise<string | undefined> | undefined;
  return async (client, limit) => {
    const refusal = client.refusal();
    if (refusal) throw refusal;
    const response = await within(limit, client.query<Start>(`select ${START}`));
    if (response === undefined) throw new Error('timeout expired');
    if (response.rows[0]?.started === confirmed) return;
    // One at a time: while the standby is away, each occupies a connection of the server.
    confirming ??= commitNothing(config).finally(() => (confirming = undefined));
    confirmed = await within(limit, confirming);
    if (confirmed === undefined) throw new NoPrimary('waits for its standby');
  };
}

/** Resolves to undefined when the time is up. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  const tooLate = pause(milliseconds, undefined, over).catch(() => undefined);
  return Promise.race([work, tooLate]).finally(() => over.abort());
}

interface Start {
  started: string;
}

const START = 'pg_postmaster_start_time()::text as started';

/** Resolves to the server's start when the standby, if there must be one, has all that it shows. It may wait long. */
async function commitNothing(config: PoolConfig): Promise<string | undefined> {
  const client = new ReportingClient({ ...config, statement_timeout: 0 });
  client.on('error', () => undefined);
  // It must not hold up the end of a process.
  (client.connection.stream as Socket).unref();
  try {
    await client.connect();
    // A message that nobody reads: only a transaction that writes something waits for the standby.
    const message = "pg_logical_emit_message(true, 'maalai', '')";
    const { rows } = await client.query<Start>(`select ${START}, ${message}`);
    return rows[0]?.started;
  } finally {
    client.end().catch(() => undefined);
  }
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // The pool replaces broken connections, and their queries reject. Without these listeners, the error events would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function findPrimary(first: Server, others: readonly Server[]): Connections {
  const servers = [first, ...others];
  const pools = servers.map(({ pool }) => pool);
  const wait = first.pool.options.connectionTimeoutMillis ?? 0;
  /** In use until a search has found another: its server may have ended, and may as well be busy. */
  let current = first.pool;
  let isOver = false;
  let search: Promise<Pool> | undefined;

  for (const pool of pools) {
    // A connection was thrown away.
    pool.on('release', (error: unknown) => {
      if (error && current === pool) void find();
    });
  }

  /** Looks at all servers at once, and resolves to the pool of the first that takes writes. All callers share it. */
  function find(): Promise<Pool> {
    search ??= lookAround().finally(() => {
      void pause(SEARCH_PAUSE_MS, undefined, { ref: false }).then(() => (search = undefined));
    });
    search.catch(() => undefined);
    return search;
  }

  async function lookAround(): Promise<Pool> {
    const found = new AbortController();
    try {
      const until = performance.now() + SEARCH_MS;
      current = await Promise.any(servers.map((server) => lookAt(server, until, found.signal)));
      return current;
    } catch (error) {
      const reasons = (error as AggregateError).errors.map((each: Error) => each.message);
      throw new NoPrimary(`No server takes writes: ${reasons.join('; ')}`);
    } finally {
      found.abort();
    }
  }

  /** Again and again: a standby becomes the primary. */
  async function lookAt(server: Server, until: number, found: AbortSignal): Promise<Pool> {
    for (;;) {
      try {
        return await reach(server);
      } catch (error) {
        server.refusal = (error as Error).message;
        if (isOver || performance.now() > until) throw error;
        await pause(SEARCH_PAUSE_MS, undefined, { signal: found });
      }
    }
  }

  async function connect(): Promise<PoolClient> {
    const began = performance.now();
    try {
      return await current.connect();
    } catch (error) {
      // Full is not gone, and open connections become free.
      const { code, message } = error as { code?: unknown; message: string };
      if (code === FULL || message === NONE_FREE) throw error;
      const searching = find();
      // Whoever has waited long does not wait for the search as well. Later requests profit from it.
      if (performance.now() - began > wait / 2) throw error;
      const found = await within(wait / 2, searching);
      if (found === undefined) {
        const why = servers.flatMap(({ refusal }) => refusal ?? []).join('; ');
        throw new NoPrimary(`No server that takes writes was found yet: ${why}`);
      }
      return found.connect();
    }
  }

  return {
    options: first.pool.options,
    connect,
    end() {
      isOver = true;
      return Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Resolves to the pool if its server takes writes. A connection of its own: the pool may have none to spare. */
async function reach({ pool, check }: Server): Promise<Pool> {
  const client = new ReportingClient({ ...pool.options, connectionTimeoutMillis: SEARCH_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await check(client, SEARCH_MS);
    return pool;
  } catch (error) {
    const { message } = error as Error;
    throw new NoPrimary(`${client.host}:${client.port} ${message}`, { cause: error });
  } finally {
    client.end().catch(() => undefined);
  }
}
