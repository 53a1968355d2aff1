// The embedded database: node:sqlite for Kysely, durable at every commit, and opened by one process only.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Dialect } from 'kysely';
import { GenericSqliteDialect } from 'kysely-generic-sqlite';
import { GenericSqliteWorkerDialect } from 'kysely-generic-sqlite/worker';
import { createNodeWorkerExecutor } from 'kysely-generic-sqlite/worker-helper-node';
import { readBeside } from './sqlite-connections.ts';
import { createExecutor, openReader } from './sqlite-executor.ts';
import type { ThreadData } from './sqlite-thread.ts';
import { programFile } from '../programs.ts';

/** Another process has the database open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/**
 * Milliseconds that a statement waits for the lock of another process. In the shop all writes wait behind it, so it
 * gives up soon, with status 503. A command can wait.
 */
const waits = { shop: 250, command: 5_000 };

export interface OpenedSqlite {
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
 * Locks the file for this process and returns a function that unlocks it. Throws DatabaseInUse if another process has
 * the lock. The lock is an exclusive transaction on a second file: unlike a PID file, the operating system releases it
 * however the process ends.
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
