// The embedded database: node:sqlite behind Kysely, durable at every commit, and held by one process only.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Dialect } from 'kysely';
import { GenericSqliteDialect } from 'kysely-generic-sqlite';
import { GenericSqliteWorkerDialect } from 'kysely-generic-sqlite/worker';
import { createNodeWorkerExecutor } from 'kysely-generic-sqlite/worker-helper-node';
import { createExecutor } from './sqlite-executor.ts';
import type { ThreadData } from './sqlite-thread.ts';

/** Another process holds the database file. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/**
 * How long a statement waits for another program, in milliseconds. Every call of the shop waits behind it, so it
 * waits for next to nothing and says 503; a command that runs beside it has time.
 */
const waits = { shop: 250, command: 5_000 };

export interface OpenedSqlite {
  dialect: Dialect;
  /** Gives the file free. Call it after Kysely has closed the database. */
  unlock(): void;
}

/** Opens (and creates) the file. Throws DatabaseInUse when another process has it open. */
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

/** Opens the file beside the shop that may be running on it, for a command that writes a row or two. */
export function openSqliteBeside(file: string): OpenedSqlite {
  const dialect = new GenericSqliteDialect(() => createExecutor(file, waits.command));
  return { dialect, unlock: () => undefined };
}

/** A thread of its own: every commit waits for the disk, and the shop has pages to serve meanwhile. */
function inThread(file: string): Dialect {
  const worker = new Worker(new URL('sqlite-thread.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  // Without it the shop could only say 500: whoever started it starts it again.
  worker.on('error', (error) => {
    throw error;
  });
  const data: ThreadData = { file, timeout: waits.shop };
  return new GenericSqliteWorkerDialect(createNodeWorkerExecutor({ worker, data }));
}

/**
 * Takes the file for this process and returns how to give it free. Throws DatabaseInUse when another
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
