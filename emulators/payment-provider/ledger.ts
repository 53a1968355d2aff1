// The database of the stand-in: changes are on disk before they are acknowledged.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readOwnFile } from './own-file.ts';

const schema = readOwnFile('ledger/schema.sql').toString();

export interface Ledger {
  readonly db: DatabaseSync;
  /** Runs `work` in one transaction: when this returns, all that it wrote is durable; if it throws, nothing is. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Thrown when another process has the ledger open. */
export class LedgerInUse extends Error {
  override readonly name = 'LedgerInUse';
}

/** How long to wait, in milliseconds, for an earlier process that is still ending. */
const predecessorEndsWithin = 2_000;

const busy = 5;

/**
 * Opens (or creates) DIR/payment-provider.sqlite and locks it for this process.
 * Throws LedgerInUse when another process holds it for longer than a restart takes.
 */
export function openLedger(dataDir: string): Ledger {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'payment-provider.sqlite');
  const db = new DatabaseSync(file, { timeout: predecessorEndsWithin });
  try {
    db.exec('pragma locking_mode = exclusive');
    db.exec('pragma journal_mode = wal');
    db.exec('pragma synchronous = full');
    db.exec('pragma foreign_keys = on');
    db.exec(schema);
  } catch (error) {
    db.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
      throw new LedgerInUse(`${file} is in use by another process`);
    }
    throw error;
  }

  return {
    db,
    transaction(work) {
      db.exec('begin immediate');
      try {
        const result = work();
        db.exec('commit');
        return result;
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    close: () => db.close(),
  };
}
