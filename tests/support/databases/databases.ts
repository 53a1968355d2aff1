// Runs the same tests on both databases, each test on its own database.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeAll, describe } from 'vitest';
import { openDatabaseBeside } from '../../../src/server/platform/database/open.ts';
import type { OpenDatabase } from '../../../src/server/platform/database/open.ts';
import { createPostgresDialect } from '../../../src/server/platform/database/postgres.ts';
import type { TimeLimits } from '../../../src/server/platform/database/postgres.ts';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import { onlyInAll } from '../tier.ts';
import { giveBack, takeCopy } from './postgres-copies.ts';
import { postgresUrl, sqliteTemplate } from './shared-databases.ts';

export type DatabaseKind = OpenDatabase['kind'];

/** Opens a copy of the migrated SQLite database. */
async function copySqlite(): Promise<OpenDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-sqlite-'));
  const file = join(directory, 'maalai.sqlite');
  copyFileSync(await sqliteTemplate(), file);
  // Without the shop's worker thread and lock, which would take a third of a test's time.
  const opened = await openDatabaseBeside({ kind: 'sqlite', file });
  // The copy need not survive a crash of the machine. sqlite.integration.test.ts shows that the shop's database does.
  await sql`pragma synchronous = off`.execute(opened.db);
  const close = async () => {
    await opened.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { ...opened, close };
}

/** On a busy machine a query may take longer than a shopper can wait. postgres.integration.test.ts tests the limits. */
const PATIENT: TimeLimits = { connect: 20_000, query: 20_000 };

/** Opens a copy of the migrated PostgreSQL database. */
async function copyPostgres(): Promise<OpenDatabase> {
  const copy = await takeCopy();
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(copy.url, PATIENT) });
  const close = async () => {
    await db.destroy();
    await giveBack(copy);
  };
  return { db, kind: 'postgres', close };
}

type Tests = (open: () => Promise<OpenDatabase>, kind: DatabaseKind) => void;

/**
 * Describes the tests once per database: for what depends on it, such as locks, conflicts, query plans, types and texts
 * of its driver. `open` resolves to a migrated, empty database, which is closed and removed after the test.
 */
export function onBoth(name: string, tests: Tests): void {
  describeOn('sqlite', name, tests);
  describeOn('postgres', name, tests);
}

/** Describes tests of what does not depend on the database: on the faster one, and in `npm run test:all` on both. */
export function onDatabase(name: string, tests: Tests): void {
  describeOn('sqlite', name, tests);
  onlyInAll(() => describeOn('postgres', name, tests));
}

/** MAALAI_DATABASES=sqlite leaves out the slower half. Mutation sets it: a fault is noticed on either. */
const isHere = (kind: DatabaseKind) => (process.env['MAALAI_DATABASES'] ?? kind) === kind;

function describeOn(kind: DatabaseKind, name: string, tests: Tests): void {
  if (!isHere(kind)) return;
  describe(`${name} on ${kind}`, () => {
    const opened: OpenDatabase[] = [];
    // The first request waits for the template. In a hook, so that it does not count as time of a test.
    beforeAll(kind === 'sqlite' ? sqliteTemplate : postgresUrl);
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
    });
    tests(async () => {
      const database = await (kind === 'sqlite' ? copySqlite() : copyPostgres());
      opened.push(database);
      return database;
    }, kind);
  });
}
