// The processes that are measured, shops and bare servers, and requests to them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import type { RecordableHistogram } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#support/server/spawn-node.ts';
import type { RunningShop } from '#support/shop.ts';

/** `npm run bench` measures this many requests at a time; BENCH_CALLS=400 is a quick check. */
export const REQUESTS = Number(process.env['BENCH_CALLS'] ?? 4_000);
/** How many requests are in flight at a time. The shop sends no more whole lists of reviews at a time. */
export const CONNECTIONS = 4;

export interface ServerRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status that the response must have, by default 200. */
  status?: number;
}

/** The headers that Chromium sends with a request. */
export const browserHeaders = {
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-IN,en;q=0.9',
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

/** Sends a request. Resolves to the response, whose body is still to be read. */
export function sendRequest(
  port: number,
  { method = 'GET', path, headers = {}, body }: ServerRequest,
  agent: Agent | false = false,
): Promise<IncomingMessage> {
  const options = { port, host: '127.0.0.1', method, path, headers, agent };
  return new Promise((resolve, reject) => {
    request(options, resolve).on('error', reject).end(body);
  });
}

/** Requests come from this many addresses in turn: a shop behind a proxy sees many visitors, and limits each. */
const ADDRESSES = 40_000;
let sent = 0;

/** Returns the header with the address of the next visitor. */
function nextVisitor(): { 'X-Forwarded-For': string } {
  sent += 1;
  const address = sent % ADDRESSES;
  // Neighbours in other networks, because these have limits, too.
  return { 'X-Forwarded-For': `10.1.${address % 256}.${Math.floor(address / 256)}` };
}

/**
 * Sends `count` requests, those of the list again and again, as fast as the server responds. Resolves to the milliseconds
 * from the first request to the last response. Throws if a response has another status than expected.
 */
export async function sendRequests(
  port: number,
  requests: readonly ServerRequest[],
  count: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const work = async () => {
    while (next < count) {
      const one = requests[next % requests.length]!;
      next += 1;
      const headers = { ...nextVisitor(), ...one.headers };
      const response = await sendRequest(port, { ...one, headers }, agent);
      response.resume();
      await once(response, 'end');
      if (response.statusCode !== (one.status ?? 200)) {
        throw new Error(`${one.method ?? 'GET'} ${one.path}: status ${response.statusCode}`);
      }
    }
  };
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return performance.now() - began;
  } finally {
    agent.destroy();
  }
}

/** How long work of one kind lasted, in microseconds, and with which status it ended. Can be sent between threads. */
export interface Times {
  durations: RecordableHistogram;
  statuses: Map<string, number>;
}

export const noTimes = (): Times => ({ durations: createHistogram(), statuses: new Map() });

/** Adds work that began or was due at `began`, once it has ended. */
export async function add({ durations, statuses }: Times, began: number, work: Promise<unknown>) {
  const status = String(await work);
  // A timer may end a little before the work is due.
  durations.record(Math.max(1, Math.ceil((performance.now() - began) * 1_000)));
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Begins work `rate` times per second, whether or not earlier work has ended. */
export async function workAtRate(rate: number, seconds: number, work: () => Promise<unknown>) {
  const times = noTimes();
  const start = performance.now();
  const begun: Promise<void>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = start + (count * 1_000) / rate;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    begun.push(add(times, due, work()));
  }
  await Promise.all(begun);
  return times;
}

interface BareOptions {
  /** By method and path, such as 'GET /home'. */
  responses?: Record<string, { status: number; headers: string[]; body: Uint8Array | string }>;
  /** Where 'POST /commit/3' makes three commits: in a file, or in a PostgreSQL database. */
  commits?: { file: string } | { url: string };
}

/**
 * The program of a bare server: node:http that sends stored responses, and commits rows durably one after the other. It
 * is passed to Node as source text, since stripping the types of a file would double its memory. So it must use nothing
 * of this file.
 */
function bareServer(): void {
  type Commit = (line: string) => unknown;
  async function openCommits(at: BareOptions['commits']): Promise<Commit> {
    if (at === undefined) return () => undefined;
    if ('file' in at) {
      const { DatabaseSync } = await import('node:sqlite');
      const db = new DatabaseSync(at.file);
      db.exec('pragma journal_mode = wal; pragma synchronous = full; create table line (text)');
      const insert = db.prepare('insert into line (text) values (?)');
      return (line) => insert.run(line);
    }
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ connectionString: at.url, max: 20 });
    await pool.query('create table line (text text)');
    const named = { name: 'insert', text: 'insert into line values ($1)' };
    return (line) => pool.query({ ...named, values: [line] });
  }

  process.once('message', async ({ responses = {}, commits }: BareOptions) => {
    const { createServer } = await import('node:http');
    const { text } = await import('node:stream/consumers');
    const commit = await openCommits(commits);
    async function commitBody(count: number, from: IncomingMessage, response: ServerResponse) {
      const line = await text(from);
      for (let done = 0; done < count; done += 1) await commit(line);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(line);
    }
    const server = createServer((received, response) => {
      const { method, url = '' } = received;
      const count = Number(/^\/commit\/(\d+)$/.exec(url)?.[1] ?? 0);
      const stored = responses[`${method} ${url}`];
      if (count > 0) void commitBody(count, received, response);
      else if (stored === undefined) response.writeHead(404).end();
      else response.writeHead(stored.status, stored.headers).end(stored.body);
    });
    server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
  });
  process.once('disconnect', () => process.exit());
}

/** Starts a bare server. It also ends with this process. */
export async function startBareServer(options: BareOptions) {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  const child = spawn(process.execPath, [...flags, '--eval', `(${bareServer})()`], {
    cwd: root,
    env: { PATH: process.env['PATH'] },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit');
  child.send(options);
  const ended = exit.then(([code]) => Promise.reject(new Error(`a bare server ended: ${code}`)));
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  return {
    pid: child.pid!,
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** Node adds these itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Starts a bare server that responds to these requests with the same headers and bytes as the shop does now. */
export async function startTwin({ port }: RunningShop, requests: readonly ServerRequest[]) {
  const responses: BareOptions['responses'] = {};
  for (const one of requests) {
    const response = await sendRequest(port, one);
    const { statusCode: status = 0, rawHeaders: raw } = response;
    const headers = raw.filter((_, at) => !ownHeaders.has(raw[at - (at % 2)]!.toLowerCase()));
    const body = await buffer(response);
    responses[`${one.method ?? 'GET'} ${one.path}`] = { status, headers, body };
  }
  return startBareServer({ responses });
}
