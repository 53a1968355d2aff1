// Tells a database that cannot serve right now from a fault of ours.
import { DatabaseTimeout } from './postgres.ts';

/** SQLite: busy, locked, out of memory, I/O error, disk full, cannot open. */
const sqliteCodes = new Set([5, 6, 7, 10, 13, 14]);

/** PostgreSQL: connection, resources, operator intervention, system; then the socket's own. */
const codePattern =
  /^(?:08...|53...|57...|58...|40001|40P01|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** What pg says without a code when a connection ends or cannot be had. */
const messagePattern =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:was closed|has encountered a connection error) and is not queryable)/;

/** True for errors after which the same call may well succeed a little later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseTimeout || messagePattern.test(error.message)) return true;
  const [, sqliteCode] = /^SQLITE_(\d+)$/.exec(error.name) ?? [];
  if (sqliteCodes.has(Number(sqliteCode) & 0xff)) return true;
  if ('code' in error && codePattern.test(String(error.code))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}
