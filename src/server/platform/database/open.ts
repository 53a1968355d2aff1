// Opens the shop's database, embedded or PostgreSQL, on which the same queries run, and tells one that is away from a bug.
import { Kysely } from 'kysely';
import { createPostgresDialect, DatabaseTimeout, NoPrimary } from './postgres.ts';
import type { Schema } from './schema.ts';
import { openSqlite, openSqliteBeside } from './sqlite.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** `url`: the address of one PostgreSQL server, or of several with commas between, of which one is the primary. */
export type DatabaseSettings = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string };

export interface OpenDatabase {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  close(): Promise<void>;
}

/** Opens the database. Throws DatabaseInUse if another process has the embedded one open. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  return open(settings, openSqlite);
}

/** Opens the database of a shop that may be running, for a command that writes few rows. */
export function openDatabaseBeside(settings: DatabaseSettings): Promise<OpenDatabase> {
  return open(settings, openSqliteBeside);
}

async function open(
  settings: DatabaseSettings,
  openFile: typeof openSqlite,
): Promise<OpenDatabase> {
  if (settings.kind === 'postgres') {
    const db = new Kysely<Schema>({ dialect: createPostgresDialect(settings.url) });
    return { db, kind: 'postgres', close: () => db.destroy() };
  }
  const { dialect, unlock } = openFile(settings.file);
  const db = new Kysely<Schema>({ dialect });
  const close = async () => {
    await db.destroy();
    unlock();
  };
  return { db, kind: 'sqlite', close };
}

/** SQLite: busy, locked, out of memory, read-only, I/O error, disk full, cannot open, protocol of locks. */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14, 15]);

/**
 * PostgreSQL: connection, read-only or failed transaction, login, no such database, resources, operator intervention,
 * system, serialization, deadlocks, locks; then the socket's errors, and those of certificates.
 */
const codePattern =
  /^(?:08...|25006|25P0.|28...|3D...|53...|57...|58...|40001|40003|40P01|55P03|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|(?:ERR_TLS|ERR_SSL|CERT|UNABLE_TO|SELF_SIGNED_CERT|DEPTH_ZERO)_\w+)$/;

/** pg's messages, without a code, for a connection that ended or could not be opened. */
const messagePattern =
  /^(?:timeout expired|timeout exceeded when trying to connect|The server does not support SSL connections|SASL: |Connection terminated|Client (?:was closed|has encountered a connection error) and is not queryable)/;

/** Returns true for errors after which the same request may succeed a little later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseTimeout || error instanceof NoPrimary) return true;
  if (messagePattern.test(error.message)) return true;
  const [, sqliteCode] = /^SQLITE_(\d+)$/.exec(error.name) ?? [];
  if (sqliteCodes.has(Number(sqliteCode) & 0xff)) return true;
  if ('code' in error && codePattern.test(String(error.code))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}
