// node:sqlite as Kysely wants it, in whichever thread it is opened.
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { IGenericSqlite } from 'kysely-generic-sqlite';

/** More than the shop has query texts; those with lists of values come in several lengths. */
const MOST_STATEMENTS = 500;

/**
 * Opens the file, durable at every commit. Errors have SQLite's result code in their name, as 'SQLITE_13': of an
 * error that leaves its thread only name and message arrive.
 * @param timeout how long a statement waits for another program, in milliseconds
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
  // A full disk ends the transaction by itself; failing to roll it back would hide why it ended.
  if (sql === 'rollback' && !db.isTransaction) return { rows: [] };
  const { statement, isReader } = prepare(sql);
  if (isReader) return { rows: statement.all(...parameters) };
  return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) };
}

interface Prepared {
  statement: StatementSync;
  isReader: boolean;
}

/** To prepare a statement costs as much as to run it. */
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
