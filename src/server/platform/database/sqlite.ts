// The embedded database: durable at every commit, opened by one process only, with a writer in a thread and a reader
// beside it.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { SelectQueryNode, SqliteAdapter } from 'kysely';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { GenericSqliteDialect } from 'kysely-generic-sqlite';
import { GenericSqliteWorkerDialect } from 'kysely-generic-sqlite/worker';
import { createNodeWorkerExecutor } from 'kysely-generic-sqlite/worker-helper-node';
import { programFile } from '../programs.ts';
import { createExecutor, openReader } from './sqlite-executor.ts';
import type { Reader, ThreadData } from './sqlite-executor.ts';

/** Another process has the database open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/**
 * Milliseconds that a statement waits for the lock of another process. In the shop all writes wait behind it, so it
 * gives up soon, with status 503. A command can wait.
 */
const waits = { shop: 250, command: 5_000 };

interface OpenedSqlite {
  dialect: Dialect;
  /** Releases the file. Call it after Kysely has closed the database. */
  unlock(): void;
}

/** Opens the file, and creates it if it is missing. Throws DatabaseInUse if another process has it open. */
export function openSqlite(file: string): OpenedSqlite {
  mkdirSync(dirname(file), { recursive: true });
  const unlock = lockSqlite(file);
  try {
    return { dialect: inThread(file), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens the file beside a shop that may be running on it, for a command that writes few rows. */
export function openSqliteBeside(file: string): OpenedSqlite {
  const dialect = new GenericSqliteDialect(() => createExecutor(file, waits.command));
  return { dialect, unlock: () => undefined };
}

/**
 * Locks the file for this process and returns a function that unlocks it. Throws DatabaseInUse if another process has
 * the lock. The lock is an exclusive transaction on a second file: unlike a PID file, the operating system releases it
 * however the process ends.
 */
export function lockSqlite(file: string): () => void {
  const lock = new DatabaseSync(lockFile(file), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DatabaseInUse(
      `The database ${file} is in use by another process. Stop that one, or set another DATA_DIR.`,
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

/** Writes in a worker: every commit waits for the disk, and the main thread serves pages, and reads, meanwhile. */
function inThread(file: string): Dialect {
  const worker = new Worker(programFile('sqlite-thread'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  // Without the worker every request would fail. Ends the process, so that its supervisor restarts it.
  worker.on('error', (error) => {
    throw error;
  });
  const data: ThreadData = { file, timeout: waits.shop };
  const writer = new GenericSqliteWorkerDialect(createNodeWorkerExecutor({ worker, data }));
  return readBeside(writer, () => openReader(file, waits.shop));
}

/**
 * Returns a dialect with two connections: a select outside of a transaction goes to the reader in the main thread, and
 * everything else to the writer's only connection, in turn. In WAL mode readers do not wait for writers, so no request
 * that only reads waits while a commit waits for the disk.
 * @param read called once the writer has opened the file
 */
function readBeside(writer: Dialect, read: () => Reader): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createDriver: () => createDriver(writer.createDriver(), read),
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

function createDriver(writer: Driver, read: () => Reader): Driver {
  let reader: Reader;
  let lastTurn = Promise.resolve();

  /** Resolves to a function that ends the turn. */
  function waitForTurn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = lastTurn.then(() => resolve);
    lastTurn = promise;
    return turn;
  }

  function connect(): Connection {
    let turn: Promise<() => void> | undefined;
    return {
      async write() {
        await (turn ??= waitForTurn());
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
      reader = read();
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

/** Returns the name of the file that `lockSqlite` locks for a database. */
export const lockFile = (file: string): string => file.replace(/(\.sqlite)?$/, '.lock.sqlite');
