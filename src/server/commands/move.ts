// Moves a shop from the embedded database to PostgreSQL: all rows in one transaction, which is committed only once both
// databases were read again and are equal. The embedded one is only read, and stays as a copy.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import type { Transaction } from 'kysely';
import { ownerDetails } from '../../shop/claims.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { isDatabaseUnavailable, openDatabase } from '../platform/database/open.ts';
import { withoutTimeLimit } from '../platform/database/postgres.ts';
import type { Schema } from '../platform/database/schema.ts';
import { lockSqlite } from '../platform/database/sqlite.ts';
import type { Environment } from '../platform/environment.ts';
import { CommandError } from '../platform/failures.ts';
import { parseSettings } from '../platform/settings.ts';
import { embeddedShop, requireShop } from './backup.ts';

/** The tables that are not moved. All others are, sessions and links too: with the same secret people stay logged in. */
export const notMoved: Readonly<Record<string, string>> = {
  limit_window: 'counts of tries, which begin anew',
  migration: 'each database has its own',
};

const TIME = 'timestamp with time zone';

/** How PostgreSQL returns a value ($) of each type as the bytes that `cast(… as blob)` makes of it in SQLite. */
const bytesOfType: Readonly<Record<string, string>> = {
  text: "convert_to($, 'UTF8')",
  integer: "convert_to($::text, 'UTF8')",
  bigint: "convert_to($::text, 'UTF8')",
  boolean: "convert_to($::int::text, 'UTF8')",
  bytea: '$',
  [TIME]: `convert_to(to_char($ at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8')`,
};

interface Table {
  name: string;
  /** With PostgreSQL's types. */
  columns: { name: string; type: string }[];
  /** The columns of its primary key. */
  key: string[];
  /** The tables to which its foreign keys refer. */
  parents: string[];
}

/** The values of the columns, in their order. */
type Row = readonly (Uint8Array | null)[];

/**
 * Moves the shop that the environment configures into an empty PostgreSQL database, and migrates that. Resolves to a report.
 * An interrupted move leaves nothing, and can be repeated. Throws CommandError, DatabaseInUse while a shop runs, or
 * MigrationError; then nothing was moved.
 * @param address the future DATABASE_URL
 */
export async function move(env: Environment, address: string): Promise<string> {
  const shop = embeddedShop(env);
  const settings = parseSettings({ ...env, DATABASE_URL: address }, ownerDetails());
  requireShop(shop);
  await using stack = new AsyncDisposableStack();
  stack.defer(lockSqlite(shop.database));
  const source = stack.use(new DatabaseSync(shop.database, { readOnly: true, timeout: 5_000 }));
  checkMigrations(source, shop.dataDir);
  const { db, close } = await openDatabase(settings.database);
  stack.defer(close);
  await migrate(db, 'postgres', () => new Date());
  const report = await withoutTimeLimit(() =>
    db.transaction().execute((target) => copyShop(source, target)),
  );
  const secret = settings.sessionSecret
    ? 'the same SESSION_SECRET as until now'
    : `SESSION_SECRET to the content of ${join(shop.dataDir, 'session-secret')}`;
  return `${report}

What to do next:
1. For every shop, set DATABASE_URL to the address to which you moved, and ${secret}.
2. Start it. Everybody is still logged in.
3. Never start a shop on ${shop.database} again. It is the copy of this moment, with all that is personal: delete it once there is a backup of the new database.`;
}

function checkMigrations(source: DatabaseSync, dataDir: string): void {
  const isShop = listSourceTables(source).includes('migration');
  const applied = isShop ? source.prepare('select name from migration order by name').all() : [];
  const known = readMigrations('sqlite').map(({ name }) => name);
  if (applied.map(({ name }) => name).join() === known.join()) return;
  throw new CommandError(
    `The shop in ${dataDir} was last started with another version. Start and stop this version once, and move then.`,
  );
}

async function copyShop(source: DatabaseSync, target: Transaction<Schema>): Promise<string> {
  // Waiting for a lock, or for a slow disk between two statements, is no reason to give up.
  await run(target, 'set local statement_timeout = 0');
  await run(target, 'set local idle_in_transaction_session_timeout = 0');
  const version = () => source.prepare('pragma data_version').get()?.['data_version'];
  const before = version();
  source.exec('begin');
  const [inSource, inTarget] = [listSourceTables(source), await listTables(target)];
  const tables = parentsFirst(
    inTarget.filter(({ name }) => inSource.includes(name) && !Object.hasOwn(notMoved, name)),
  );
  for (const table of tables) checkColumns(source, table);
  // No shop that may run there writes until the end.
  const names = tables.map(({ name }) => quoted(name));
  const lock = `lock table ${names.join()} in share row exclusive mode`;
  await run(target, lock).catch(explainRefusal('to lock the tables'));
  const filled = names.map((name) => `exists (select from ${name})`).join(' or ');
  const [found] = await run<{ filled: boolean }>(target, `select ${filled} as filled`);
  const isNew = found?.filled === false;
  for (const table of isNew ? tables : []) {
    await copyTable(source, target, table).catch(explainRefusal(`rows of ${table.name}`));
  }

  const [lines, different]: [string[], string[]] = [[], []];
  for (const table of tables) {
    const own = await digest(readSource(source, table));
    const copy = await digest(readTarget(target, table));
    if (own.hash !== copy.hash) different.push(table.name);
    lines.push(formatLine(table.name, `${String(own.rows).padStart(9)}  ${own.hash.slice(0, 16)}`));
  }
  for (const [what, from] of Object.entries(money)) {
    const query = `select cast(coalesce(sum(amount), 0) as text) as paise from ${from}`;
    const own = source.prepare(query).get()?.['paise'];
    const [copy] = await run<{ paise: string }>(target, query);
    if (own !== copy?.paise) different.push(`sum of ${what}`);
    lines.push(formatLine(what, formatRupeesExact(Number(own))));
  }
  if (different.length > 0) {
    throw new CommandError(
      isNew
        ? `What arrived differs from the embedded database (${different.join(', ')}), so nothing was moved.`
        : `That database already has other rows (${different.join(', ')}), and nothing was changed. Move into an empty one.`,
    );
  }
  // Or its queries would be slow at first. PostgreSQL only warns if the role does not own the tables.
  await run(target, `analyze ${names.join()}`);
  source.exec('commit');
  if (version() !== before) {
    throw new CommandError(
      'A command wrote to the embedded database meanwhile, so nothing was moved. Run this again.',
    );
  }
  const left = new Set([...inSource, ...inTarget.map(({ name }) => name)]);
  for (const { name } of tables) left.delete(name);
  const reasons = [...left].map((name) => `${name} (${notMoved[name] ?? 'in one of them only'})`);
  return `${isNew ? 'Moved' : 'Already moved'}. Both databases were read again, and are equal:
${formatLine('table', '     rows  SHA-256')}
${lines.join('\n')}
Not moved: ${reasons.toSorted().join(', ')}.`;
}

const money = {
  orders: 'shop_order',
  refunds: "order_event where type = 'refunded'",
  attempts: 'payment_attempt',
};

const formatLine = (name: string, value: string) => `  ${name.padEnd(20)} ${value}`;

const quoted = (name: string) => `"${name}"`;

async function run<R>(target: Transaction<Schema>, text: string, values: unknown[] = []) {
  return (await target.executeQuery<R>(CompiledQuery.raw(text, values))).rows;
}

const SQLSTATE = /^[A-Z\d]{5}$/;

/** For `catch`: explains what PostgreSQL refused, and throws any other error unchanged. */
function explainRefusal(what: string) {
  return (error: unknown): never => {
    const { code = '', message } = error as { code?: string; message: string };
    if (!SQLSTATE.test(code) || isDatabaseUnavailable(error)) throw error;
    throw new CommandError(
      `PostgreSQL refused ${what}, so nothing was moved: ${message} (${code}).`,
    );
  };
}

function listSourceTables(source: DatabaseSync): string[] {
  const tables = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'";
  return Array.from(source.prepare(tables).all(), ({ name }) => String(name));
}

function listTables(target: Transaction<Schema>): Promise<Table[]> {
  const tables = `select relname as name,
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
      from pg_attribute where attrelid = tables.oid and attnum > 0 and not attisdropped) as columns,
    (select json_agg(attname order by array_position(indkey::int2[], attnum)) from pg_attribute
      join pg_index on indrelid = attrelid and indisprimary and attnum = any (indkey)
      where attrelid = tables.oid) as key,
    (select coalesce(json_agg(parent.relname), '[]') from pg_constraint
      join pg_class parent on parent.oid = confrelid
      where contype = 'f' and conrelid = tables.oid and confrelid <> conrelid) as parents
    from pg_class tables where relkind = 'r' and relnamespace = current_schema()::regnamespace`;
  return run<Table>(target, `${tables} order by relname`);
}

/** Returns the tables so that each comes after those to which it refers. */
function parentsFirst(tables: readonly Table[]): Table[] {
  const ordered = new Map<string, Table>();
  while (ordered.size < tables.length) {
    const next = tables.find(
      ({ name, parents }) => !ordered.has(name) && parents.every((parent) => ordered.has(parent)),
    );
    if (!next) throw new Error('The foreign keys form a circle.');
    ordered.set(next.name, next);
  }
  return [...ordered.values()];
}

/** Throws if a table cannot be moved column by column. */
function checkColumns(source: DatabaseSync, { name, columns }: Table): void {
  const own = source.prepare('select name from pragma_table_xinfo(?)').all(name);
  const lists = [own, columns].map((list) => list.map((column) => String(column['name'])));
  const [here, there] = lists.map((list) => list.toSorted().join());
  const isKnown = columns.every(({ type }) => Object.hasOwn(bytesOfType, type));
  if (isKnown && here === there) return;
  throw new Error(`The columns of ${name} do not match.`);
}

/** Yields the rows as bytes, in the order of the bytes of their keys. */
function* readSource(source: DatabaseSync, { name, columns, key }: Table): Generator<Row> {
  const values = columns.map((column) => {
    const value = quoted(column.name);
    // PostgreSQL refuses what is no time.
    const time = `coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', ${value}), ${value})`;
    return `cast(${column.type === TIME ? time : value} as blob)`;
  });
  const order = key.map(quoted).join();
  const rows = source.prepare(`select ${values.join()} from ${quoted(name)} order by ${order}`);
  rows.setReturnArrays(true);
  yield* rows.iterate() as unknown as Iterable<Row>;
}

/** The same. */
async function* readTarget(
  target: Transaction<Schema>,
  { name, columns, key }: Table,
): AsyncGenerator<Row> {
  const values = columns.map(
    (column, at) => `${bytesOfType[column.type]!.replace('$', quoted(column.name))} as c${at}`,
  );
  const texts = columns.filter(({ type }) => type === 'text').map((column) => column.name);
  const order = key.map((each) => `${quoted(each)}${texts.includes(each) ? ' collate "C"' : ''}`);
  const rows = `select ${values.join()} from ${quoted(name)} order by ${order.join()}`;
  await run(target, `declare moved no scroll cursor for ${rows}`);
  // Pictures are large.
  const atOnce = columns.some(({ type }) => type === 'bytea') ? 20 : 1_000;
  for (;;) {
    const some = await run<Record<string, Uint8Array | null>>(target, `fetch ${atOnce} from moved`);
    if (some.length === 0) break;
    for (const row of some) yield columns.map((_, at) => row[`c${at}`] ?? null);
  }
  await run(target, 'close moved');
}

/** Resolves to the number of the rows, and the SHA-256 of their values, each after its length. */
async function digest(all: Iterable<Row> | AsyncIterable<Row>) {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const row of all) {
    rows += 1;
    for (const value of row) {
      hash.update(`${value?.length ?? 'null'},`);
      if (value !== null) hash.update(value);
    }
  }
  return { rows, hash: hash.digest('hex') };
}

/** Bytes that are sent at once; a single row may be larger. */
const BATCH_BYTES = 4_000_000;

async function copyTable(
  source: DatabaseSync,
  target: Transaction<Schema>,
  table: Table,
): Promise<void> {
  const { name, columns } = table;
  const into = columns.map((column) => quoted(column.name)).join();
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join();
  const insert = `insert into ${quoted(name)} (${into}) select * from unnest(${arrays})`;
  const noValues = () => columns.map((): unknown[] => []);
  let [values, bytes] = [noValues(), 0];
  for (const row of readSource(source, table)) {
    columns.forEach(({ type }, at) => {
      const value = row[at] ?? null;
      values[at]!.push(value === null || type === 'bytea' ? value : readText(table, row, at));
      bytes += 20 + (value?.length ?? 0);
    });
    if (bytes < BATCH_BYTES) continue;
    await run(target, insert, values);
    [values, bytes] = [noValues(), 0];
  }
  await run(target, insert, values);
}

/** Throws CommandError for what PostgreSQL cannot store: NUL, and half a character. */
function readText({ name, columns, key }: Table, row: Row, at: number): string {
  const bytes = row[at] ?? Buffer.of();
  if (isUtf8(bytes) && !bytes.includes(0)) return Buffer.from(bytes).toString();
  const ids = key.map((id) => row[columns.findIndex((column) => column.name === id)] ?? '');
  const which = JSON.stringify(ids.map((id) => Buffer.from(id).toString()));
  throw new CommandError(
    `PostgreSQL cannot store the text ${name}.${columns[at]?.name} of the row ${which}, so nothing was moved: it has a NUL or half a character. Correct it.`,
  );
}
