// A primary and a standby as real processes, and a third server that is never there.
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres } from '#support/databases/postgres.ts';
import type { PostgresCluster } from '#support/databases/postgres.ts';
import { healthRoutes } from '../http/api.ts';
import { migrate } from './migrate.ts';
import { isDatabaseUnavailable, openDatabase } from './open.ts';
import type { OpenDatabase } from './open.ts';
import type { Database } from './schema.ts';

const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

let servers: [PostgresCluster, PostgresCluster];
let database: OpenDatabase;
/** How often somebody connected to the third server, which ends each connection at once. */
let knocks = 0;

beforeAll(async () => {
  const gone = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  running.defer(() => void gone.close());
  const first = await startPostgres({ isDurable: true });
  running.defer(() => first.stop());
  const second = await startPostgres({ isDurable: true, primary: first });
  running.defer(() => second.stop());
  servers = [first, second];
  const away = `postgres://maalai@127.0.0.1:${(gone.address() as AddressInfo).port}/postgres`;
  const url = [second.url, away, first.url].join();
  database = await openDatabase({ kind: 'postgres', url });
  running.defer(() => database.close());
});

const write = (db: Database) => sql`insert into written default values`.execute(db);
const promote = async ({ url }: PostgresCluster) => {
  const { db, close } = await openDatabase({ kind: 'postgres', url });
  // Without waiting: on a busy machine it takes longer than a query may. The writes wait for it.
  await sql`select pg_promote(false)`.execute(db);
  await close();
};

/** Writes until `change` is over and a write succeeds again. Resolves to what each failed write threw. */
async function writeDuring(change: () => Promise<void>): Promise<unknown[]> {
  const errors: unknown[] = [];
  let isOver = false;
  let hasFailed = false;
  const changing = change().finally(() => (isOver = true));
  changing.catch(() => (hasFailed = true));
  for (;;) {
    const error = await write(database.db).then(
      () => undefined,
      (thrown: unknown) => thrown ?? 'nothing',
    );
    if (hasFailed || (error === undefined && isOver)) break;
    if (error !== undefined) errors.push(error);
    await pause(10);
  }
  await changing;
  return errors;
}

it('finds the primary, whichever is named first, and migrates it', async () => {
  const { db, kind } = database;
  await migrate(db, kind, () => new Date());
  await sql`create table written (id bigint generated always as identity)`.execute(db);
  knocks = 0;
  for (let i = 0; i < 20; i += 1) await write(db);
  expect(knocks).toBe(0);
});

it('does not look for another primary because all connections to this one are in use', async () => {
  knocks = 0;
  const slow = () => sql`select pg_sleep(0.8)`.execute(database.db);
  const all = await Promise.allSettled(Array.from({ length: 40 }, slow));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']));
  expect(knocks).toBe(0);
  await write(database.db);
  expect(knocks).toBe(0);
});

it('names each server and why it is no primary', { timeout: 20_000 }, async () => {
  const { url } = servers[1];
  const { db, close } = await openDatabase({ kind: 'postgres', url: `${url},${url}` });
  const why = () => write(db).then(String, (error: Error) => error.message);
  await expect.poll(why, { timeout: 15_000 }).toMatch(/^No server takes writes: .* is a standby; /);
  await close();
});

it('goes on with a primary that is slow, where it finds no other', async () => {
  const [first, second] = servers;
  let isSlow = false;
  const relay = createServer((near) => {
    // It accepts, and lets the others wait.
    if (isSlow) return;
    const far = connect({ port: Number(new URL(first.url).port), host: '127.0.0.1' });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo;
  const own = first.url.replace(/:\d+\//, `:${port}/`);
  const { db, close } = await openDatabase({ kind: 'postgres', url: `${own},${second.url}` });
  const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
  await Promise.all([sleep(0.1), sleep(0.1)]);
  isSlow = true;
  // One of them needs a new connection.
  const results = await Promise.allSettled([sleep(0.3), sleep(0.3), sleep(0.3)]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  for (let i = 0; i < 20; i += 1) await write(db);
  await close();
  relay.close();
});

it('serves nothing from a primary that restarted alone until its standby has what it shows', async () => {
  const [first, second] = servers;
  const alone = await openDatabase({ kind: 'postgres', url: first.url });
  const configure = async (names: string) => {
    await sql`alter system set synchronous_standby_names = ${sql.lit(names)}`.execute(alone.db);
    await sql`select pg_reload_conf()`.execute(alone.db);
  };
  const count = ({ db }: OpenDatabase) =>
    sql<{ all: number }>`select count(*) as all from written`
      .execute(db)
      .then(({ rows }) => rows[0]?.all);
  const before = (await count(alone))!;
  await configure('*');
  await second.halt();
  await expect(write(database.db)).rejects.toSatisfy(isDatabaseUnavailable);
  expect(await count(alone)).toBe(before);
  await first.crash();
  await expect.poll(() => count(alone).catch(() => 'away')).toBe(before + 1);
  await expect(count(database)).rejects.toSatisfy(isDatabaseUnavailable);
  await second.follow(first);
  await expect.poll(() => count(database).catch(() => 'away')).toBe(before + 1);
  await configure('');
  await alone.close();
});

it('follows a switchover, after which the former primary is a standby', async () => {
  const [first, second] = servers;
  const errors = await writeDuring(async () => {
    await first.shutDown();
    await promote(second);
    await first.follow(second);
  });
  expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
});

it('follows a failover, and does not search anew for each request meanwhile', async () => {
  const [first, second] = servers;
  const app = new Hono().route('/', healthRoutes({ ...database, canPay: async () => true }));
  const errors = await writeDuring(async () => {
    await second.halt();
    knocks = 0;
    const began = performance.now();
    const requests = Array.from({ length: 200 }, () => write(database.db));
    const failed = (await Promise.allSettled(requests)).flatMap((each) =>
      each.status === 'rejected' ? [isDatabaseUnavailable(each.reason)] : [],
    );
    expect(new Set(failed)).toEqual(new Set([true]));
    expect((await app.request('/readyz')).status).toBe(503);
    // One search each half second.
    expect(knocks).toBeLessThanOrEqual(2 + (performance.now() - began) / 500);
    await promote(first);
    // The former primary comes back alone: connections to the new one stay.
    await second.resume();
  });
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
  await expect.poll(async () => (await app.request('/readyz')).status).toBe(200);
});
