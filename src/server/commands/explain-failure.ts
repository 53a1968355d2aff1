// Why the shop, or one of its commands, cannot do what it was started for: in the words of whoever has
// to put it right.
import { CommandError } from '../runtime/command-error.ts';
import { MigrationError } from '../database/migrate.ts';
import { DatabaseInUse } from '../database/sqlite.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { CannotListen } from '../http/listen.ts';
import { SettingsError } from '../settings/settings-reader.ts';

/** One line for what whoever starts the shop can put right; everything for what only we can. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = [SettingsError, DatabaseInUse, MigrationError, CannotListen, CommandError];
  if (known.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  // 28: who may log in, 3D: no such database.
  if (isDatabaseUnavailable(error) || /^(?:28|3D)...$/.test(code)) {
    const why = [code, error.message].filter(Boolean).join(': ');
    return `The database of DATABASE_URL or DATA_DIR cannot be used (${why}).`;
  }
  return error.stack ?? error.message;
}
