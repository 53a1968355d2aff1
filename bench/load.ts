// A shop under load and attack at once, as a shopper sees it: `npm run load`. So many orders and page views a
// second, uploads without a pause and a costly search again and again. Times are printed, never judged; a webhook
// that is refused, an order that is not settled or a letter that is missing ends it with 1.
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
// Past the wires, which are there to be cut.
const origin = `http://127.0.0.1:${port}`;

/** Looks at a page from a thread of its own. */
async function views(load: Omit<Views, 'port' | 'seconds'>): Promise<Times> {
  const workerData: Views = { ...load, port, seconds };
  const thread = new Worker(new URL('load-views.ts', import.meta.url), { workerData });
  const [times] = (await once(thread, 'message')) as [Times];
  return times;
}

async function search(turn: number): Promise<number> {
  const answer = await fetch(`${origin}/reviews?page=1&q=bride${turn}`);
  await answer.arrayBuffer();
  return answer.status;
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
  const answer = await fetch(`${origin}/reviews`, { method: 'POST', body: form, headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function buy(purchase: Purchase): Promise<number | undefined> {
  const begun = await purchase.begin();
  if (begun?.status !== 200) return begun?.status;
  await purchase.pay();
  return (await purchase.verify())?.status;
}

async function run({ standIn, letterbox }: World): Promise<boolean> {
  const accounts = await openAccounts(world, 200);
  const picture = await photo({ width: 2_000, height: 1_500 });
  const times = { order: noTimes(), upload: noTimes(), search: noTimes() };
  const orders = new Set<string>();
  const over = new AbortController();

  const without = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) await work(turn);
  };
  const attacks = [
    ...Array.from({ length: Number(values.uploads) }, (_, index) =>
      without(async () =>
        add(times.upload, performance.now(), upload(accounts[index] ?? accounts[0]!, picture)),
      ),
    ),
    without((turn) => add(times.search, performance.now(), search(turn))),
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

  const letters = () =>
    [...orders].flatMap((id) =>
      ['receipt', 'notice'].filter((kind) => !letterbox.taken.has(`order.${id}.${kind}`)),
    ).length;
  const owed = async () =>
    (await standIn.ledger()).webhooks.filter(({ state }) => state !== 'delivered').length;
  // What is owed by now has had its load; it may take its time.
  for (let waited = 0; waited < 120 && (letters() > 0 || (await owed()) > 0); waited += 1) {
    await pause(1_000);
  }
  const { webhooks } = await standIn.ledger();
  const refused = webhooks.filter(({ tries }) => tries > 1).length;
  const missing = letters();
  const unsettled = Number(values.orders) * seconds - orders.size;
  process.stdout.write(
    [
      `\n${seconds} s on ${world.kind}: ${values.orders} orders and ${values.pages} page views a second, ${values.uploads} uploads and a search at a time`,
      `${''.padEnd(22)}${['p50', 'p95', 'p99', 'most'].map((head) => head.padStart(9)).join('')}  milliseconds`,
      row('/home', home),
      row('order, three calls', times.order),
      row('upload', times.upload),
      row('search', times.search),
      `webhooks: ${webhooks.length}, sent more than once: ${refused}, still owed: ${await owed()}`,
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
