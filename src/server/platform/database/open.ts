// Opens the shop's database, embedded or PostgreSQL. The same queries run on both.
import { Kysely } from 'kysely';
import { createPostgresDialect } from './postgres.ts';
import type { Schema } from './schema.ts';
import { openSqlite, openSqliteBeside } from './sqlite.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

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
