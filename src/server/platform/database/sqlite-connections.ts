// Two connections to the embedded database for Kysely: one in a worker that writes, and one in the main thread that reads.
// In WAL mode readers do not wait for writers, so no request that only reads waits while a commit waits for the disk.
import { SelectQueryNode, SqliteAdapter } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

export interface Reader {
  query(query: Query): QueryResult<unknown>;
  close(): void;
}

/**
 * Returns the dialect with which a select outside of a transaction goes to the reader, and everything else to the
 * writer's only connection, in turn.
 * @param openReader called once the writer has opened the file
 */
export function readBeside(writer: Dialect, openReader: () => Reader): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createDriver: () => createDriver(writer.createDriver(), openReader),
    createIntrospector: (db) => writer.createIntrospector(db),
    createQueryCompiler: () => writer.createQueryCompiler(),
  };
}

/** Otherwise Kysely would make a query wait for another one even if it only reads. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

interface Connection extends DatabaseConnection {
  /** Resolves to the writer's connection, which belongs to this one until it is released. */
  write(): Promise<DatabaseConnection>;
  release(): void;
}

function createDriver(writer: Driver, openReader: () => Reader): Driver {
  let reader: Reader;
  let lastTurn = Promise.resolve();

  /** Resolves to a function that ends the turn. */
  function takeTurn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = lastTurn.then(() => resolve);
    lastTurn = promise;
    return turn;
  }

  function connect(): Connection {
    let turn: Promise<() => void> | undefined;
    return {
      async write() {
        await (turn ??= takeTurn());
        return writer.acquireConnection();
      },
      release: () => void turn?.then((end) => end()),
      async executeQuery<R>(query: CompiledQuery, options?: { signal?: AbortSignal }) {
        if (turn === undefined && SelectQueryNode.is(query.query)) {
          return reader.query(query) as QueryResult<R>;
        }
        return (await this.write()).executeQuery<R>(query, options);
      },
      streamQuery() {
        throw new Error('The embedded database does not stream.');
      },
    };
  }

  const written = (connection: DatabaseConnection) => (connection as Connection).write();
  return {
    async init(options) {
      await writer.init(options);
      reader = openReader();
    },
    acquireConnection: async () => connect(),
    async beginTransaction(connection, settings) {
      await writer.beginTransaction(await written(connection), settings);
    },
    async commitTransaction(connection) {
      await writer.commitTransaction(await written(connection));
    },
    async rollbackTransaction(connection) {
      await writer.rollbackTransaction(await written(connection));
    },
    releaseConnection: async (connection) => (connection as Connection).release(),
    async destroy(options) {
      // Before the writer, which must be closed last: only then SQLite merges the log into the file.
      reader.close();
      await writer.destroy(options);
    },
  };
}
