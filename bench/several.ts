// What one, two and four shops on one PostgreSQL cost and carry, and what a picture of a review costs.
//
// Four shops need more cores than a small machine has, and compete with PostgreSQL and the shoppers for them. So:
// - Processor time of each call is measured, which depends little on the number of cores.
// - To compare calls per second, each shop gets a small share of a core, by the kernel's control groups. Then everything
//   waits for the shops, as on a machine with more cores. Where a shop used less than its share, it waited for something
//   else: that is reported, and the comparison shows too little.
// - Shops that are not measured are stopped (SIGSTOP), with their background work.
// It does not show how shops on whole cores share a processor's cache, nor PostgreSQL at its own limit: for that, its
// processor time, WAL and fsyncs of an order are counted.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { freePort } from '#support/free-port.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { startRealShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import { openDatabaseBeside } from '../src/server/platform/database/open.ts';
import { PICTURE_WIDTHS } from '../src/shop/reviews.ts';
import { openShop, ORDERS, startForwarder, workAtShops } from './order.ts';
import { frequentRequests } from './pages.ts';
import type { Bench, Figure, Part } from './run.ts';
import * as processes from './shop-process.ts';
import { cpuTime, REQUESTS, sendRequests } from './shop-process.ts';

const MOST = 4;
const COUNTS = [1, 2, MOST];
/** Of a core, for each shop. Four leave room for PostgreSQL and the shoppers on two cores. */
const SHARE = 0.15;
/** Several polls of the shops, which look for work every five seconds. */
const IDLE_SECONDS = 15;

/** The calls that are measured, and how many at a time. */
const jobs = {
  '/home': REQUESTS,
  'a page of reviews': REQUESTS,
  'an order': ORDERS,
  // Last, because the shops will later look for payments of these.
  'placing an order': 2 * ORDERS,
};
type Job = keyof typeof jobs;

/** Starts PostgreSQL with a database, and a client that reads what it has counted. */
async function openDatabase(stack: AsyncDisposableStack) {
  const tuning = ['shared_preload_libraries=pg_stat_statements'];
  const started = await startPostgres({ isDurable: true, tuning });
  const cluster = stack.adopt(started, ({ stop }) => stop());
  const { url } = await createPostgresDatabase(cluster.url);
  const client = stack.adopt(new Client({ connectionString: url }), (opened) => opened.end());
  await client.connect();
  await client.query('create extension pg_stat_statements');
  /** Processes report their fsyncs up to a second late. */
  const counters = async () => {
    const { rows } = await client.query<
      Record<'statements' | 'syncs' | 'kilobytes' | 'connections', number>
    >(`
      select (select sum(calls) from pg_stat_statements)::float8 as statements,
        (select wal_sync from pg_stat_wal)::float8 as syncs,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 / 1000 as kilobytes,
        (select count(*) from pg_stat_activity where datname = current_database())::float8 as connections`);
    return rows[0]!;
  };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = processes.parentProcess(rows[0]!.pid);
  return { url, counters, cpu: () => processes.familyCpuTime(postmaster) };
}

/** Starts the shops. Returns what measures them. */
async function openShops(stack: AsyncDisposableStack, { report }: Bench) {
  const { url, counters, cpu } = await openDatabase(stack);
  const groups = range(MOST).map((at) => processes.createControlGroup(stack, `${at}`, SHARE));
  const shops: RunningShop[] = [];
  let [running, turn, isLimited] = [shops, 0, false];
  const port = await startForwarder(stack, () => running[(turn += 1) % running.length]!.port);
  const env = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
  const { shop, settings, buy, place, settle } = await openShop(stack, env, undefined, port);
  shops.push(shop);
  while (shops.length < MOST) {
    const further = await startRealShop({ ...settings, PORT: String(await freePort()) });
    shops.push(stack.adopt(further, (started) => started.remove()));
  }
  const reviews = (await frequentRequests(shop)).at(-1)!;
  const home = { path: '/home', headers: processes.browserHeaders };
  const sum = () => running.reduce((all, { pid }) => all + cpuTime(pid()), 0);

  return {
    /** Limits each shop to its share. Returns whether that was possible. */
    limit() {
      groups.forEach((group, at) => group?.add(shops[at]!.pid()));
      return (isLimited = groups.every((group) => group !== undefined));
    },
    counters,
    async send(job: Job): Promise<void> {
      const origins = running.map(({ origin }) => origin);
      if (job === 'placing an order') return workAtShops(origins, jobs[job], place);
      if (job === 'an order') {
        await workAtShops(origins, jobs[job], buy);
        const { missing, pending } = await settle();
        if (missing + pending > 0) throw new Error('an e-mail or a webhook is missing');
        return;
      }
      const requests = [job === '/home' ? home : reviews];
      const each = Math.ceil(jobs[job] / running.length);
      await Promise.all(running.map((one) => sendRequests(one.port, requests, each)));
    },
    /** Lets only so many shops run. Resolves to the costs of `work`, divided by `count`. */
    async measure(amount: number, count: number, work: () => Promise<unknown>) {
      running = shops.slice(0, amount);
      for (const one of shops) one.signal(running.includes(one) ? 'SIGCONT' : 'SIGSTOP');
      // What was due while they were stopped is not measured.
      await pause(500);
      // In this order, so that the reading itself is not measured.
      const before = { ...(await counters()), postgres: cpu(), shop: sum(), ms: performance.now() };
      await work().catch((cause: unknown) => {
        throw new Error(running.map((one) => one.log().slice(-2_000)).join('\n'), { cause });
      });
      const after = { ms: performance.now(), shop: sum(), postgres: cpu(), ...(await counters()) };
      const used = (after.shop - before.shop) / (after.ms - before.ms) / amount;
      if (isLimited && used < 0.9 * SHARE) report(`a shop used only ${used.toFixed(3)} of a core`);
      const costs = { ...before };
      for (const name of Object.keys(before) as (keyof typeof before)[])
        costs[name] = (after[name] - before[name]) / count;
      return costs;
    },
  };
}

const range = (length: number) => Array.from({ length }, (_, at) => at);

async function measureShops(bench: Bench): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const { limit, counters, send, measure } = await openShops(stack, bench);
  const names = Object.keys(jobs) as Job[];
  // Most of the code is not compiled until then.
  for (const job of names.slice(0, -1)) await measure(MOST, 1, () => send(job));
  const rest = () => pause(IDLE_SECONDS * 1_000);
  const idle = await bench.repeat('idle', () => measure(MOST, IDLE_SECONDS * MOST, rest));
  const what = `an idle second of each of ${MOST} shops`;
  const figures: Figure[] = [
    { what: `${what}, shop`, unit: 'ms CPU', measured: idle.shop },
    { what: `${what}, PostgreSQL`, unit: 'ms CPU', measured: idle.postgres },
  ];
  const isLimited = limit();
  for (const job of names) {
    const costs = await bench.repeat(job, async () => {
      const all: Record<string, number> = {};
      for (const amount of COUNTS) {
        const cost = await measure(amount, jobs[job], () => send(job));
        for (const [name, value] of Object.entries(cost)) all[`${name} ${amount}`] = value;
      }
      return all;
    });
    const add = (title: string, unit: Figure['unit'], name: string, more: Partial<Figure> = {}) =>
      figures.push({ what: `${job}, ${title}`, unit, measured: costs[name]!, ...more });
    for (const amount of COUNTS) {
      const twin = (name: string) => (amount === 1 ? {} : { twin: costs[`${name} 1`]! });
      add(`shop of ${amount}`, 'ms CPU', `shop ${amount}`, twin('shop'));
      add(`PostgreSQL of ${amount}`, 'ms CPU', `postgres ${amount}`, twin('postgres'));
      if (amount === 1 || !isLimited) continue;
      const faster = costs[`ms ${amount}`]!.map((ms, at) => costs['ms 1']![at]! / ms);
      const reach = amount === 2 ? ({ reach: 1.7, reachIs: 'least' } as const) : {};
      add(`calls/s of ${amount} ÷ of 1`, 'ratio', '', { measured: faster, ...reach });
    }
    if (job !== 'an order') continue;
    add('statements', 'statements', 'statements 1');
    add('WAL', 'KB', 'kilobytes 1');
    for (const amount of COUNTS) add(`fsyncs of ${amount}`, 'syncs', `syncs ${amount}`);
    // One is that of the bench.
    const connections = [((await counters()).connections - 1) / MOST];
    add(`each of ${MOST} shops`, 'connections', '', { measured: connections });
  }
  return figures;
}

/** Pictures that are requested in a second. */
const RATE = 200;

/** Writes a thousand photographs, twice what a shop has in memory. Resolves to their files. */
async function writePictures({ database }: RunningShop): Promise<string[]> {
  const { db, close } = await openDatabaseBeside(database);
  await storeReviews(db, [{ id: 'pictured' }]);
  const stems = range(1_000).map(() => randomBytes(16).toString('hex'));
  for (const stem of stems) {
    const row = { name: `${stem}.webp`, review_id: 'pictured' };
    const full = { ...row, size: 'full', bytes: randomBytes(56_000) } as const;
    const small = { ...row, size: 'small', bytes: randomBytes(8_000) } as const;
    await db.insertInto('review_picture').values([full, small]).execute();
  }
  await close();
  return stems.flatMap((stem) => [`${stem}.webp`, `${stem}-${PICTURE_WIDTHS.small}.webp`]);
}

/** Measures pictures from a shop that has one core, each from the moment when it was due. */
async function measurePictures({ repeat, report }: Bench): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const { url } = await openDatabase(stack);
  const env = { DATABASE_URL: url, TRUST_PROXY: '1', LOG_LEVEL: 'warn' };
  const shop = stack.adopt(await startRealShop(env), (started) => started.remove());
  execFileSync('taskset', ['-acp', String(cpus().length - 1), String(shop.pid())]);
  const files = await writePictures(shop);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  stack.defer(() => agent.destroy());
  const measure = async (nextFile: () => string) => {
    const view = async () => {
      const wanted = { path: `/uploads/${nextFile()}`, headers: processes.nextVisitor() };
      const response = await processes.sendRequest(shop.port, wanted, agent);
      await once(response.resume(), 'end');
      return response.statusCode;
    };
    const before = cpuTime(shop.pid());
    const { durations, statuses } = await processes.workAtRate(RATE, REQUESTS / RATE, view);
    if (statuses.size > 1) report(`not all pictures came: ${[...statuses].join('; ')}`);
    const cpu = (cpuTime(shop.pid()) - before) / REQUESTS;
    return { p99: durations.percentile(99) / 1_000, cpu };
  };
  const circle = (all: readonly string[]) => {
    let next = 0;
    return () => all[(next += 1) % all.length]!;
  };
  const fromMemory = circle(files.slice(0, 200));
  // When the turn of a picture comes again, it is no longer in memory.
  const fromDatabase = circle(files.slice(200));
  let turn = 0;
  const mixed = () => ((turn += 1) % 2 === 0 ? fromMemory : fromDatabase)();
  await measure(mixed);
  const mix = await repeat('pictures', () => measure(mixed));
  const rare = await repeat('pictures from the database', () => measure(fromDatabase));
  const what = `p99 of ${RATE} pictures/s on one core`;
  return [
    { what: `${what}, half from memory`, unit: 'ms', measured: mix.p99, reach: 20 },
    { what: `${what}, from the database`, unit: 'ms', measured: rare.p99 },
    { what: 'a picture, half from memory', unit: 'ms CPU', measured: mix.cpu },
    { what: 'a picture from the database', unit: 'ms CPU', measured: rare.cpu },
  ];
}

export const several: Part = {
  about: `one, two and four shops with ${100 * SHARE} % of a core each on one PostgreSQL, and pictures; the twin is one shop`,
  measure: async (bench) => [...(await measureShops(bench)), ...(await measurePictures(bench))],
};
