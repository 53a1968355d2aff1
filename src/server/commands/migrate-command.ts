// `npm run migrate`: applies migrations as the owner of the database, so that the shop's own role needs no right to.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import { withSecretFiles } from '../platform/environment.ts';
import { parseMigrationDatabase } from '../platform/settings.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const settings = parseMigrationDatabase(withSecretFiles(process.env));
  if (settings.kind === 'sqlite') mkdirSync(dirname(settings.file), { recursive: true });
  const { db, kind, close } = await openDatabase(settings);
  try {
    await migrate(db, kind, () => new Date());
  } finally {
    await close();
  }
  return 'The database is up to date.';
});
