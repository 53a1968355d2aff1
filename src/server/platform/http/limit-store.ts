// The counters of the limits that must hold for all processes together, in PostgreSQL: a guesser must not have as many tries
// again at each process. While the database is away, those in memory count instead: they lock nobody out and let no more
// through than one process allows.
import { createHmac } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { isDatabaseUnavailable } from '../database/open.ts';
import { createPostgresDialect } from '../database/postgres.ts';
import type { Schema } from '../database/schema.ts';
import { deriveKey } from '../secrets.ts';
import { findKey, isPersonal, tooMany } from './limits.ts';
import type { Caller, Limit, LimitRule, LimitRules, Limits } from './limits.ts';

/** In milliseconds: a sign-in must not wait long for what memory can count. */
const TIMES = { connect: 700, query: 800 };
/** How long memory counts after a failure, in milliseconds. */
const AWAY_MS = 1_000;
const SWEEP_MS = 60_000;
const SWEPT_AT_ONCE = 10_000;

export interface LimitStore {
  /**
   * Returns the limits, of which those of `names` are counted in the database.
   * @param limits what counts while the database is away
   * @param scope which counters are meant: the desk has its own
   */
  share<Name extends string>(
    limits: Limits<Name>,
    shared: { rules: LimitRules<Name>; names: readonly Name[]; scope: string },
  ): Limits<Name>;
  close(): Promise<void>;
}

/**
 * Opens the store. A few connections of its own suffice and leave the shop's to the shop. They do not wait for the disk or a
 * standby: a count may be lost.
 * @param secret what the keys are hashed with, so that nobody who reads the table can try out addresses
 */
export function openLimitStore(url: string, secret: string, times = TIMES): LimitStore {
  const connections = { max: 3, options: '-c synchronous_commit=off' };
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(url, times, connections) });
  const hashKey = deriveKey(secret, 'maalai.limits');
  let awayUntil = 0;
  let nextSweep = 0;

  /** Resolves to undefined if the database is away. */
  async function reach<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (Date.now() < awayUntil) return undefined;
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      awayUntil = Date.now() + AWAY_MS;
      return undefined;
    }
  }

  function createSharedLimit(name: string, rules: readonly LimitRule[], memory: Limit): Limit {
    /** Returns the rules that count something of the caller, narrow ones first, with their keys. */
    const findRules = (caller: Caller) =>
      rules.flatMap((rule, index) => {
        const key = findKey(rule.by, caller);
        if (key === undefined) return [];
        const hash = createHmac('sha256', hashKey).update(`${name} ${index} ${key}`).digest();
        return { ...rule, key: hash.toString('base64url', 0, 16) };
      });

    /** Counts a try, and resolves to 0; or for how many milliseconds the caller has to wait. */
    const count = (caller: Caller, points: number) =>
      reach(async () => {
        const own = findRules(caller);
        const keys = own.map(({ key }) => key);
        const counted = await add(own, points);
        if (Date.now() > nextSweep) await sweep();
        if (counted.length === keys.length) return 0;
        // Refused by one rule, it does not count under the others.
        await subtract(counted, points);
        const open = keys.filter((key) => !counted.includes(key));
        return Math.max(1, await findWait(open));
      });

    return {
      async consume(caller, points = 1, instead) {
        const wait = await count(caller, points);
        if (wait === undefined) return memory.consume(caller, points, instead);
        if (wait > 0) throw tooMany(wait, undefined, instead);
      },
      async tryConsume(caller) {
        const wait = await count(caller, 1);
        return wait === undefined ? memory.tryConsume(caller) : wait === 0;
      },
      async restore(caller, points = 1) {
        // Also what was counted while the database was away.
        await memory.restore(caller, points);
        const keys = findRules(caller).map(({ key }) => key);
        await reach(() => subtract(keys, points));
      },
      async reset(caller) {
        await memory.reset(caller);
        const own = findRules(caller).filter(isPersonal);
        const keys = own.map(({ key }) => key);
        await reach(() =>
          sql`with own as (${locked(keys)})
            delete from limit_window using own where limit_window.key = own.key`.execute(db),
        );
      },
    };
  }

  /** Counts under each rule that allows it. Resolves to the keys of these. */
  async function add(own: readonly (LimitRule & { key: string })[], points: number) {
    const keys = own.map(({ key }) => key);
    const seconds = own.map((rule) => rule.seconds);
    const allowed = own.map((rule) => rule.points);
    // A window that ends later than a new one is of a clock that was set back since. The minute is for a statement that began
    // before the one that opened the window, and waited for it.
    const isOpen = sql`w.ends_at > now() and w.ends_at < excluded.ends_at + interval '1 minute'`;
    const { rows } = await sql<{ key: string }>`
      insert into limit_window as w (key, used, ends_at)
      select key, ${points}::int, now() + seconds * interval '1 second'
        from unnest(${keys}::text[], ${seconds}::int[]) as rule (key, seconds)
      on conflict (key) do update set
        used = excluded.used + case when ${isOpen} then w.used else 0 end,
        ends_at = case when ${isOpen} and w.used > 0 then w.ends_at else excluded.ends_at end
      where not (${isOpen})
        or w.used < (${allowed}::int[])[array_position(${keys}::text[], w.key)]
      returning key`.execute(db);
    return rows.map(({ key }) => key);
  }

  const subtract = (keys: readonly string[], points: number) =>
    sql`with own as (${locked(keys)})
      update limit_window set used = greatest(used - ${points}::int, 0)
        from own where limit_window.key = own.key`.execute(db);

  async function findWait(keys: readonly string[]): Promise<number> {
    const { rows } = await sql<{ wait: number }>`
      select (extract(epoch from ends_at - now()) * 1000)::float8 as wait from limit_window
        where key = any(${keys}::text[]) order by array_position(${keys}::text[], key)`.execute(db);
    return rows[0]?.wait ?? 0;
  }

  /** Deletes expired windows, unless another process does. */
  async function sweep(): Promise<void> {
    nextSweep = Date.now() + SWEEP_MS;
    await reach(() =>
      sql`delete from limit_window where key in (select key from limit_window where ends_at <= now()
        limit ${SWEPT_AT_ONCE} for update skip locked)`.execute(db),
    );
  }

  return {
    share<Name extends string>(
      limits: Limits<Name>,
      { rules, names, scope }: { rules: LimitRules<Name>; names: readonly Name[]; scope: string },
    ) {
      const shared = names.map((name) => [
        name,
        createSharedLimit(`${scope} ${name}`, rules[name], limits[name]),
      ]);
      return { ...limits, ...(Object.fromEntries(shared) as Partial<Limits<Name>>) };
    },
    close: () => db.destroy(),
  };
}

/** In the order in which `add` locks them: two that lock the same rows in another order would wait for each other. */
const locked = (keys: readonly string[]) =>
  sql`select key from limit_window where key = any(${keys}::text[])
    order by array_position(${keys}::text[], key) for update`;
