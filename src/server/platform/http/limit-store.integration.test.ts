import { sql } from 'kysely';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { openBehindProxy } from '#support/server/database-proxy.ts';
import { openLimitStore } from './limit-store.ts';
import { createLimits } from './limits.ts';
import type { Caller, Limit } from './limits.ts';

// Waits for PostgreSQL's start in a hook, whose time limit is longer than a test's.
beforeAll(postgresUrl);

const rules = {
  signIn: [
    { by: 'account and address', points: 3, seconds: 900 },
    { by: 'account and network', points: 5, seconds: 86_400 },
  ],
} as const;
const asha = { account: 'asha@example.com', address: '192.0.2.1' };
const neighbour = { ...asha, address: '192.0.2.2' };

/** Returns the limit of one more process. */
function open(url: string, scope = 'shop'): Limit {
  // On a busy machine a connection may take longer than a shopper can wait, and memory would count.
  const store = openLimitStore(url, 'a secret of the shop', { connect: 20_000, query: 20_000 });
  onTestFinished(() => store.close());
  return store.share(createLimits(rules), { rules, names: ['signIn'], scope }).signIn;
}

/** Resolves to how many of `tries` in turn are allowed. */
async function count(limits: readonly Limit[], caller: Caller, tries: number): Promise<number> {
  let passed = 0;
  for (let i = 0; i < tries; i += 1) {
    if (await limits[i % limits.length]!.tryConsume(caller)) passed += 1;
  }
  return passed;
}

it('counts the tries of two processes together, and what is refused not at all', async () => {
  const { url } = await openBehindProxy();
  const both = [open(url), open(url)] as const;
  expect(await count(both, asha, 9)).toBe(3);
  await expect(both[1].consume(asha, 1, ', or rest')).rejects.toMatchObject({
    status: 429,
    detail: 'Too many tries. Please wait 15 minutes and try again, or rest.',
    headers: { 'Retry-After': expect.stringMatching(/^(?:900|89\d|8[0-8]\d)$/) },
  });
  // The network has two tries left of five.
  expect(await count(both, neighbour, 4)).toBe(2);
  await both[0].restore(asha);
  expect(await count(both, asha, 3)).toBe(1);
  await both[1].reset(asha);
  expect(await count(both, asha, 5)).toBe(3);
  expect(await count([open(url, 'desk')], asha, 5)).toBe(3);
});

it('counts parallel tries exactly', async () => {
  const { url } = await openBehindProxy();
  const both = [open(url), open(url)] as const;
  const tries = Array.from({ length: 12 }, (_, i) => both[i % 2]!.tryConsume(asha));
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3);
});

it('stores neither e-mails nor addresses, and removes what has expired', async () => {
  const { db, url } = await openBehindProxy();
  await count([open(url)], asha, 4);
  const windows = async () =>
    (await sql<{ key: string; used: number }>`select key, used from limit_window`.execute(db)).rows;
  const [first, second] = await windows();
  expect([first?.used, second?.used]).toEqual([3, 3]);
  expect(first?.key).toMatch(/^[\w-]{22}$/);
  await sql`update limit_window set ends_at = now()`.execute(db);
  await count([open(url)], { ...asha, account: 'ravi@example.com' }, 1);
  await expect.poll(windows).toMatchObject([{ used: 1 }, { used: 1 }]);
});

it('locks nobody out for longer than a rule lasts if the clock of the database is set back', async () => {
  const { db, url } = await openBehindProxy();
  const limit = open(url);
  expect(await count([limit], asha, 9)).toBe(3);
  await sql`update limit_window set ends_at = ends_at + interval '1 year'`.execute(db);
  expect(await count([limit], asha, 9)).toBe(3);
  const { rows } = await sql`select from limit_window
    where ends_at > now() + interval '1 day'`.execute(db);
  expect(rows).toEqual([]);
});

it('counts in memory while the database is away, and again together once it is back', async () => {
  const { url, cut, repair } = await openBehindProxy();
  const both = [open(url), open(url)] as const;
  expect(await count(both, asha, 3)).toBe(3);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  cut();
  // Nobody is locked out, and nobody has more tries than one process allows.
  for (const each of both) expect(await count([each], asha, 9)).toBe(3);
  repair();
  const resetAndTry = async () => {
    // Memory counts for a second after a failure.
    vi.setSystemTime(Date.now() + 1_000);
    await both[0].reset(asha);
    return both[1].tryConsume(asha);
  };
  await expect.poll(resetAndTry).toBe(true);
});
