// The cost of an order for the shop: place, pay, verify, three webhooks and two e-mails, on both databases with fsync.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { freePort } from '#support/free-port.ts';
import { keyId, keySecret, webhookSecret } from '#support/payments/stand-in-client.ts';
import { startStandIn } from '#support/payments/stand-in.ts';
import { startShop } from '#support/shop.ts';
import { openMailbox } from '../tests/races/mailbox.ts';
import { newPurchase, openAccounts } from '../tests/races/shopper.ts';
import type { Reply } from '../tests/races/shopper.ts';
import type { Call } from './caller.ts';
import { middle } from './part.ts';
import type { Part, PartOptions, Row } from './part.ts';
import { cpuOf, startProgram } from './process.ts';
import { send, startBare } from './side-by-side.ts';
import type { BareOptions } from './side-by-side.ts';

const ORDERS = Number(process.env['BENCH_CALLS'] ?? 4_000) / 20;
const SHOPPERS = 4;
const cart = { items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }] } as const;

/** The calls of an order, and their commits: three at first, two when it settles, and those of the e-mails. */
const bareOrder: Call[] = [3, 2, 2, 2, 2].map((commits) => ({
  method: 'POST',
  path: `/commit/${commits}`,
  body: JSON.stringify({ delivery: 'x'.repeat(400) }),
}));

interface Cost {
  /** Milliseconds of processor time per order. */
  cpu: number;
  /** Milliseconds of real time per order, with several shoppers at a time. */
  took: number;
}

/** Resolves to the costs of each round of orders. The first compiles the code and is not counted. */
async function ofShop(databaseUrl: string | undefined, options: PartOptions): Promise<Cost[]> {
  await using running = new AsyncDisposableStack();
  const mailServer = await openMailbox();
  running.defer(() => mailServer.close());
  const port = await freePort();
  const standIn = await startStandIn(`http://localhost:${port}/payments/webhook`);
  running.defer(() => standIn.stop());
  const provider = `http://127.0.0.1:${standIn.port}`;
  const shop = await startShop({
    PORT: String(port),
    // In production, a provider on this machine is refused.
    NODE_ENV: 'test',
    TRUST_PROXY: '1',
    PAYMENT_KEY_ID: keyId,
    PAYMENT_KEY_SECRET: keySecret,
    PAYMENT_WEBHOOK_SECRET: webhookSecret,
    PAYMENT_API_URL: provider,
    PAYMENT_SCRIPT_URL: `${provider}/checkout.js`,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  running.defer(() => shop.remove());
  const accounts = await openAccounts(shop, 50);
  let emails = 0;

  async function round(): Promise<Cost> {
    const [cpu, began] = [cpuOf(shop.pid()), performance.now()];
    let begun = 0;
    const shopper = async () => {
      while (begun < ORDERS) {
        begun += 1;
        const purchase = newPurchase({ origin: shop.origin, standIn }, accounts[begun % 50]!, cart);
        expectOk(await purchase.begin());
        await purchase.pay();
        expectOk(await purchase.verify());
      }
    };
    await Promise.all(Array.from({ length: SHOPPERS }, shopper));
    const took = performance.now() - began;
    emails += 2 * ORDERS;
    const isPending = async () =>
      mailServer.taken.size < emails ||
      (await standIn.ledger()).webhooks.some(({ state }) => state !== 'delivered');
    while (await isPending()) await pause(50);
    return { cpu: (cpuOf(shop.pid()) - cpu) / ORDERS, took: took / ORDERS };
  }

  return await rounds(round, options);
}

function expectOk(reply: Reply | undefined): void {
  if (reply?.status === 200) return;
  throw new Error(`an order was answered with ${reply?.status}: ${JSON.stringify(reply?.body)}`);
}

/** Resolves to the costs of a bare server that commits as often. */
async function ofTwin(commits: BareOptions['commits'], options: PartOptions): Promise<Cost[]> {
  const twin = await startBare({ replies: {}, ...(commits && { commits }) });
  const caller = startProgram('caller.ts');
  try {
    return await rounds(async () => {
      const before = cpuOf(twin.pid);
      const load = { port: twin.port, calls: bareOrder, count: ORDERS * bareOrder.length };
      const { took } = await send(caller, { ...load, connections: SHOPPERS });
      return { cpu: (cpuOf(twin.pid) - before) / ORDERS, took: took / ORDERS };
    }, options);
  } finally {
    await caller.stop();
    await twin.stop();
  }
}

async function rounds(round: () => Promise<Cost>, { repeats, report }: PartOptions) {
  await round();
  const costs: Cost[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    const cost = await round();
    report(`${cost.cpu.toFixed(1)} ms CPU, ${cost.took.toFixed(1)} ms`);
    costs.push(cost);
  }
  return costs;
}

function rowsOf(name: string, own: readonly Cost[], twin: readonly Cost[]): Row[] {
  const of = (costs: readonly Cost[], key: keyof Cost) => middle(costs.map((cost) => cost[key]));
  const bare = { cpu: of(twin, 'cpu').value, took: of(twin, 'took').value };
  return [
    { what: `an order, ${name}`, unit: 'ms CPU', ...of(own, 'cpu'), twin: bare.cpu, reach: 12 },
    { what: `${SHOPPERS} shoppers, ${name}`, unit: 'ms', ...of(own, 'took'), twin: bare.took },
  ];
}

export const part: Part = {
  name: 'checkout',
  about: 'an order with its webhooks and letters, the shop’s process alone; the twin only commits',
  async run(options) {
    const folder = mkdtempSync(join(tmpdir(), 'maalai-bench-'));
    const cluster = await startPostgres({ isDurable: true });
    try {
      const rows = rowsOf(
        'SQLite',
        await ofShop(undefined, options),
        await ofTwin({ file: join(folder, 'twin.sqlite') }, options),
      );
      const [own, bare] = [
        await createPostgresDatabase(cluster.url),
        await createPostgresDatabase(cluster.url),
      ];
      const ofPostgres = await ofShop(own.url, options);
      return [
        ...rows,
        ...rowsOf('PostgreSQL', ofPostgres, await ofTwin({ url: bare.url }, options)),
      ];
    } finally {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
