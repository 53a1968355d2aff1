// Adapts node:sqlite to Kysely, in the main thread or a worker.
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { IGenericSqlite } from 'kysely-generic-sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** More than the number of the shop's queries, including those with value lists of several lengths. */
const MOST_STATEMENTS = 500;

/**
 * Opens the file, durable at every commit. The name of an error contains SQLite's result code ('SQLITE_13'), because
 * only name and message of an error reach another thread.
 * @param timeout milliseconds that a statement waits for the lock of another process
 */
export function createExecutor(file: string, timeout: number): IGenericSqlite<DatabaseSync> {
  return named(() => {
    const db = new DatabaseSync(file, { timeout });
    db.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
    `);
    const prepare = keepStatements(db);
    return {
      db,
      query: (_isSelect, sql, parameters = []) => named(() => run(db, prepare, sql, parameters)),
      close: () => db.close(),
    };
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
  const { statement, isReader } = prepare(sql);
  if (isReader) return { rows: statement.all(...parameters) };
  return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
}

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
}

/** Opens an existing file to read from it in the main thread. Errors have the same names as those of the executor. */
export function openReader(file: string, timeout: number): Reader {
  return named(() => {
    const db = new DatabaseSync(file, { timeout, readOnly: true });
    const prepare = keepStatements(db);
    return {
      query: ({ sql, parameters }) =>
        named(() => run(db, prepare, sql, parameters as SQLInputValue[])),
      close: () => db.close(),
    };
  });
}

/** Caches prepared statements: preparing one costs as much as running it. */
function keepStatements(db: DatabaseSync): (sql: string) => Prepared {
  const kept = new Map<string, Prepared>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    const prepared = { statement, isReader: statement.columns().length > 0 };
    if (kept.size >= MOST_STATEMENTS) kept.clear();
    kept.set(sql, prepared);
    return prepared;
  };
}

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

export interface Reader {
  query(query: Query): QueryResult<unknown>;
  close(): void;
}

/** The file and the lock timeout in milliseconds. */
export type ThreadData = { file: string; timeout: number };
