// `npm run migrate`: applies migrations as the owner of the database, so that the shop's own role needs no right to.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { runCommand } from './run-command.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { withSecretFiles } from '../settings/read-settings.ts';
import { parseMigrationDatabase } from '../settings/settings.ts';

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
