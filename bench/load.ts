// A shop under load and attack at once, as a shopper sees it: `npm run load`. Orders and page views at a steady
// rate, uploads without a pause and repeated costly searches. Times are only printed; a webhook that is refused,
// an order that is not settled or an e-mail that is missing ends it with exit code 1.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { startPostgres } from '#support/databases/postgres.ts';
import { photo } from '#support/server/review-files.ts';
import { newPurchase, openAccounts } from '../tests/races/shopper.ts';
import type { Account, Purchase } from '../tests/races/shopper.ts';
import { startWorld } from '../tests/races/world.ts';
import type { World } from '../tests/races/world.ts';
import type { Views } from './load-views.ts';
import { add, noTimes, row, steadily } from './steadily.ts';
import type { Times } from './steadily.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    orders: { type: 'string', default: '50' },
    pages: { type: 'string', default: '200' },
    uploads: { type: 'string', default: '20' },
    postgres: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const cart = { items: [{ productId: '3', selectedVersion: 'adult', quantity: 1 }] } as const;

const cluster = values.postgres ? await startPostgres({ isDurable: true }) : undefined;
const world = await startWorld({ cluster, env: { LOG_LEVEL: 'info' } });
const port = world.shops[0]?.port ?? 0;
// Directly, not through the proxies, which tests use to cut connections.
const origin = `http://127.0.0.1:${port}`;

/** Requests a page from a thread of its own. */
async function views(load: Omit<Views, 'port' | 'seconds'>): Promise<Times> {
  const workerData: Views = { ...load, port, seconds };
  const thread = new Worker(new URL('load-views.ts', import.meta.url), { workerData });
  const [times] = (await once(thread, 'message')) as [Times];
  return times;
}

async function search(turn: number): Promise<number> {
  const response = await fetch(`${origin}/reviews?page=1&q=bride${turn}`);
  await response.arrayBuffer();
  return response.status;
}

async function upload(account: Account, picture: Buffer): Promise<number> {
  const form = new FormData();
  const texts = {
    productId: '3',
    rating: '5',
    name: 'Kavya',
    comment: randomBytes(20).toString('hex'),
  };
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set('images', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'garland.jpg');
  const headers = { cookie: account.cookie, 'x-forwarded-for': account.address };
  const response = await fetch(`${origin}/reviews`, { method: 'POST', body: form, headers });
  await response.arrayBuffer();
  return response.status;
}

async function buy(purchase: Purchase): Promise<number | undefined> {
  const begun = await purchase.begin();
  if (begun?.status !== 200) return begun?.status;
  await purchase.pay();
  return (await purchase.verify())?.status;
}

async function run({ standIn, mailbox }: World): Promise<boolean> {
  const accounts = await openAccounts(world, 200);
  const picture = await photo({ width: 2_000, height: 1_500 });
  const times = { order: noTimes(), upload: noTimes(), search: noTimes() };
  const orders = new Set<string>();
  const over = new AbortController();

  const repeatedly = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) await work(turn);
  };
  const attacks = [
    ...Array.from({ length: Number(values.uploads) }, (_, index) =>
      repeatedly(async () =>
        add(times.upload, performance.now(), upload(accounts[index] ?? accounts[0]!, picture)),
      ),
    ),
    repeatedly((turn) => add(times.search, performance.now(), search(turn))),
  ];
  let next = 0;
  const [home] = await Promise.all([
    views({ path: '/home', rate: Number(values.pages) }),
    steadily(Number(values.orders), seconds, async (due) => {
      next += 1;
      const account = accounts[next % accounts.length]!;
      const purchase = newPurchase({ origin, standIn }, account, cart);
      await add(times.order, due, buy(purchase));
      for (const id of purchase.memory.orders) orders.add(id);
    }),
  ]);
  over.abort();
  await Promise.all(attacks);

  const missingEmails = () =>
    [...orders].flatMap((id) =>
      ['receipt', 'notice'].filter((kind) => !mailbox.taken.has(`order.${id}.${kind}`)),
    ).length;
  const pendingWebhooks = async () =>
    (await standIn.ledger()).webhooks.filter(({ state }) => state !== 'delivered').length;
  // The load is over: what is still pending may take its time.
  for (
    let waited = 0;
    waited < 120 && (missingEmails() > 0 || (await pendingWebhooks()) > 0);
    waited += 1
  ) {
    await pause(1_000);
  }
  const { webhooks } = await standIn.ledger();
  const refused = webhooks.filter(({ tries }) => tries > 1).length;
  const missing = missingEmails();
  const unsettled = Number(values.orders) * seconds - orders.size;
  process.stdout.write(
    [
      `\n${seconds} s on ${world.kind}: ${values.orders} orders and ${values.pages} page views a second, ${values.uploads} uploads and a search at a time`,
      `${''.padEnd(22)}${['p50', 'p95', 'p99', 'most'].map((head) => head.padStart(9)).join('')}  milliseconds`,
      row('/home', home),
      row('order, three calls', times.order),
      row('upload', times.upload),
      row('search', times.search),
      `webhooks: ${webhooks.length}, sent more than once: ${refused}, still owed: ${await pendingWebhooks()}`,
      `orders: ${orders.size}, not settled: ${unsettled}, letters missing: ${missing}\n`,
    ].join('\n'),
  );
  return refused === 0 && missing === 0 && unsettled === 0;
}

try {
  process.exitCode = (await run(world)) ? 0 : 1;
} finally {
  await world.close();
  await cluster?.stop();
}
