// node:sqlite for Kysely, in the main thread or in the worker thread, which loads nothing else of the shop.
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseSyncOptions, SQLInputValue, StatementSync } from 'node:sqlite';
import type { IGenericSqlite } from 'kysely-generic-sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** More than the number of the shop's queries, including those with value lists of several lengths. */
const MOST_STATEMENTS = 500;

const DURABLE = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
`;

export interface Reader {
  query(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<unknown>;
  close(): void;
}

/** The file and the lock timeout in milliseconds. */
export type ThreadData = { file: string; timeout: number };

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
}

/**
 * Opens the file, durable at every commit. The name of an error contains SQLite's result code ('SQLITE_13'), because
 * only name and message of an error reach another thread.
 * @param timeout milliseconds that a statement waits for the lock of another process
 */
export function createExecutor(file: string, timeout: number): IGenericSqlite<DatabaseSync> {
  const { db, query, close } = open(file, { timeout }, DURABLE);
  return { db, query: (_isSelect, sql, parameters = []) => query(sql, parameters), close };
}

/** Opens an existing file to read from it in the main thread. Errors have the same names as those of the executor. */
export function openReader(file: string, timeout: number): Reader {
  const { query, close } = open(file, { timeout, readOnly: true });
  return { query: ({ sql, parameters }) => query(sql, parameters as SQLInputValue[]), close };
}

function open(file: string, options: DatabaseSyncOptions, pragmas = '') {
  return named(() => {
    const db = new DatabaseSync(file, options);
    db.exec(pragmas);
    const prepare = cacheStatements(db);
    const query = (sql: string, parameters: readonly SQLInputValue[]) =>
      named(() => run(db, prepare, sql, parameters));
    return { db, query, close: () => db.close() };
  });
}

function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) error.name = `SQLITE_${error.errcode}`;
    throw error;
  }
}

function run(
  db: DatabaseSync,
  prepare: (sql: string) => Prepared,
  sql: string,
  parameters: readonly SQLInputValue[],
) {
  // A full disk rolls the transaction back by itself. An error of a second rollback would hide the cause.
  if (sql === 'rollback' && !db.isTransaction) return { rows: [] };
  // Takes the lock at once and waits for it. A transaction that reads first and takes it at its first write fails there,
  // without waiting, if another process, such as an owner's command, wrote in between.
  const { statement, isReader } = prepare(sql === 'begin' ? 'begin immediate' : sql);
  if (isReader) return { rows: statement.all(...parameters) };
  return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
}

/** Caches prepared statements: preparing one costs as much as running it. */
function cacheStatements(db: DatabaseSync): (sql: string) => Prepared {
  const cache = new Map<string, Prepared>();
  return (sql) => {
    const known = cache.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    const prepared = { statement, isReader: statement.columns().length > 0 };
    if (cache.size >= MOST_STATEMENTS) cache.clear();
    cache.set(sql, prepared);
    return prepared;
  };
}
