// A shop under load and attack at once, as a shopper sees it: `npm run load`. So many orders and page views a
// second, uploads without a pause and a costly search again and again. Times are printed, never judged; a webhook
// that is refused, an order that is not settled or a letter that is missing ends it with 1.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '#support/databases/postgres.ts';
import { photo } from '#support/server/review-files.ts';
import { newPurchase, openAccounts } from '../tests/races/shopper.ts';
import type { Account, Purchase } from '../tests/races/shopper.ts';
import { startWorld } from '../tests/races/world.ts';
import type { World } from '../tests/races/world.ts';

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

class Times {
  readonly took: number[] = [];
  readonly statuses = new Map<string, number>();

  async of(began: number, answer: Promise<number | undefined>): Promise<void> {
    const status = String(await answer);
    this.took.push(performance.now() - began);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  row(name: string): string {
    const sorted = this.took.toSorted((a, b) => a - b);
    const at = (share: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
        .toFixed(1)
        .padStart(9);
    const counts = Array.from(this.statuses, ([status, count]) => `${status} × ${count}`);
    return `${name.padEnd(22)}${at(0.5)}${at(0.95)}${at(0.99)}${at(1)}  ${counts.join(', ')}`;
  }
}

/** Begins one so many times a second, whether or not the ones before have ended; times count from when each was due. */
async function steadily(rate: number, begin: (due: number) => Promise<void>): Promise<void> {
  const start = performance.now();
  const underWay: Promise<void>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = start + (count * 1_000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    underWay.push(begin(due));
  }
  await Promise.all(underWay);
}

const cluster = values.postgres ? await startPostgres({ isDurable: true }) : undefined;
const world = await startWorld({ cluster, env: { LOG_LEVEL: 'info' } });
const port = world.shops[0]?.port ?? 0;
// Past the wires, which are there to be cut.
const origin = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

function view(path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asking = request({ port, host: '127.0.0.1', path, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(undefined));
    });
    asking.on('error', () => resolve(undefined));
    asking.end();
  });
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
  const times = { home: new Times(), order: new Times(), upload: new Times(), search: new Times() };
  const orders = new Set<string>();
  const over = new AbortController();

  const without = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) await work(turn);
  };
  const attacks = [
    ...Array.from({ length: Number(values.uploads) }, (_, index) =>
      without(async () =>
        times.upload.of(performance.now(), upload(accounts[index] ?? accounts[0]!, picture)),
      ),
    ),
    without(async (turn) => {
      const search = `/reviews?page=1&q=${encodeURIComponent(`bride${turn}`)}`;
      await times.search.of(performance.now(), view(search));
    }),
  ];
  let next = 0;
  await Promise.all([
    steadily(Number(values.pages), (due) => times.home.of(due, view('/home'))),
    steadily(Number(values.orders), async (due) => {
      next += 1;
      const account = accounts[next % accounts.length]!;
      const purchase = newPurchase({ origin, standIn }, account, cart);
      await times.order.of(due, buy(purchase));
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
      times.home.row('/home'),
      times.order.row('order, three calls'),
      times.upload.row('upload'),
      times.search.row('search'),
      `webhooks: ${webhooks.length}, sent more than once: ${refused}, still owed: ${await owed()}`,
      `orders: ${orders.size}, not settled: ${unsettled}, letters missing: ${missing}\n`,
    ].join('\n'),
  );
  return refused === 0 && missing === 0 && unsettled === 0;
}

try {
  process.exitCode = (await run(world)) ? 0 : 1;
} finally {
  agent.destroy();
  await world.close();
  await cluster?.stop();
}
