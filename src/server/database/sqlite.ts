// The embedded database: node:sqlite behind Kysely, durable at every commit, and held by one process only.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { SqliteDialect } from 'kysely';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Another process holds the database file. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/**
 * How long a statement waits for another program, in milliseconds. The shop stands still meanwhile, so it waits
 * for next to nothing and says 503; a command that runs beside it has time.
 */
const waits = { shop: 250, command: 5_000 };

export interface OpenedSqlite {
  dialect: SqliteDialect;
  /** Gives the file free. Call it after Kysely has closed the database. */
  unlock(): void;
}

/** Opens (and creates) the file. Throws DatabaseInUse when another process has it open. */
export function openSqlite(file: string): OpenedSqlite {
  mkdirSync(dirname(file), { recursive: true });
  const unlock = lockSqlite(file);
  try {
    return { dialect: openFile(file, waits.shop), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Opens the file beside the shop that may be running on it, for a command that writes a row or two. */
export function openSqliteBeside(file: string): OpenedSqlite {
  return { dialect: openFile(file, waits.command), unlock: () => undefined };
}

function openFile(file: string, timeout: number): SqliteDialect {
  const database = new DatabaseSync(file, { timeout });
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
  `);
  return new SqliteDialect({ database: forKysely(database) });
}

/**
 * Takes the file for this process and answers how to give it free. Throws DatabaseInUse when another
 * process has it. An open exclusive transaction on a file beside the database is the lock: unlike a file
 * with a process id in it, the operating system gives it free however the process ends.
 */
export function lockSqlite(file: string): () => void {
  const lock = new DatabaseSync(file.replace(/(\.sqlite)?$/, '.lock.sqlite'), { timeout: 0 });
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

const NOTHING_TO_DO: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function forKysely(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      // A full disk ends the transaction by itself; failing to roll it back would hide why it ended.
      if (sql === 'rollback' && !database.isTransaction) return NOTHING_TO_DO;
      const statement = database.prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}
