// Explains why the shop or one of its commands failed, for the operator who has to fix it.
import { MigrationError } from './database/migrate.ts';
import { DatabaseInUse } from './database/sqlite.ts';
import { isDatabaseUnavailable } from './database/open.ts';
import { CannotListen } from './http/server.ts';
import { SettingsError } from './environment.ts';

/** The exit status of a process that a person has to configure first: EX_CONFIG of sysexits.h. */
export const WRONG_SETTING = 78;

/** Returns the exit status for an error that keeps a process from starting. */
export function exitStatus(error: unknown): number {
  return error instanceof SettingsError ? WRONG_SETTING : 1;
}

/** Returns one line for what the operator can fix, and the stack for bugs. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = [SettingsError, DatabaseInUse, MigrationError, CannotListen, CommandError];
  if (known.some((kind) => error instanceof kind)) return error.message;
  if (isDatabaseUnavailable(error)) {
    const code = 'code' in error ? String(error.code) : '';
    const why = [code, error.message].filter(Boolean).join(': ');
    return `The database cannot be used (${why}): look at its address, in DATABASE_URL or MIGRATE_DATABASE_URL, or at DATA_DIR.`;
  }
  // Of files, and of SQLite where no shop is running yet.
  if ('errcode' in error || ('syscall' in error && 'path' in error)) {
    return `A file or directory cannot be used (${error.message}): look at DATA_DIR, at what names a file, and at the space on the disk.`;
  }
  return error.stack ?? error.message;
}

/** A command cannot do what it was asked for. The message is all that a person needs. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
