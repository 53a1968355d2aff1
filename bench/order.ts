// The cost of an order for the shop: place, pay, verify, three webhooks and two e-mails, on both databases with fsync.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { freePort } from '#support/free-port.ts';
import { standInEnv } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import { cpuTime } from '#support/server/process-use.ts';
import { startRealShop } from '#support/shop.ts';
import { openMailbox } from '../tests/races/mailbox.ts';
import { newPurchase, openAccounts } from '../tests/races/shopper.ts';
import type { Bench, Figure, Part } from './run.ts';
import { CONNECTIONS, REQUESTS, sendRequests, startBareServer } from './shop-process.ts';
import type { ServerRequest } from './shop-process.ts';

const cart = { items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }] } as const;

/**
 * Starts a shop with shoppers, a payment provider and a mail server. `stack` stops them.
 */
export async function openShop(
  stack: AsyncDisposableStack,
  env: Record<string, string>,
  dataDir?: string,
) {
  const mailbox = stack.adopt(await openMailbox(), (opened) => opened.close());
  const port = await freePort();
  const standIn = await startStandIn(`http://localhost:${port}/payments/webhook`);
  stack.defer(() => standIn.stop());
  const settings = {
    ...standInEnv(`http://127.0.0.1:${standIn.port}`),
    PORT: String(port),
    // Each shopper has an address of its own.
    TRUST_PROXY: '1',
    SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    ...env,
  };
  const started = await startRealShop(settings, dataDir);
  const shop = stack.adopt(started, ({ remove }) => remove());
  const accounts = await openAccounts(shop, 200);
  const orders = new Set<string>();
  let begun = 0;
  return {
    shop,
    standIn,
    accounts,
    /** The ids of all orders. */
    orders,
    /** Resolves to the status of the first request that failed, else of the last. */
    async buy(): Promise<number | undefined> {
      begun += 1;
      const account = accounts[begun % accounts.length]!;
      const purchase = newPurchase({ origin: shop.origin, standIn }, account, cart);
      const placed = await purchase.begin();
      if (placed?.status !== 200) return placed?.status;
      await purchase.pay();
      const verified = await purchase.verify();
      for (const id of purchase.memory.orders) orders.add(id);
      return verified?.status;
    },
    /** Waits for the e-mails and webhooks of all orders, at most two minutes. Resolves to what is missing then. */
    async settle() {
      const deadline = performance.now() + 120_000;
      const emails = () =>
        [...orders].flatMap((id) => [`order.${id}.receipt`, `order.${id}.notice`]);
      for (;;) {
        const missing = emails().filter((name) => !mailbox.taken.has(name)).length;
        const { webhooks } = await standIn.ledger();
        const pending = webhooks.filter(({ state }) => state !== 'delivered').length;
        const refused = webhooks.filter(({ tries }) => tries > 1).length;
        if (missing + pending === 0 || performance.now() > deadline) {
          return { missing, webhooks: webhooks.length, pending, refused };
        }
        await pause(50);
      }
    },
  };
}

/** Buys `ORDERS` times, a few shoppers at a time. Throws if a status is not 200. */
async function buyAll(buy: () => Promise<number | undefined>): Promise<void> {
  let begun = 0;
  const shopper = async () => {
    while (begun < ORDERS) {
      begun += 1;
      const status = await buy();
      if (status !== 200) throw new Error(`an order ended with status ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, shopper));
}

/** How many orders are measured at a time. */
const ORDERS = REQUESTS / 20;
/** The requests of an order, and their commits: three at first, two when it settles, and those of the e-mails. */
const bareOrder: ServerRequest[] = [3, 2, 2, 2, 2].map((commits) => ({
  method: 'POST',
  path: `/commit/${commits}`,
  body: JSON.stringify({ delivery: 'x'.repeat(400) }),
}));

/** Milliseconds per order: of processor time, and of real time with several shoppers at a time. */
type Cost = Record<'cpu' | 'ms', number>;
type Costs = Record<keyof Cost, number[]>;

async function repeatRounds(
  pid: number,
  round: () => Promise<number>,
  { repeat }: Bench,
): Promise<Costs> {
  const measure = async (): Promise<Cost> => {
    const before = cpuTime(pid);
    const ms = await round();
    return { cpu: (cpuTime(pid) - before) / ORDERS, ms: ms / ORDERS };
  };
  // The first round compiles the code.
  await measure();
  return repeat('an order', measure);
}

async function measureShop(env: Record<string, string>, bench: Bench): Promise<Costs> {
  await using stack = new AsyncDisposableStack();
  const { shop, buy, settle } = await openShop(stack, env);
  const round = async () => {
    const began = performance.now();
    await buyAll(buy);
    const ms = performance.now() - began;
    const { missing, pending } = await settle();
    if (missing + pending > 0) throw new Error('an e-mail or a webhook is missing');
    return ms;
  };
  return await repeatRounds(shop.pid(), round, bench);
}

/** Measures a bare server that commits as often. */
async function measureTwin(commits: { file: string } | { url: string }, bench: Bench) {
  await using twin = await startBareServer({ commits });
  const round = () => sendRequests(twin.port, bareOrder, ORDERS * bareOrder.length);
  return await repeatRounds(twin.pid, round, bench);
}

function toFigures(database: string, own: Costs, twin: Costs): Figure[] {
  const shoppers = `${CONNECTIONS} shoppers, ${database}`;
  return [
    { what: `an order, ${database}`, unit: 'ms CPU', measured: own.cpu, twin: twin.cpu, reach: 12 },
    { what: shoppers, unit: 'ms', measured: own.ms, twin: twin.ms },
  ];
}

export const order: Part = {
  about: 'an order with its webhooks and e-mails, the shop’s process alone; the twin only commits',
  async measure(bench) {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'maalai-bench-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const cluster = stack.adopt(await startPostgres({ isDurable: true }), (it) => it.stop());
    const onSqlite = await measureShop({}, bench);
    const bareOnSqlite = await measureTwin({ file: join(folder, 'twin.sqlite') }, bench);
    const own = await createPostgresDatabase(cluster.url);
    const bare = await createPostgresDatabase(cluster.url);
    const onPostgres = await measureShop({ DATABASE_URL: own.url }, bench);
    const bareOnPostgres = await measureTwin({ url: bare.url }, bench);
    return [
      ...toFigures('SQLite', onSqlite, bareOnSqlite),
      ...toFigures('PostgreSQL', onPostgres, bareOnPostgres),
    ];
  },
};
