// `npm run load`: many shoppers at once. Orders and page views at a fixed rate, uploads without a pause and costly
// searches one after the other. Times and memory are only printed; a webhook that is refused, an order that is not settled or
// an e-mail that is missing ends it with exit code 1.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { residentMemory } from '#support/server/process-use.ts';
import { photo } from '#support/server/review-files.ts';
import type { RunningShop } from '#support/shop.ts';
import type { Account } from '../tests/races/shopper.ts';
import { openShop } from './order.ts';
import { add, noTimes, sendRequest, workAtRate } from './shop-process.ts';
import type { Times } from './shop-process.ts';

interface Views {
  port: number;
  rate: number;
  seconds: number;
}

/** Runs in a thread of its own, so that its measurements do not wait for the buyers' work. */
async function viewPages({ port, rate, seconds }: Views): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const view = async () => {
    const response = await sendRequest(port, { path: '/home' }, agent);
    await once(response.resume(), 'end');
    return response.statusCode;
  };
  const times = await workAtRate(rate, seconds, () => view().catch(() => undefined));
  agent.destroy();
  return times;
}

/** Looks at the process ten times a second: its most memory in MB, and its longest reply to /healthz. */
async function watch({ pid, port }: RunningShop, signal: AbortSignal) {
  const health = noTimes();
  let memory = 0;
  while (!signal.aborted) {
    memory = Math.max(memory, residentMemory(pid()));
    const status = sendRequest(port, { path: '/healthz' }).then(
      (received) => received.resume().statusCode,
      () => 'lost',
    );
    await add(health, performance.now(), status);
    await pause(100);
  }
  return { memory, health };
}

/** Sends a request. Resolves to its status, once its body has come. */
async function statusFrom(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
}

const search = (origin: string, turn: number) =>
  statusFrom(`${origin}/reviews?page=1&q=bride${turn}`);

/** An account may review each product ten times a day. */
const reviewed = ['3', '4', '5'];

function upload(origin: string, account: Account, picture: Blob, turn: number): Promise<number> {
  const body = new FormData();
  const comment = randomBytes(20).toString('hex');
  const productId = reviewed[turn % reviewed.length] ?? '';
  const texts = { productId, rating: '5', name: 'Kavya', comment };
  for (const [name, text] of Object.entries(texts)) body.set(name, text);
  body.set('images', picture, 'garland.jpg');
  const headers = { cookie: account.cookie, 'x-forwarded-for': account.address };
  return statusFrom(`${origin}/reviews`, { method: 'POST', body, headers });
}

const percentiles = { p50: 50, p95: 95, p99: 99, most: 100 };

function toLine(name: string, { durations, statuses }: Times): string {
  const cells = Object.values(percentiles).map((share) =>
    (durations.percentile(share) / 1_000).toFixed(1).padStart(9),
  );
  const counts = Array.from(statuses, ([status, count]) => `${status} × ${count}`);
  return `${name.padEnd(22)}${cells.join('')}  ${counts.join(', ')}`;
}

const number = (fallback: string) => ({ type: 'string', default: fallback }) as const;

const options = {
  seconds: number('30'),
  orders: number('50'),
  pages: number('200'),
  uploads: number('20'),
  postgres: { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function load(values: Values): Promise<void> {
  const [seconds, rate, uploads] = [+values.seconds, +values.orders, +values.uploads];
  process.stdout.write(`Starting a shop, for ${seconds} s of load …\n`);
  await using stack = new AsyncDisposableStack();
  const env: Record<string, string> = {};
  if (values.postgres) {
    const cluster = stack.adopt(await startPostgres({ isDurable: true }), ({ stop }) => stop());
    env['DATABASE_URL'] = (await createPostgresDatabase(cluster.url)).url;
  }
  const { shop, accounts, orders, buy, settle } = await openShop(stack, env);
  const origin = `http://127.0.0.1:${shop.port}`;
  const photograph = new Uint8Array(await photo({ width: 2_000, height: 1_500 }));
  const picture = new Blob([photograph], { type: 'image/jpeg' });
  const views: Views = { port: shop.port, rate: +values.pages, seconds };
  const thread = new Worker(new URL(import.meta.url), { workerData: views });
  await once(thread, 'message');

  const [uploaded, searched] = [noTimes(), noTimes()];
  const over = new AbortController();
  const quiet = residentMemory(shop.pid());
  const watched = watch(shop, over.signal);
  const untilOver = async (times: Times, work: (turn: number) => Promise<number>) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await add(times, performance.now(), work(turn));
    }
  };
  const others = Promise.all([
    ...accounts
      .slice(0, uploads)
      .map((account) => untilOver(uploaded, (turn) => upload(origin, account, picture, turn))),
    untilOver(searched, (turn) => search(origin, turn)),
  ]);
  // If the rest fails first, its error is the one to see.
  others.catch(() => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  thread.postMessage('begin');
  const [bought, [viewed]] = await Promise.all([
    workAtRate(rate, seconds, buy),
    once(thread, 'message') as Promise<[Times]>,
  ]);
  over.abort();
  await others;
  const { memory, health } = await watched;

  const { missing, webhooks, pending, refused } = await settle();
  const unsettled = rate * seconds - orders.size;
  const heads = Object.keys(percentiles).map((head) => head.padStart(9));
  process.stdout.write(
    [
      `\n${seconds} s on ${shop.database.kind}: ${rate} orders and ${values.pages} page views a second, ${uploads} uploads and a search at a time`,
      `${''.padEnd(22)}${heads.join('')}  milliseconds`,
      toLine('/home', viewed),
      toLine('order, three requests', bought),
      toLine('upload', uploaded),
      toLine('search', searched),
      toLine('/healthz', health),
      `memory: ${quiet.toFixed(0)} MB at the start, ${memory.toFixed(0)} MB at most`,
      `webhooks: ${webhooks}, sent more than once: ${refused}, still pending: ${pending}`,
      `orders: ${orders.size}, not settled: ${unsettled}, e-mails missing: ${missing}\n`,
    ].join('\n'),
  );
  if (refused + missing + unsettled > 0) process.exitCode = 1;
}

if (isMainThread) {
  await load(parseArgs({ options }).values);
} else {
  // oxlint-disable unicorn/require-post-message-target-origin -- a thread is no window
  parentPort!.postMessage('ready');
  await once(parentPort!, 'message');
  parentPort!.postMessage(await viewPages(workerData as Views));
}
