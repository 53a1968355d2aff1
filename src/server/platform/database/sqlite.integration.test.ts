import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { isDatabaseUnavailable, openDatabase, openDatabaseBeside } from './open.ts';
import { DatabaseInUse } from './sqlite.ts';

const newFile = () => join(newDirectory(), 'below', 'maalai.sqlite');

async function open(file = newFile()) {
  const opened = await openDatabase({ kind: 'sqlite', file });
  onTestFinished(() => opened.close());
  return opened;
}

/** Opens a database with a table of notes. */
async function openNotes() {
  const { db } = await open();
  await sql`create table note (body text)`.execute(db);
  return db as unknown as Kysely<{ note: { body: string } }>;
}

type Notes = Awaited<ReturnType<typeof openNotes>>;
const readNotes = async (notes: Notes) =>
  (await notes.selectFrom('note').select('body').execute()).map(({ body }) => body);
const write = (notes: Notes, body: string) => notes.insertInto('note').values({ body }).execute();

it('is durable at every commit and enforces foreign keys', async () => {
  const { db } = await open();
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows[0];
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' });
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 });
});

it('rolls the transaction back on a full disk, reports the reason, and works again once there is space', async () => {
  const notes = await openNotes();
  await sql`pragma max_page_count = 20`.execute(notes);
  const writeMany = (times: number) =>
    notes.transaction().execute(async (trx) => {
      for (let i = 0; i < times; i += 1) await write(trx, 'x'.repeat(2_000));
    });
  await writeMany(3);
  const error = await writeMany(100).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: 'database or disk is full' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(await readNotes(notes)).toHaveLength(3);
  await sql`pragma max_page_count = 10000`.execute(notes);
  await writeMany(100);
  expect(await readNotes(notes)).toHaveLength(103);
});

it('does not block the main thread while a statement runs', async () => {
  const { db } = await open();
  await sql`select 1`.execute(db);
  let isDone = false;
  const counting = sql`
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 3000000)
    select count(*) from number`
    .execute(db)
    .then(() => (isDone = true));
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  await counting;
});

it('reads the committed rows while a transaction is open', async () => {
  const notes = await openNotes();
  await notes.transaction().execute(async (trx) => {
    await write(trx, 'new');
    expect(await readNotes(notes)).toEqual([]);
    expect(await readNotes(trx)).toEqual(['new']);
  });
  expect(await readNotes(notes)).toEqual(['new']);
});

it.each([
  ['the shop', openDatabase],
  ['a command', openDatabaseBeside],
])('lets no other process write between a read and a write of %s', async (_who, openFor) => {
  const file = newFile();
  mkdirSync(dirname(file));
  const { db, close } = await openFor({ kind: 'sqlite', file });
  onTestFinished(close);
  await sql`create table note (body text)`.execute(db);
  const other = new DatabaseSync(file, { timeout: 0 });
  onTestFinished(() => other.close());
  const writeTheirs = () => other.exec(`insert into note values ('theirs')`);
  await db.transaction().execute(async (trx) => {
    await sql`select count(*) from note`.execute(trx);
    expect(writeTheirs).toThrow('database is locked');
    await sql`insert into note values ('ours')`.execute(trx);
  });
  writeTheirs();
});

it('lets other writes wait for an open transaction, and not join it', async () => {
  const notes = await openNotes();
  let others: Promise<unknown> | undefined;
  const undone = notes.transaction().execute(async (trx) => {
    await write(trx, 'undone');
    others = Promise.all([write(notes, 'first'), write(notes, 'second')]);
    await readNotes(trx);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await others;
  expect(await readNotes(notes)).toEqual(['first', 'second']);
});

it('cannot be opened a second time until it is closed', async () => {
  const file = newFile();
  const first = await openDatabase({ kind: 'sqlite', file });
  await expect(open(file)).rejects.toThrow(DatabaseInUse);
  await expect(open(file)).rejects.toThrow(/^The database \S+ is in use [^\n]+ DATA_DIR\.$/);
  await first.close();
  await expect(open(file)).resolves.toBeDefined();
});
