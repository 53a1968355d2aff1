// Moves a shop with a row in every table to PostgreSQL.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { postgresUrl, sqliteTemplate, TEMPLATE } from '#support/databases/shared-databases.ts';
import { freePort } from '#support/free-port.ts';
import { newDirectory } from '#support/new-directory.ts';
import { insertAccount, insertSession, SESSION_SECRET } from '#support/server/insert-session.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { writeSmallSite } from '#support/server/small-site.ts';
import { runCommand } from '#support/server/spawn-node.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { ownerDetails } from '../../shop/claims.ts';
import { createAuth } from '../accounts/auth.ts';
import { openDatabaseBeside } from '../platform/database/open.ts';
import { DatabaseInUse, lockSqlite } from '../platform/database/sqlite.ts';
import { createLog } from '../platform/log.ts';
import { parseSettings } from '../platform/settings.ts';
import { startShop } from '../start-shop.ts';
import { move, notMoved } from './move.ts';

const email = 'kavya@shopper.example';
const picture = `${'a'.repeat(32)}.webp`;
const at = '2026-11-26T10:00:00.007Z';
const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
/** What PostgreSQL's arrays, texts and numbers could change; the order of the last is another in most languages. */
const texts = ['NULL', '', '\uFEFF{"a\\"}', "it's 🎂\n\t", '\\x00', '0x1', 'a', 'B', 'é', '_'];
/** No double is this number. */
const LARGE = 9_007_199_254_740_993n;

/** Fills the tables for which the shop's own code does not. */
const filling = `
  insert into profile values ('ID', 'Kavya', '${email}', '', '', '', '', '', null, '${at}', '${at}');
  insert into order_event (key, order_id, type, at, amount) select 'k', id, 'refunded', '${at}', 12345 from shop_order;
  insert into surplus_payment values ('p', null, 1, 'INR', '', 'flagged', null, '${at}', null);
  insert into partial_refund values ('r', 'p', ${LARGE}, '${at}');
  insert into payment_dispute values ('d', 'p', '', 1, 'INR', '', 'fraud', 'open', null, '${at}', null, '${at}');
  insert into provider_event values ('e', 'order.paid', '${at}');
  insert into mail (id, dedupe_key, recipient, kind, payload, created_at, next_try_at)
    values ('m', 'm', '', 'daily', '{}', '${at}', '${at}');
  insert into hidden_picture values ('hidden.webp');
  insert into review_vote values ('r1', 'v', '${at}');
  insert into desk_act values ('a', '${at}', 'e', 'send', null, '', '{}');
  insert into verification values ('v', 'i', 'v', '${at}', '${at}', '${at}');
  insert into desk_verification values ('v', 'i', 'v', '${at}', '${at}', '${at}');
  insert into desk_user values ('u', 'n', 'e', 1, null, '${at}', '${at}', null), ('w', 'n', 'f', 0, null, '${at}', '${at}', 1);
  insert into desk_session values ('s', '${at}', 't', '${at}', '${at}', null, null, 'u', null);
  insert into desk_account ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
    values ('a', 'a', 'credential', 'u', '${at}', '${at}');
  insert into desk_two_factor values ('f', 's', 'c', 'u', 1, 0, null, ${LARGE});
  insert into desk_invitation values ('h', 'e', '${at}');
  insert into shop_state values ('s', '{}', 1, '${at}', '');
`;

/** A database without tables that sorts texts by language. */
const BY_LANGUAGE = "template0 locale_provider icu icu_locale 'en-IN'";

const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

let filled: string;
let cookie: string;
beforeAll(async () => {
  filled = newDirectory((remove) => running.defer(remove));
  const file = join(filled, 'maalai.sqlite');
  copyFileSync(await sqliteTemplate(), file);
  await postgresUrl();
  const { db, close } = await openDatabaseBeside({ kind: 'sqlite', file });
  running.defer(close);
  const parts = { db, kind: 'sqlite', log: createLog('silent'), secret: SESSION_SECRET } as const;
  const auth = createAuth({ ...parts, origins: ['http://localhost'] });
  const id = await insertAccount(auth, { email, password: 'garland-and-crown', isConfirmed: true });
  const session = await insertSession(auth, id);
  cookie = `${session.name}=${session.value}`;
  await insertOrder(db, { id, email }, { productId: '3', selectedVersion: 'adult', quantity: 2 });
  await storeReviews(db, [{ id: 'r1', images: JSON.stringify([picture]) }]);
  const size = { full: bytes, small: bytes.subarray(0, 3) };
  for (const [name, part] of Object.entries(size)) {
    const row = { name: picture, size: name as keyof typeof size, review_id: 'r1', bytes: part };
    await db.insertInto('review_picture').values(row).execute();
  }
  const kinds = texts.map((kind, index) => ({ event_id: kind, kind: texts.at(-index)! }));
  const events = kinds.map((event) => ({ ...event, received_at: at }));
  await db.insertInto('provider_event').values(events).execute();
  using database = new DatabaseSync(file);
  database.exec(filling.replace('ID', id));
});

/** Copies the shop as a kill would leave it, its last rows only in the write-ahead log, and creates a database. */
async function prepare(template: string = TEMPLATE) {
  const dataDir = newDirectory();
  const file = join(dataDir, 'maalai.sqlite');
  const files = [file, `${file}-wal`];
  for (const each of files) copyFileSync(each.replace(dataDir, filled), each);
  const { url, drop } = await createPostgresDatabase(await postgresUrl(), { template });
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end().then(drop));
  const env = { DATA_DIR: dataDir, SESSION_SECRET };
  return {
    dataDir,
    file,
    url,
    moveHere: () => move(env, url),
    run: (address: string) => runCommand(['move', address], env),
    query: async (text: string) => (await client.query({ text, rowMode: 'array' })).rows.flat(),
    print: () => files.map((each) => createHash('sha256').update(readFileSync(each)).digest('hex')),
  };
}

/** Adds a trigger before each row that is inserted. */
async function addTrigger(query: (text: string) => Promise<unknown>, table: string, act: string) {
  await query(`create function own() returns trigger language plpgsql as $$ begin
    ${act}; return new; end $$`);
  await query(`create trigger own before insert on ${table} for each row execute function own()`);
}

const tablesQuery =
  "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1";

it('every table arrives equal, the source stays as it was, and the shop sells on', async () => {
  const { file, url, moveHere, run, query, print } = await prepare(BY_LANGUAGE);
  const before = print();
  const standby = url.replace(/:\d+/, `:${await freePort()}`);
  const { stdout, ...ended } = await run(`${standby},${url}`);
  expect(ended).toEqual({ code: 0, stderr: '' });
  expect(print()).toEqual(before);
  const tables = (await query(tablesQuery)).map(String);
  const listed = [...stdout.matchAll(/^ {2}(\w+) +(\d+) {2}[\da-f]{16}$/gm)];
  // A new table needs a row here, or a reason why it is not moved.
  expect(listed.filter(([, , count]) => count === '0').map(([, name]) => name)).toEqual([]);
  const names = [...listed.map(([, name]) => name), ...Object.keys(notMoved)];
  expect(names.toSorted()).toEqual(tables.toSorted());
  // What the command has no code for.
  const special = `select attrelid::regclass::text from pg_attribute where attrelid::regclass::text = any('{${tables.join()}}')
    and (attgenerated <> '' or attidentity <> '') union all select tgname from pg_trigger where not tgisinternal
    union all select relname from pg_class where relkind = 'S'`;
  expect(await query(special)).toEqual([]);
  const money = /^ {2}orders +₹1,998\.00\n {2}refunds +₹123\.45\n {2}attempts +₹1,998\.00$/m;
  expect(stdout).toMatch(money);

  // Read without the command's own code.
  expect(await query('select last_step::text from desk_two_factor')).toEqual([String(LARGE)]);
  const pictures = await query('select bytes from review_picture order by size');
  expect(pictures).toEqual([bytes, bytes.subarray(0, 3)]);
  const people =
    'select "emailVerified", "twoFactorEnabled", "createdAt" from desk_user order by id';
  expect(await query(people)).toEqual([true, null, new Date(at), false, true, new Date(at)]);
  const events = 'select event_id, kind from provider_event order by event_id';
  {
    using source = new DatabaseSync(file, { readOnly: true });
    const all = source.prepare(events).all();
    expect(all).toHaveLength(texts.length + 1);
    const moved = await query(`${events} collate "C"`);
    expect(moved).toEqual(all.flatMap((row) => Object.values(row)));
  }

  expect(await moveHere()).toMatch(/^Already moved\./);
  await query("update review set comment = 'Other' where id = 'r1'");
  await expect(moveHere()).rejects.toThrow(/^That database already has other rows \(review\)/);
  expect(await query('select comment from review')).toEqual(['Other']);

  const [PORT, DESK_PORT] = [String(await freePort()), String(await freePort())];
  const env = { DATA_DIR: newDirectory(), DATABASE_URL: url, SESSION_SECRET, PORT, DESK_PORT };
  const settings = parseSettings(env, ownerDetails());
  const parts = { settings, clock: () => new Date(), log: createLog('silent') };
  const shop = await startShop({ ...parts, siteDirectory: writeSmallSite() });
  onTestFinished(() => shop.stop());
  const orders = await fetch(`${shop.address}/orders/${email}`, { headers: { cookie } });
  expect(await orders.json()).toMatchObject([{ amountPaid: 1_998 }]);
  const served = await fetch(`${shop.address}/uploads/${picture}`);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes);
});

it('a move that breaks leaves nothing, and one beside which a command wrote is not made', async () => {
  const { file, moveHere, query } = await prepare();
  const count = () =>
    query(
      `select count(*)::int from shop_order union all select count(*)::int from review_picture`,
    );
  // Stops each move in the middle, until the lock is free.
  await addTrigger(query, 'review_picture', 'perform pg_advisory_xact_lock(1)');
  await query('select pg_advisory_lock(1)');
  const waiting = `from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const held = async () => {
    await expect.poll(() => query(`select pid ${waiting}`), { timeout: 20_000 }).toHaveLength(1);
  };

  const unlock = lockSqlite(file);
  await expect(moveHere()).rejects.toThrow(DatabaseInUse);
  unlock();
  // Handled before anything ends the move: a rejection without a handler fails the run.
  const refused = (error: Error) => error.message;
  const first = moveHere().catch(refused);
  await held();
  expect(() => lockSqlite(file)).toThrow(DatabaseInUse);
  await query(`select pg_terminate_backend(pid) ${waiting}`);
  expect(await first).toMatch(/terminating connection|Connection terminated/);
  expect(await count()).toEqual([0, 0]);

  const second = moveHere().catch(refused);
  await held();
  const { db, close } = await openDatabaseBeside({ kind: 'sqlite', file });
  await db.updateTable('shop_order').set({ note: 'No nuts' }).execute();
  await close();
  await query('select pg_advisory_unlock(1)');
  expect(await second).toMatch(/^A command wrote to the embedded database meanwhile/);
  expect(await count()).toEqual([0, 0]);

  expect(await moveHere()).toMatch(/^Moved\./);
  expect(await query('select note from shop_order')).toEqual(['No nuts']);
});

it('what PostgreSQL changes or refuses, and a shop of another version, is not moved', async () => {
  const { dataDir, file, moveHere, query } = await prepare();
  const differs = /^What arrived differs from the embedded database \(shop_order\)/;
  await addTrigger(query, 'shop_order', `new.note = new.note || '!'`);
  await expect(moveHere()).rejects.toThrow(differs);
  await query('drop trigger own on shop_order');

  using source = new DatabaseSync(file);
  for (const [change, why] of [
    [
      'update shop_state set value = char(0)',
      /cannot store the text shop_state\.value of the row \["s"\]/,
    ],
    [
      `update shop_state set value = cast(x'eda080' as text)`,
      /cannot store the text shop_state\.value/,
    ],
    [
      `update shop_state set value = '{}'; update "user" set "createdAt" = 'never'`,
      /^PostgreSQL refused rows of user, so nothing was moved: invalid input/,
    ],
    [
      `delete from migration where name like '0002%'`,
      /^The shop in \S+ was last started with another version/,
    ],
  ] as const) {
    source.exec(change);
    await expect(moveHere()).rejects.toThrow(why);
  }
  expect(await query('select count(*)::int from provider_event')).toEqual([0]);
  expect(existsSync(join(dataDir, 'session-secret'))).toBe(false);
});
