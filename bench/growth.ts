// Measures whether the shop slows down as it grows: the same calls to a shop with a thousand orders and reviews and to
// one with a million, in turn, on both databases.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { freePort } from '#support/free-port.ts';
import { keyId, keySecret, webhookSecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import type { StandIn } from '#support/payments/stand-in.ts';
import { insertSession, openAccountsBeside } from '#support/server/insert-session.ts';
import { startShop } from '#support/shop.ts';
import type { DatabaseKind, DatabaseSettings } from '../src/server/platform/database/open.ts';
import { reviewSorts } from '../src/shop/reviews.ts';
import { call, newPurchase } from '../tests/races/shopper.ts';
import type { Account } from '../tests/races/shopper.ts';
import { accountOf, ORDERS_OF_AN_ACCOUNT, REVIEWED, seed } from './growth-seed.ts';
import { middle, percentile } from './part.ts';
import type { Part, PartOptions, Row } from './part.ts';

const FEW = 1_000;
/** BENCH_ROWS=20000 is a quick look. */
const MANY = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
/** The number of calls for each p99. */
const CALLS = Number(process.env['BENCH_CALLS'] ?? 4_000) / 10;
const ACCOUNTS = 20;
/** p99 among many ÷ p99 among few. */
const REACH = 1.2;

interface GrownShop {
  origin: string;
  standIn: StandIn;
  accounts: readonly Account[];
}

/** Starts a shop with `count` orders and reviews, on a database of its own. */
async function grow(
  stack: AsyncDisposableStack,
  kind: DatabaseKind,
  count: number,
): Promise<GrownShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'maalai-growth-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  let database: DatabaseSettings = { kind: 'sqlite', file: join(dataDir, 'maalai.sqlite') };
  if (kind === 'postgres') {
    const cluster = await startPostgres({ isDurable: true });
    stack.defer(() => cluster.stop());
    database = { kind, url: (await createPostgresDatabase(cluster.url)).url };
  }
  await seed(database, count);
  const port = await freePort();
  const standIn = await startStandIn(`http://localhost:${port}/payments/webhook`);
  stack.defer(() => standIn.stop());
  const provider = `http://127.0.0.1:${standIn.port}`;
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    PAYMENT_KEY_ID: keyId,
    PAYMENT_KEY_SECRET: keySecret,
    PAYMENT_WEBHOOK_SECRET: webhookSecret,
    PAYMENT_API_URL: provider,
    PAYMENT_SCRIPT_URL: `${provider}/checkout.js`,
    // Each shopper has an address of its own.
    TRUST_PROXY: '1',
    ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
  };
  const shop = await startShop(env, dataDir);
  stack.defer(() => shop.remove());

  const { auth, close } = await openAccountsBeside(database, shop.origin);
  const accounts: Account[] = [];
  for (let index = 0; index < ACCOUNTS; index += 1) {
    // Spread over the table.
    const place = Math.floor((index * count) / ORDERS_OF_AN_ACCOUNT / ACCOUNTS);
    const { id, email } = accountOf(place);
    const { name, value } = await insertSession(auth, id);
    accounts.push({ email, cookie: `${name}=${value}`, address: '' });
  }
  await close();
  return { origin: `http://127.0.0.1:${port}`, standIn, accounts };
}

/** The durations of one turn of a measurement, by the name of the call. */
type Took = [what: string, ms: number][];
type Turn = (shop: GrownShop, account: Account) => Promise<Took>;

async function timed(what: string, work: () => ReturnType<typeof call>): Promise<Took[number]> {
  const began = performance.now();
  const reply = await work();
  if (reply?.status !== 200) throw new Error(`${what}: ${reply?.status ?? 'no answer'}`);
  return [what, performance.now() - began];
}

const read =
  (what: string, path: (account: Account) => string): Turn =>
  async ({ origin }, account) => [
    await timed(what, () => call(origin, 'GET', path(account), { from: account })),
  ];

const filters = ['', '&rating=2', '&q=bride'];
const turns: readonly Turn[] = [
  read('GET /orders/{email}', ({ email }) => `/orders/${email}`),
  ...reviewSorts.flatMap((sort) =>
    filters.map((filter) => {
      const query = `sort=${sort}${filter}`;
      const path = `/reviews?productId=${REVIEWED}&page=1&${query}`;
      return read(`GET /reviews?productId=…&${query}`, () => path);
    }),
  ),
  async (shop, account) => {
    const items = [{ productId: REVIEWED, selectedVersion: 'adult', quantity: 1 }] as const;
    const purchase = newPurchase(shop, account, { items });
    const placed = await timed('place', () => purchase.begin());
    await purchase.pay();
    return [placed, await timed('verify', () => purchase.verify())];
  },
];

/** Resolves to the p99 of each call, with few and with many rows. The shops take turns, so that both meet the same load. */
async function compare(few: GrownShop, many: GrownShop, turn: Turn) {
  const took = new Map<string, { few: number[]; many: number[] }>();
  for (let index = 0; index < CALLS; index += 1) {
    const address = `10.${(index >> 8) & 255}.${index & 255}.${Math.floor(Math.random() * 255)}`;
    for (const [size, shop] of Object.entries({ few, many }) as ['few' | 'many', GrownShop][]) {
      const account = { ...shop.accounts[index % ACCOUNTS]!, address };
      for (const [what, ms] of await turn(shop, account)) {
        if (!took.has(what)) took.set(what, { few: [], many: [] });
        took.get(what)![size].push(ms);
      }
    }
  }
  return Array.from(took, ([what, { few: small, many: large }]) => ({
    what,
    few: percentile(small, 0.99),
    many: percentile(large, 0.99),
  }));
}

async function measure(kind: DatabaseKind, { repeats, report }: PartOptions): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  report(`${kind}: filling two databases`);
  const few = await grow(stack, kind, FEW);
  const many = await grow(stack, kind, MANY);
  const rows: Row[] = [];
  for (const turn of turns) {
    const compared = [];
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      compared.push(...(await compare(few, many, turn)));
    }
    for (const [what, figures] of Map.groupBy(compared, (one) => one.what)) {
      const twin = middle(figures.map((one) => one.few)).value;
      const own = middle(figures.map((one) => one.many));
      rows.push({ what: `${kind} ${what}`, unit: 'ms', ...own, twin, reach: REACH * twin });
      report(`${kind} ${what}: ${own.value.toFixed(1)} ms, with few ${twin.toFixed(1)} ms`);
    }
  }
  return rows;
}

export const part: Part = {
  name: 'growth',
  about: `p99 of ${CALLS} calls with ${MANY} orders and reviews; its twin is the same shop with ${FEW}.`,
  async run(options) {
    return [...(await measure('sqlite', options)), ...(await measure('postgres', options))];
  },
};
