// Applies the migrations in `migrations/`: SQL files in the order of their names, each in one transaction that also
// records it. Files named `.sqlite.sql` or `.postgres.sql` are for that database only. From version 1.0.0 on
// a file never changes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { projectFolder } from '../programs.ts';
import type { DatabaseKind } from './open.ts';
import { withoutTimeLimit } from './postgres.ts';
import type { Schema } from './schema.ts';

export interface Migration {
  name: string;
  text: string;
}

/** The database has had other migrations than this version, another encoding, or the role lacks a right. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Returns the migrations for a kind of database, in order. */
export function readMigrations(
  kind: DatabaseKind,
  directory: string = join(projectFolder, 'src/server/platform/database/migrations'),
): Migration[] {
  const other = kind === 'sqlite' ? '.postgres.sql' : '.sqlite.sql';
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql') && !name.endsWith(other))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(directory, name), 'utf8') }));
}

/**
 * Applies the missing migrations. Several processes may call it at once: one of them migrates, the others wait. If none
 * is missing, a PostgreSQL role only needs to read. Resolves to the names of those that only a newer version has: while
 * that is rolled out, this one still serves, and may have to start again. Throws MigrationError if the recorded
 * migrations do not match, or if the role may not apply the missing ones.
 */
export async function migrate(
  db: Kysely<Schema>,
  kind: DatabaseKind,
  clock: () => Date,
  migrations: readonly Migration[] = readMigrations(kind),
): Promise<string[]> {
  return withoutTimeLimit(() =>
    db.connection().execute(async (connection) => {
      const applied = kind === 'postgres' ? await readAll(connection, migrations) : [];
      if (applied.length >= migrations.length) return newer(applied, migrations);

      // The embedded database needs no lock: only one process opens it, and Kysely uses one connection.
      if (kind === 'postgres') await lock(connection);
      try {
        return await applyMissing(connection, migrations, clock).catch(
          explain(
            "may not change the tables, which lack migrations of this version: run 'npm run migrate' with the owner's address as MIGRATE_DATABASE_URL",
          ),
        );
      } finally {
        if (kind === 'postgres') await unlock(connection);
      }
    }),
  );
}

type Truth = { truth: boolean };

type Applied = Awaited<ReturnType<typeof readApplied>>;

/** Resolves to the migrations that a PostgreSQL database has had, without writing. */
async function readAll(
  connection: Kysely<Schema>,
  migrations: readonly Migration[],
): Promise<Applied> {
  const find = sql<Truth & { encoding: string }>`
    select to_regclass('migration') is not null as truth, current_setting('server_encoding') as encoding`;
  const { truth: exists = false, encoding = '' } = (await find.execute(connection)).rows[0] ?? {};
  if (encoding !== 'UTF8') {
    throw new MigrationError(
      `The database has the encoding ${encoding}, which lacks ₹ and most scripts: create one with the encoding UTF8.`,
    );
  }
  if (!exists) return [];
  const applied = await readApplied(connection).catch(
    explain(`may not use the shop's tables: ${GRANT}`),
  );
  checkHistory(applied, migrations);
  if (applied.length >= migrations.length) await checkRights(connection, migrations);
  return applied;
}

const GRANT = 'grant it what deploy/roles.sql does';

/** Throws MigrationError unless the role may use every table: the shop would start, and refuse what needs that one. */
async function checkRights(
  connection: Kysely<Schema>,
  migrations: readonly Migration[],
): Promise<void> {
  const text = migrations.map((migration) => migration.text).join('\n');
  const created = [...text.matchAll(/^create (?:unlogged )?table "?(\w+)/gm)].map(
    ([, name]) => name,
  );
  const find = sql<{ name: string }>`
    select name from unnest(${created}::text[]) name, to_regclass(quote_ident(name)) t
    where not (has_table_privilege(t, 'select') and has_table_privilege(t, 'insert')
      and has_table_privilege(t, 'update') and has_table_privilege(t, 'delete'))`;
  const closed = (await find.execute(connection)).rows.map(({ name }) => name);
  if (closed.length > 0) {
    throw new MigrationError(
      `The role in the database's address may not use the tables ${closed.join(', ')}: ${GRANT}.`,
    );
  }
}

function readApplied(connection: Kysely<Schema>) {
  return connection.selectFrom('migration').selectAll().orderBy('name').execute();
}

const INSUFFICIENT_PRIVILEGE = '42501';
const NO_SCHEMA = '3F000';
/** No such column, and a table that is there already. */
const otherTables: unknown[] = ['42703', '42P07'];

/** For `catch`: throws an error for the operator, who can prepare the database, and any other error unchanged. */
function explain(denied: string) {
  return (error: unknown): never => {
    const { code, message } = error as { code?: unknown; message?: string };
    if (code === INSUFFICIENT_PRIVILEGE) {
      throw new MigrationError(`The role in the database's address ${denied}.`);
    }
    if (code === NO_SCHEMA) {
      throw new MigrationError(
        'The database has no schema for tables of the shop: the search_path must name one that exists and that the role may use.',
      );
    }
    if (otherTables.includes(code)) {
      throw new MigrationError(
        `The migrations do not fit the tables of the database (${message}): the shop needs one of its own.`,
      );
    }
    throw error;
  };
}

/** An arbitrary number that nothing else on the database uses. */
const LOCK = 7_226_140_001;

async function lock(connection: Kysely<Schema>): Promise<void> {
  await sql`set statement_timeout = 0`.execute(connection);
  const tryLock = sql<Truth>`select pg_try_advisory_lock(${LOCK}) as truth`;
  while (!(await tryLock.execute(connection)).rows[0]?.truth) await pause(100);
}

async function unlock(connection: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
  await sql`reset statement_timeout`.execute(connection);
}

async function applyMissing(
  connection: Kysely<Schema>,
  migrations: readonly Migration[],
  clock: () => Date,
): Promise<string[]> {
  await sql`create table if not exists migration (
    name text not null primary key, checksum text not null, applied_at text not null)`.execute(
    connection,
  );
  const applied = await readApplied(connection);
  checkHistory(applied, migrations);
  for (const { name, text } of migrations.slice(applied.length)) {
    await connection.transaction().execute(async (trx) => {
      for (const statement of statements(text)) await sql.raw(statement).execute(trx);
      const row = { name, checksum: checksum(text), applied_at: clock().toISOString() };
      await trx.insertInto('migration').values(row).execute();
    });
  }
  return newer(applied, migrations);
}

function newer(applied: Applied, { length }: readonly Migration[]): string[] {
  return applied.slice(length).map(({ name }) => name);
}

function checkHistory(applied: Applied, migrations: readonly Migration[]): void {
  migrations.slice(0, applied.length).forEach((migration, index) => {
    const row = applied[index]!;
    if (migration.name !== row.name && index === 0) {
      throw new MigrationError('This database belongs to a version before 1.0.0.');
    }
    if (migration.name !== row.name) {
      throw new MigrationError(
        `The database has had the migration ${row.name}, which this version of the shop does not have in that place.`,
      );
    }
    if (checksum(migration.text) !== row.checksum) {
      throw new MigrationError(
        `The migration ${row.name} was changed after the database had it. Undo the change and write a new migration.`,
      );
    }
  });
}

function checksum(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

/** A statement ends with a semicolon at the end of a line. */
function statements(text: string): string[] {
  return text
    .split(/;[ \t]*\r?$/m)
    .filter((part) => part.replaceAll(/^\s*--.*$/gm, '').trim() !== '');
}
