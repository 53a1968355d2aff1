// Backs up a shop on the embedded database into one file, also while it runs, and restores it. A backup is a consistent
// copy of the database, without sessions and links: any SQLite program can open it. Of a backup only the rows are restored.
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownerDetails } from '../../shop/claims.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { storeFact } from '../state/backup-notes.ts';
import { openDatabase, openDatabaseBeside } from '../platform/database/open.ts';
import { lockFile, lockSqlite } from '../platform/database/sqlite.ts';
import type { Environment } from '../platform/environment.ts';
import { CommandError } from '../platform/failures.ts';
import { exists, putInPlace } from '../platform/files.ts';
import { parseSettings } from '../platform/settings.ts';

export interface ShopFiles {
  dataDir: string;
  database: string;
}

/** Returns the files of the shop that the environment configures. Throws CommandError if it uses PostgreSQL. */
export function embeddedShop(env: Environment): ShopFiles {
  const { database, dataDir } = parseSettings(env, ownerDetails());
  if (database.kind === 'sqlite') return { dataDir, database: database.file };
  throw new CommandError(
    'DATABASE_URL is set, but this command is for the embedded database: to move that, unset it. Back up and restore PostgreSQL with its own pg_dump and pg_restore: all that must last is in there, pictures too.',
  );
}

/** Throws CommandError if there is no shop. */
export function requireShop({ database, dataDir }: ShopFiles): void {
  if (!exists(database)) throw new CommandError(`There is no shop in ${dataDir}.`);
}

/**
 * Backs up a shop into `file`, which appears only once it is complete. Replaces an older backup. Throws CommandError if
 * there is no shop, or if the file is anything else.
 */
export async function backUp(shop: ShopFiles, file: string, now: Date): Promise<string> {
  const target = resolve(file);
  requireShop(shop);
  if (exists(target) && !isBackup(target)) {
    throw new CommandError(`${target} is not a backup, and is not overwritten.`);
  }
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.partial`;
  await rm(draft, { force: true });
  try {
    copyDatabase(shop.database, draft);
    forgetTokens(draft, now);
    addMark(draft, now);
    await putInPlace(draft, target);
    return `Backed up into ${target}.`;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Records for the owner's desk that there is a backup, or how the trial of a restore went. */
export async function recordFact<Name extends 'backup' | 'drill'>(
  { database: file }: ShopFiles,
  name: Name,
  fact: Parameters<typeof storeFact<Name>>[2],
): Promise<void> {
  const { db, close } = await openDatabaseBeside({ kind: 'sqlite', file });
  try {
    await storeFact(db, name, fact);
  } finally {
    await close();
  }
}

/** Copies in one read transaction, which sees one consistent state however much is written meanwhile. */
function copyDatabase(from: string, to: string): void {
  using database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  database.prepare('vacuum into ?').run(to);
}

const secretTables = [
  'session',
  'verification',
  'desk_session',
  'desk_verification',
  'desk_invitation',
];

/**
 * Erases what gives access to an account: sessions, links, and the links in e-mails that were not sent yet. Their bytes
 * are overwritten.
 */
function forgetTokens(file: string, now: Date): void {
  using database = new DatabaseSync(file);
  database.exec(`
    pragma secure_delete = on;
    begin;
    ${secretTables.map((table) => `delete from ${table};`).join('\n')}
    update mail set payload = '{}', leased_until = null, last_error = 'its link is not in a backup',
      failed_at = case when sent_at is null then '${now.toISOString()}' end
      where kind in ('password-reset', 'email-confirmation') and payload <> '{}';
    commit;
  `);
}

/** Adds the mark of a backup. */
function addMark(draft: string, now: Date): void {
  using database = new DatabaseSync(draft);
  database.exec('create table backup (made_at text not null)');
  database.prepare('insert into backup (made_at) values (?)').run(now.toISOString());
}

/**
 * Restores a shop from a backup into its data directory, and moves what was there into a folder. Throws CommandError for
 * a file that is not an intact backup, and DatabaseInUse while a shop runs there. Both leave everything as it was.
 */
export async function restore(shop: ShopFiles, file: string, now: Date): Promise<string> {
  const source = resolve(file);
  if (!exists(source)) throw new CommandError(`There is no file ${source}.`);
  if (!isBackup(source)) throw new CommandError(`${source} is not a backup of this shop.`);
  if (!isSound(source)) throw new CommandError(`The backup ${source} is damaged.`);
  await mkdir(shop.dataDir, { recursive: true });
  const unlock = lockSqlite(shop.database);
  const draft = `${shop.database}.restoring`;
  try {
    await rm(draft, { force: true });
    const foreign = await copyRows(source, draft);
    forgetTokens(draft, now);
    const former = await setAside(shop, now);
    await putInPlace(draft, shop.database);
    const before = former === undefined ? '' : ` What was there before is in ${former}.`;
    const left = foreign.length === 0 ? '' : ` Left out what no shop has: ${foreign.join(', ')}.`;
    return `Restored ${shop.dataDir}.${left}${before}`;
  } finally {
    await rm(draft, { force: true });
    unlock();
  }
}

/** Returns whether the file is a backup of a shop, damaged or not. */
function isBackup(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare('select made_at from backup').get() !== undefined;
  } catch {
    return false;
  }
}

/** Returns whether the file passes SQLite's integrity check. */
function isSound(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const check = database.prepare('pragma integrity_check').all();
    return check.length === 1 && check[0]?.['integrity_check'] === 'ok';
  } catch {
    return false;
  }
}

/**
 * Creates a database with the migrations that the backup had, and copies the rows of its tables, column by column.
 * Nothing else of the file survives: who can change a backup could otherwise leave a trigger that acts in the shop.
 * Resolves to what was left out. Throws CommandError if the file lacks a table or column, or has other migrations.
 */
async function copyRows(source: string, target: string): Promise<string[]> {
  await createEmpty(source, target);
  using database = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  database.exec('pragma trusted_schema = off');
  database.prepare('attach ? as copy').run(source);
  const own = listTables(database, 'main');
  const copied = listTables(database, 'copy');
  try {
    database.exec('begin');
    for (const [table, columns] of own) {
      if (columns.some((name) => !copied.get(table)?.includes(name))) {
        throw new Error(`the table ${table} is not whole`);
      }
      const names = columns.map((name) => `"${name}"`).join(', ');
      database.exec(`delete from main."${table}"`);
      database.exec(`insert into main."${table}" (${names}) select ${names} from copy."${table}"`);
    }
    database.exec('commit');
    const broken = database.prepare('pragma main.foreign_key_check').get();
    if (broken !== undefined) throw new Error('rows refer to rows that it lacks');
  } catch (error) {
    throw new CommandError(`The backup ${source} is damaged: ${(error as Error).message}.`);
  }
  return listForeign(database, own, copied);
}

/** Returns what the attached backup has and a shop has not: 'trigger x', 'table y', 'column mail.z'. */
function listForeign(database: DatabaseSync, own: Tables, copied: Tables): string[] {
  const objects = database
    .prepare(
      `select type || ' ' || name as what from copy.sqlite_master where name not like 'sqlite_%'
        and name <> 'backup'
        except select type || ' ' || name from main.sqlite_master`,
    )
    .all()
    .map(({ what }) => String(what));
  const columns = [...own].flatMap(([table, names]) =>
    (copied.get(table) ?? [])
      .filter((name) => !names.includes(name))
      .map((name) => `column ${table}.${name}`),
  );
  // A tampered name must not control the terminal.
  return [...objects, ...columns].map((what) => what.replaceAll(/[^\w. -]/g, '?').slice(0, 80));
}

/** The columns of each table. */
type Tables = ReadonlyMap<string, readonly string[]>;

/** Virtual tables are not listed: reading one runs code. */
function listTables(database: DatabaseSync, schema: 'main' | 'copy'): Tables {
  const tables = database
    .prepare(
      `select name from ${schema}.sqlite_master where type = 'table' and sql not like 'create virtual%'`,
    )
    .all();
  const columns = database.prepare(`select name from pragma_table_xinfo(?, '${schema}')`);
  return new Map(
    tables.map(({ name }) => [
      String(name),
      columns.all(String(name)).map((column) => String(column['name'])),
    ]),
  );
}

/** Applies the migrations that the backup names. Throws CommandError if this version of the shop has others. */
async function createEmpty(source: string, target: string): Promise<void> {
  const all = readMigrations('sqlite');
  const applied = readMigrationNames(source);
  const known = all.slice(0, applied.length);
  if (known.map(({ name }) => name).join() !== applied.join()) {
    throw new CommandError(
      `The backup ${source} is of another version of the shop: restore it with that version.`,
    );
  }
  const { db, close } = await openDatabase({ kind: 'sqlite', file: target });
  try {
    await migrate(db, 'sqlite', () => new Date(), known);
  } finally {
    await close();
  }
  await rm(lockFile(target), { force: true });
}

function readMigrationNames(source: string): string[] {
  using database = new DatabaseSync(source, { readOnly: true });
  const rows = database.prepare(`select name from migration order by name`).all();
  return rows.map(({ name }) => String(name));
}

/**
 * Moves the former files into a folder, and resolves to it; to undefined if there were none. The write-ahead log goes
 * with its database: it would corrupt another one.
 */
async function setAside({ dataDir, database }: ShopFiles, now: Date): Promise<string | undefined> {
  const before = [database, `${database}-wal`, `${database}-shm`].filter(exists);
  if (before.length === 0) return undefined;
  const folder = join(dataDir, `before-restore-${now.toISOString().replaceAll(/\D/g, '')}`);
  await mkdir(folder);
  for (const path of before) await rename(path, join(folder, basename(path)));
  return folder;
}
