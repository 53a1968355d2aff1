// Runs the same tests on both databases, each test on a database of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterEach, describe, inject } from 'vitest';
import { migrate } from '../../../src/server/database/migrate.ts';
import { openDatabase } from '../../../src/server/database/open-database.ts';
import type { Migration } from '../../../src/server/database/migrate.ts';
import type { Schema } from '../../../src/server/database/schema.ts';
import { createPostgresDatabase } from './postgres-database.ts';

export type DatabaseKind = 'sqlite' | 'postgres';
export interface TestDatabase {
  db: Kysely<Schema>;
  kind: DatabaseKind;
  close(): Promise<void>;
}

async function openSqlite(): Promise<TestDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-sqlite-'));
  const opened = await openDatabase({ kind: 'sqlite', file: join(directory, 'maalai.sqlite') });
  const close = async () => {
    await opened.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { db: opened.db, kind: 'sqlite', close };
}

async function openPostgres(): Promise<TestDatabase> {
  const own = await createPostgresDatabase(inject('postgresUrl'));
  const opened = await openDatabase({ kind: 'postgres', url: own.url });
  const close = async () => {
    await opened.close();
    await own.drop();
  };
  return { db: opened.db, kind: 'postgres', close };
}

/**
 * Describes the tests twice, once a database. `open` gives an empty database with all migrations, or those that it
 * names, closed and removed after the test that opened it.
 */
export function describeOnBothDatabases(
  name: string,
  tests: (
    open: (migrations?: readonly Migration[]) => Promise<TestDatabase>,
    kind: DatabaseKind,
  ) => void,
): void {
  const openers = { sqlite: openSqlite, postgres: openPostgres };
  describe.each(['sqlite', 'postgres'] as const)(`${name} on %s`, (kind) => {
    const opened: TestDatabase[] = [];
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
    });
    tests(async (migrations) => {
      const database = await openers[kind]();
      opened.push(database);
      await migrate(database.db, kind, () => new Date(), migrations);
      return database;
    }, kind);
  });
}
