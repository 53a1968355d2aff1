import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withoutTimeLimit } from './postgres.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** The error of the work, and how long it took to come. */
async function failure(work: Promise<unknown>) {
  const began = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, took: performance.now() - began };
}

it('says soon that the database has fallen silent, then recovers', async () => {
  const { db, silence, repair } = await openBehindProxy();
  const ping = () => sql`select 1 as one`.execute(db);
  await ping();
  silence();
  const tries = await Promise.all([ping(), ping(), ping()].map(failure));
  for (const { error, took } of tries) {
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(took).toBeLessThan(3_000);
  }
  repair();
  expect((await ping()).rows).toEqual([{ one: 1 }]);
});

it('never gives a late answer to another question', async () => {
  const { db, silence, repair } = await openBehindProxy();
  await sql`select 1`.execute(db);
  silence();
  await failure(sql`select 'late' as answer`.execute(db));
  repair();
  const { rows } = await sql`select 'right' as answer`.execute(db);
  expect(rows).toEqual([{ answer: 'right' }]);
});

it('knows a connection that was cut, and takes a new one', async () => {
  const { db, cut, repair } = await openBehindProxy();
  await sql`select 1`.execute(db);
  cut();
  for (let i = 0; i < 3; i += 1) {
    const { error } = await failure(sql`select 1`.execute(db));
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
  repair();
  expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
});

it('stops a statement that takes too long, unless it was told to wait', async () => {
  const { db } = await openBehindProxy();
  const { error } = await failure(sql`select pg_sleep(10)`.execute(db));
  expect(isDatabaseUnavailable(error)).toBe(true);
  const patient = withoutTimeLimit(() =>
    db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      return sql`select pg_sleep(2), 'done' as answer`.execute(trx);
    }),
  );
  expect((await patient).rows).toMatchObject([{ answer: 'done' }]);
});

it('says soon that all connections are taken', async () => {
  const { db } = await openBehindProxy();
  const release = Promise.withResolvers<void>();
  const holders = Array.from({ length: 20 }, () => db.connection().execute(() => release.promise));
  const { error, took } = await failure(sql`select 1`.execute(db));
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(took).toBeLessThan(2_000);
  release.resolve();
  await Promise.all(holders);
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

it('does not take a fault of ours for a database that is away', async () => {
  const { db } = await openBehindProxy();
  const { error } = await failure(sql`select * from nowhere`.execute(db));
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(false);
});
