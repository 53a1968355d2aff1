// Finds the primary among several PostgreSQL servers. `pg` connects to one host and knows no target_session_attrs, so there
// is a pool for each server, and connections come from the one that takes writes. Since PostgreSQL 14 a server reports
// with the log-in whether it is a standby, so the check costs no round trip.
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import type { ClientConfig, PoolClient, PoolConfig } from 'pg';

export interface Connections {
  options: Pool['options'];
  connect(): Promise<PoolClient>;
  end(): Promise<unknown>;
}

/** A standby was found where the primary was, or no server is a primary: the same request may succeed a little later. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

/** Between the end of a search and the next: a server that is gone must not cost a connection for each request. */
export const SEARCH_PAUSE_MS = 500;

const FULL = '53300';

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

/**
 * Opens connections to the primary of the servers. A single server is taken as it is. Connecting rejects with NoPrimary
 * while no server takes writes.
 */
export function connectToPrimary(urls: readonly string[], config: PoolConfig): Connections {
  const several: PoolConfig = {
    Client: ReportingClient as typeof Client,
    verify: (client, done) => done((client as unknown as ReportingClient).refusal()),
  };
  const pools = urls.map((connectionString) =>
    createPool({ ...config, ...(urls.length > 1 && several), connectionString }),
  );
  const [first] = pools;
  if (first === undefined) throw new Error('no server is named');
  return pools.length === 1 ? first : findPrimary(pools, first);
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // The pool replaces broken connections, and their queries reject. Without these listeners, the error events would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function findPrimary(pools: readonly Pool[], first: Pool): Connections {
  let current: Pool | undefined = first;
  let search: Promise<Pool> | undefined;

  for (const pool of pools) {
    // A connection that was thrown away: its server hung, ended or only reads.
    pool.on('release', (error: unknown) => {
      if (error && current === pool) current = undefined;
    });
  }

  /** Connects to all servers at once and resolves to the pool of the first that takes writes. All callers share it. */
  function find(): Promise<Pool> {
    search ??= lookAround().finally(() => {
      void pause(SEARCH_PAUSE_MS, undefined, { ref: false }).then(() => (search = undefined));
    });
    return search;
  }

  async function lookAround(): Promise<Pool> {
    try {
      current = await Promise.any(pools.map(check));
      return current;
    } catch (error) {
      const reasons = (error as AggregateError).errors.map((each: Error) => each.message);
      throw new NoPrimary(`No server takes writes: ${reasons.join('; ')}`);
    }
  }

  async function connect(): Promise<PoolClient> {
    const began = performance.now();
    const known = current;
    if (known !== undefined) {
      try {
        return await known.connect();
      } catch (error) {
        // Full is not gone, and open connections become free.
        if ((error as { code?: unknown }).code === FULL) throw error;
        if (current === known) current = undefined;
        const found = find();
        // Whoever has waited long does not wait for the search as well. Later requests profit from it.
        if (performance.now() - began > (known.options.connectionTimeoutMillis ?? 0) / 2) {
          found.catch(() => undefined);
          throw error;
        }
      }
    }
    return (await find()).connect();
  }

  return {
    options: first.options,
    connect,
    end: () => Promise.all(pools.map((pool) => pool.end())),
  };
}

/** Resolves to the pool if its server takes writes. A connection of its own: the pool may have none to spare. */
async function check(pool: Pool): Promise<Pool> {
  const client = new ReportingClient(pool.options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const refusal = client.refusal();
    if (refusal) throw refusal;
    return pool;
  } catch (error) {
    const { message } = error as Error;
    throw new NoPrimary(`${client.host}:${client.port} ${message}`, { cause: error });
  } finally {
    client.end().catch(() => undefined);
  }
}
