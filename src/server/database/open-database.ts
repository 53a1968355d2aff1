// Opens the shop's database, embedded or PostgreSQL: from here on one query text serves both.
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

/** Opens the database. Throws DatabaseInUse when another process holds the embedded one. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  return open(settings, openSqlite);
}

/** Opens the database of a shop that may be running, for a command that writes a row or two. */
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
