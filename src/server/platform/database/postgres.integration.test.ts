import { Kysely, sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { migrate, MigrationError } from './migrate.ts';
import { isDatabaseUnavailable, openDatabase } from './open.ts';
import { createPostgresDialect, TIME_LIMITS, withoutTimeLimit } from './postgres.ts';

// Waits for PostgreSQL's start in a hook, whose time limit is longer than a test's.
beforeAll(postgresUrl);

/** For what never comes. A busy machine may exceed them with what comes, so that is tried again. */
const SHORT = { connect: 250, query: 400 };
/** For tests that are not about time. */
const PATIENT = { connect: 20_000, query: 20_000 };

/** Resolves to the result of the first try that succeeds. */
const eventually = <T>(work: () => Promise<T>) => vi.waitFor(work, { timeout: 20_000 });

/** Resolves to the error that `work` rejects with. */
const failure = async (work: Promise<unknown>) => {
  const [result] = await Promise.allSettled([work]);
  return result.status === 'rejected' ? (result.reason as unknown) : undefined;
};

it('waits less than two seconds in total for a connection and a result', () => {
  expect(TIME_LIMITS.connect + TIME_LIMITS.query).toBeLessThan(2_000);
});

it('fails within the time limits while the database does not respond, and takes no late result for another', async () => {
  const { db, silence, repair } = await openBehindProxy(SHORT);
  const query = (text: string) => sql<{ text: string }>`select ${text}::text as text`.execute(db);
  await eventually(() => query('early'));
  silence();
  // The first query reuses the open connection, the others need new ones.
  const errors = await Promise.all([query('late'), query('late'), query('late')].map(failure));
  expect(errors.map((error) => isDatabaseUnavailable(error))).toEqual([true, true, true]);
  expect(errors.map((error) => (error as Error).message)).toEqual([
    'PostgreSQL did not answer within 400 ms',
    'timeout exceeded when trying to connect',
    'timeout exceeded when trying to connect',
  ]);
  repair();
  expect((await eventually(() => query('right'))).rows).toEqual([{ text: 'right' }]);
});

it('waits longer for a connection where queries have no time limit', async () => {
  const { db, silence, repair } = await openBehindProxy(SHORT);
  silence();
  const ping = () => sql`select 1 as one`.execute(db);
  const patient = withoutTimeLimit(ping);
  expect(isDatabaseUnavailable(await failure(ping()))).toBe(true);
  repair();
  expect((await patient).rows).toEqual([{ one: 1 }]);
});

it('recognizes a closed connection, and opens a new one', async () => {
  const { db, cut, repair } = await openBehindProxy(PATIENT);
  await sql`select 1`.execute(db);
  cut();
  for (let i = 0; i < 3; i += 1) {
    const error = await failure(sql`select 1`.execute(db));
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
  repair();
  expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
});

it.each([
  ['can only read, as after a failover', `set session characteristics as transaction read only`],
  ['is in a failed transaction', `begin; select 1 / 0`],
  ['was ended by the server', `select pg_terminate_backend(pg_backend_pid())`],
])('replaces a connection that %s', async (_what, spoil) => {
  const { db } = await openBehindProxy(PATIENT);
  const write = () => db.transaction().execute((trx) => trx.deleteFrom('mail').execute());
  const spoilt = await failure(sql.raw(spoil).execute(db));
  const error = await failure(write());
  expect(isDatabaseUnavailable(error ?? spoilt)).toBe(true);
  await write();
});

it('stops a statement that takes too long, unless it has no time limit', async () => {
  const { db } = await openBehindProxy(SHORT);
  await eventually(() => sql`select 1`.execute(db));
  const error = await failure(sql`select pg_sleep(10)`.execute(db));
  expect(isDatabaseUnavailable(error)).toBe(true);
  const patient = withoutTimeLimit(() =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      return sql`select pg_sleep(0.6), 'done' as result`.execute(trx);
    }),
  );
  expect((await patient).rows).toMatchObject([{ result: 'done' }]);
});

it('fails within the time limits when all connections are taken', async () => {
  const { db } = await openBehindProxy();
  const release = Promise.withResolvers<void>();
  let held = 0;
  const hold = () => {
    held += 1;
    return release.promise;
  };
  const holders = Array.from({ length: 20 }, () => eventually(() => db.connection().execute(hold)));
  await expect.poll(() => held).toBe(20);
  // The connections are released only after this query.
  const error = await failure(sql`select 1`.execute(db));
  expect(isDatabaseUnavailable(error)).toBe(true);
  release.resolve();
  await Promise.all(holders);
  expect((await eventually(() => sql`select 1 as one`.execute(db))).rows).toEqual([{ one: 1 }]);
});

it('does not mistake a bug for an unavailable database', async () => {
  const { db } = await openBehindProxy(PATIENT);
  const error = await failure(sql`select * from nowhere`.execute(db));
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(false);
});

/** Creates a database. Resolves to its URL. */
async function create(options = {}): Promise<string> {
  const { url, drop } = await createPostgresDatabase(await postgresUrl(), options);
  onTestFinished(drop);
  return url;
}

it('reads the same whatever its database, role or address has set, also over a socket', async () => {
  const url = await create();
  const address = new URL(url);
  const connect = (own = {}) => {
    const db = new Kysely<never>({ dialect: createPostgresDialect(address.href, PATIENT, own) });
    onTestFinished(() => db.destroy());
    return db;
  };
  const name = sql.ref(address.pathname.slice(1));
  const owner = connect();
  const others = [`datestyle = 'German'`, `bytea_output = 'escape'`, 'lock_timeout = 1'];
  for (const other of [...others, `default_transaction_isolation = 'serializable'`]) {
    await sql`alter database ${name} set ${sql.raw(other)}`.execute(owner);
  }
  const { rows: folders } = await sql<{ folder: string }>`
    select current_setting('unix_socket_directories') as folder`.execute(owner);
  const reading = sql`select '2026-11-14 10:00Z'::timestamptz as at, '\\x01ff'::bytea as bytes,
    current_setting('transaction_isolation') as isolation, current_setting('lock_timeout') as lock,
    current_setting('synchronous_commit') = 'local' as own, current_setting('work_mem') as memory,
    inet_client_addr() is null as socket`;
  const expectSame = async (db: Kysely<never>, rest: object) =>
    expect((await reading.execute(db)).rows).toEqual([
      {
        at: new Date('2026-11-14T10:00:00Z'),
        bytes: Buffer.from([1, 255]),
        isolation: 'read committed',
        lock: '0',
        memory: '5MB',
        ...rest,
      },
    ]);
  address.searchParams.set('options', '-c DateStyle=SQL -c work_mem=5MB');
  await expectSame(connect(), { own: false, socket: false });
  const own = { options: '-c synchronous_commit=local -c DateStyle=SQL' };
  await expectSame(connect(own), { own: true, socket: false });
  address.hostname = encodeURIComponent(folders[0]!.folder);
  await expectSame(connect(), { own: false, socket: true });
});

it.each([
  ['create schema other', '-c search_path=missing', /^The database has no schema for tables of /],
  ['create table "user" (id text)', '', /^The migrations do not fit .* \(relation "user" already/],
  ['create table migration (id text)', '', /^The migrations do not fit .* \(column "name" /],
])('names in one line why it cannot migrate after %s', async (statement, options, why) => {
  const address = new URL(await create());
  const open = async () => {
    const { db, kind, close } = await openDatabase({ kind: 'postgres', url: address.href });
    onTestFinished(close);
    return { db, kind };
  };
  await sql.raw(statement).execute((await open()).db);
  address.searchParams.set('options', options);
  const { db, kind } = await open();
  const error = await failure(migrate(db, kind, () => new Date()));
  expect(error).toBeInstanceOf(MigrationError);
  expect((error as Error).message).toMatch(why);
});

it.each(['verify-full', 'require', 'no-verify'])(
  'reports a server without TLS as unavailable with sslmode=%s, and warns of nothing',
  async (mode) => {
    const warnings = vi.spyOn(process, 'emitWarning');
    const address = new URL(await create());
    address.searchParams.set('sslmode', mode);
    const { db, close } = await openDatabase({ kind: 'postgres', url: address.href });
    onTestFinished(close);
    const error = await failure(sql`select 1`.execute(db));
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(warnings).not.toHaveBeenCalled();
  },
);

it('migrates no database that cannot hold every character', async () => {
  const template = `template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`;
  const url = await create({ template });
  const { db, kind, close } = await openDatabase({ kind: 'postgres', url });
  onTestFinished(close);
  const why = /^The database has the encoding LATIN1, /;
  await expect(migrate(db, kind, () => new Date())).rejects.toThrow(why);
});
