// Measures whether the shop slows down as it grows: the same requests to a shop with a thousand orders and reviews and to
// one with a million, in turn, on both databases.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import type { RecordableHistogram } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { insertSession, withAccounts } from '#support/server/insert-session.ts';
import { countStoredReviews } from '#support/server/stored-reviews.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import { openDatabase } from '../src/server/platform/database/open.ts';
import type { DatabaseKind, DatabaseSettings } from '../src/server/platform/database/open.ts';
import { withoutTimeLimit } from '../src/server/platform/database/postgres.ts';
import { writeSnapshot } from '../src/shop/order.ts';
import { quote } from '../src/shop/price.ts';
import { reviewSorts } from '../src/shop/reviews.ts';
import { call, newPurchase } from '../tests/races/shopper.ts';
import type { Account } from '../tests/races/shopper.ts';
import type { Bench, Figure, Part } from './run.ts';
import { openShop } from './order.ts';
import { REQUESTS } from './shop-process.ts';

const FEW = 1_000;
/** BENCH_ROWS=20000 is a quick look. */
const MANY = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** The number of requests for each p99. */
const TURNS = REQUESTS / 10;
const ACCOUNTS = 20;
/** p99 among many ÷ p99 among few. */
const REACH = 1.2;
const ORDERS_PER_ACCOUNT = 10;
const reviewed = '3';

/** Returns the time of so many seconds since 1970, an expression of SQL. */
function formatSeconds(kind: DatabaseKind, seconds: string): RawBuilder<string> {
  return sql.raw(
    kind === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
      : `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  );
}

/** Returns a table with a column `i` that counts from 1. */
function countTo(most: number): RawBuilder<unknown> {
  return sql.raw(
    `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) select i from n) rows`,
  );
}

/** Returns what was agreed in an order: it is only displayed. */
function snapshot(): string {
  const priced = quote([{ productId: '4', selectedVersion: 'adult', quantity: 1 }]);
  if (!priced.ok) throw new Error(priced.message);
  const delivery = {
    customerName: 'Kavya Raman',
    email: 'growth-0@shopper.example',
    phoneNumber: '9876543210',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '14, North Mada Street, Mylapore, Chennai',
  };
  return writeSnapshot({ quote: priced.quote, delivery });
}

/** Returns the statements that fill a database, in order. `i` counts from 1, accounts from 0. */
function statements(kind: DatabaseKind, count: number): RawBuilder<unknown>[] {
  const account = sql.raw(`'growth-' || ((i - 1) / ${ORDERS_PER_ACCOUNT})`);
  const email = sql`${account} || '@shopper.example'`;
  // Every half minute since November 2023.
  const [at, id] = [formatSeconds(kind, '1700000000 + i * 30'), sql.raw(`'MA-' || i`)];
  const words = 'A garland that the bride wore twice, and the children ate in an evening.';
  // As after the sweep: without recipient and content.
  const mail = (name: string) => sql`
    insert into mail (id, dedupe_key, recipient, kind, order_id, payload, created_at, next_try_at, sent_at)
    select id || ${sql.lit(name)}, 'order:' || id || ${sql.lit(`:${name}`)}, '', ${sql.lit(`order-${name}`)}, id,
      '{}', placed_at, placed_at, placed_at from shop_order`;
  return [
    sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      select 'growth-' || (i - 1), 'Kavya Raman', 'growth-' || (i - 1) || '@shopper.example', 1 = 0,
        current_timestamp, current_timestamp from ${countTo(count / ORDERS_PER_ACCOUNT)}`,
    sql`insert into payment_attempt (id, user_id, email, idempotency_key, request_hash, state, amount, currency,
        receipt, provider_order_id, snapshot, created_at, updated_at)
      select ${id}, ${account}, ${email}, ${id}, 'h', 'paid', 99900, 'INR', ${id}, ${id}, ${snapshot()}, ${at}, ${at}
      from ${countTo(count)}`,
    sql`insert into shop_order (id, attempt_id, provider_order_id, provider_payment_id, user_id, email, amount,
        currency, snapshot, placed_at)
      select id, id, id, id, user_id, email, amount, currency, snapshot, created_at from payment_attempt`,
    sql`insert into order_event (key, order_id, type, at, courier)
      select 'order:' || id || ':sent', id, 'sent', placed_at, 'Delhivery' from shop_order`,
    mail('receipt'),
    mail('notice'),
    sql`insert into review (id, product_id, user_id, name, rating, title, comment, search, images, verified,
        helpful_votes, created_at)
      select 'review-' || i, ${reviewed}, ${account}, 'Kavya', 1 + (i * 7) % 5, 'Lovely', ${words}, lower(${words}),
        '[]', 1, (i * 5) % 13, ${at} from ${countTo(count)}`,
  ];
}

/** Migrates an empty database and fills it by these statements. */
async function fillDatabase(
  settings: DatabaseSettings,
  filling: readonly RawBuilder<unknown>[],
): Promise<void> {
  const { db, kind, close } = await openDatabase(settings);
  try {
    await migrate(db, kind, () => new Date());
    // If this fails, nothing is kept anyway, and the shop sets its own values when it opens the file.
    const fast = ['synchronous = off', 'journal_mode = off', 'cache_size = -500000'];
    const pragmas = fast.map((setting) => sql.raw(`pragma ${setting}`));
    if (kind === 'sqlite') for (const pragma of pragmas) await pragma.execute(db);
    await db.connection().execute(async (connection) => {
      if (kind === 'postgres') await sql`set statement_timeout = 0`.execute(connection);
      await withoutTimeLimit(async () => {
        for (const statement of filling) await statement.execute(connection);
        await countStoredReviews(connection);
        if (kind === 'postgres') await sql`vacuum analyze`.execute(connection);
      });
    });
  } finally {
    await close();
  }
}

/** Resolves to a new folder for the data of a shop, and its database, which is empty. */
async function openFolder(stack: AsyncDisposableStack, kind: DatabaseKind) {
  const dataDir = mkdtempSync(join(tmpdir(), 'maalai-growth-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  if (kind === 'sqlite') {
    return { dataDir, database: { kind, file: join(dataDir, 'maalai.sqlite') }, env: {} } as const;
  }
  const cluster = stack.adopt(await startPostgres({ isDurable: true }), ({ stop }) => stop());
  const { url } = await createPostgresDatabase(cluster.url);
  return { dataDir, database: { kind, url }, env: { DATABASE_URL: url } } as const;
}

type GrownShop = Awaited<ReturnType<typeof grow>>;

/** Starts a shop with `count` orders and reviews, on a database of its own. */
async function grow(stack: AsyncDisposableStack, kind: DatabaseKind, count: number) {
  const { dataDir, database, env } = await openFolder(stack, kind);
  await fillDatabase(database, statements(kind, count));
  const { shop, standIn } = await openShop(stack, { LOG_LEVEL: 'warn', ...env }, dataDir);

  const accounts: Account[] = [];
  await withAccounts({ database, origin: shop.origin }, async (auth) => {
    for (let index = 0; index < ACCOUNTS; index += 1) {
      // Spread over the table.
      const id = `growth-${Math.floor((index * count) / ORDERS_PER_ACCOUNT / ACCOUNTS)}`;
      const { name, value } = await insertSession(auth, id);
      accounts.push({ email: `${id}@shopper.example`, cookie: `${name}=${value}`, address: '' });
    }
  });
  return { origin: `http://127.0.0.1:${shop.port}`, standIn, accounts };
}

/** Sends one request and records its duration under a name. */
type Timed = (what: string, send: () => ReturnType<typeof call>) => Promise<void>;
type Turn = (timed: Timed, shop: GrownShop, account: Account) => Promise<void>;

const read =
  (what: string, path: (account: Account) => string): Turn =>
  (timed, { origin }, account) =>
    timed(what, () => call(origin, 'GET', path(account), { from: account }));

const reviewQueries = reviewSorts.flatMap((sort) =>
  ['', '&rating=2', '&q=bride'].map((filter) => `sort=${sort}${filter}`),
);
const turns: readonly Turn[] = [
  read('GET /orders/{email}', ({ email }) => `/orders/${email}`),
  ...reviewQueries.map((query) =>
    read(
      `GET /reviews?productId=…&${query}`,
      () => `/reviews?productId=${reviewed}&page=1&${query}`,
    ),
  ),
  async (timed, shop, account) => {
    const items = [{ productId: reviewed, selectedVersion: 'adult', quantity: 1 }] as const;
    const purchase = newPurchase(shop, account, { items });
    await timed('place', () => purchase.begin());
    await purchase.pay();
    await timed('verify', () => purchase.verify());
  },
];

/** Resolves to the p99 of each request of a turn in the shops, which take turns, so that both meet the same load. */
async function compare(shops: Record<string, GrownShop>, turn: Turn) {
  const durations: Record<string, RecordableHistogram> = {};
  for (let index = 0; index < TURNS; index += 1) {
    const address = `10.${(index >> 8) & 255}.${index & 255}.${Math.floor(Math.random() * 255)}`;
    for (const [size, shop] of Object.entries(shops)) {
      const timed: Timed = async (what, send) => {
        const began = performance.now();
        const response = await send();
        if (response?.status !== 200)
          throw new Error(`${what}: ${response?.status ?? 'no response'}`);
        const microseconds = Math.ceil((performance.now() - began) * 1_000);
        (durations[`${what}${size}`] ??= createHistogram()).record(microseconds);
      };
      await turn(timed, shop, { ...shop.accounts[index % ACCOUNTS]!, address });
    }
  }
  const p99 = (histogram: RecordableHistogram) => histogram.percentile(99) / 1_000;
  return Object.fromEntries(Object.entries(durations).map(([what, all]) => [what, p99(all)]));
}

const OF_FEW = ' among few';

async function measureDatabase(kind: DatabaseKind, { repeat, report }: Bench): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  report(`${kind}: filling two databases`);
  const shops = { [OF_FEW]: await grow(stack, kind, FEW), '': await grow(stack, kind, MANY) };
  const figures: Figure[] = [];
  for (const turn of turns) {
    const all = await repeat(kind, () => compare(shops, turn));
    for (const [what, measured] of Object.entries(all)) {
      const twin = all[what + OF_FEW];
      if (!twin) continue;
      const name = `${kind} ${what}`;
      figures.push({ what: name, unit: 'ms', measured, twin, reachTimesTwin: REACH });
    }
  }
  return figures;
}

export const growth: Part = {
  about: `p99 of ${TURNS} requests with ${MANY} orders and reviews; its twin is the same shop with ${FEW}.`,
  async measure(bench) {
    return [
      ...(await measureDatabase('sqlite', bench)),
      ...(await measureDatabase('postgres', bench)),
    ];
  },
};
