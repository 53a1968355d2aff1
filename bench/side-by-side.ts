// Compares the processor time of a shop's calls with that of a bare node:http that sends the same responses.
import { request } from 'node:http';
import type { RunningShop } from '#support/shop.ts';
import type { Call, Done, Load } from './caller.ts';
import { middle } from './part.ts';
import type { PartOptions } from './part.ts';
import { cpuOf, startProgram } from './process.ts';
import type { Program } from './process.ts';

/** By method and path, such as 'GET /home'. */
type Replies = Record<string, { status: number; headers: string[]; body: Uint8Array }>;

/** The options of the bare server. */
export interface BareOptions {
  replies: Replies;
  /** Where it keeps a row for each commit: a file, or the URL of a PostgreSQL database. */
  commits?: { file: string } | { url: string };
}

/** The headers that Chromium sends with a call. */
export const browserHeaders = {
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'en-IN,en;q=0.9',
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};

/** Node adds these itself. */
const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Resolves to the shop's response to a call, which its twin repeats. */
function replyOf(port: number, call: Call): Promise<Replies[string]> {
  const { method = 'GET', path, headers = {} } = call;
  return new Promise((resolve, reject) => {
    const asking = request({ port, host: '127.0.0.1', method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const raw = response.rawHeaders;
        const kept = raw.filter((_, at) => !own.has(raw[at - (at % 2)]!.toLowerCase()));
        resolve({ status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) });
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}

/** Starts a bare server that responds to these calls as the shop does now. */
export async function startTwin(
  shop: RunningShop,
  calls: readonly Call[],
): Promise<Program & { port: number }> {
  const replies: Replies = {};
  for (const call of calls) {
    replies[`${call.method ?? 'GET'} ${call.path}`] = await replyOf(shop.port, call);
  }
  return startBare({ replies });
}

/** Starts the bare server. */
export async function startBare(options: BareOptions): Promise<Program & { port: number }> {
  const program = startProgram('bare-server.mjs');
  return { ...program, port: await program.ask<number>(options) };
}

/** Sends a load. Throws if a response has another status than the call expects. */
export async function send(caller: Program, load: Load): Promise<Done> {
  const done = await caller.ask<Done>(load);
  if (done.wrong.length > 0) throw new Error(`wrong answers: ${done.wrong.join('; ')}`);
  return done;
}

export interface Compared {
  shop: ReturnType<typeof middle>;
  twin: ReturnType<typeof middle>;
  /** The twin's time ÷ the shop's, for each pair of measurements. */
  share: ReturnType<typeof middle>;
}

/** The shop sends no more whole lists of reviews at a time. */
export const CONNECTIONS = 4;
/** For each measurement, and before the first, because most of the code is not compiled until then. */
const CALLS = Number(process.env['BENCH_CALLS'] ?? 4_000);

/** Resolves to the milliseconds of processor time of a call in the shop and in its twin, measured in turns. */
export async function compare(
  shop: RunningShop,
  call: Call,
  { repeats, report }: PartOptions,
): Promise<Compared> {
  const twin = await startTwin(shop, [call]);
  const caller = startProgram('caller.ts');
  const cost = async (server: { pid: number; port: number }) => {
    const before = cpuOf(server.pid);
    await send(caller, {
      port: server.port,
      calls: [call],
      count: CALLS,
      connections: CONNECTIONS,
    });
    return (cpuOf(server.pid) - before) / CALLS;
  };
  const ofShop = { pid: shop.pid(), port: shop.port };
  try {
    for (const server of [ofShop, twin]) await cost(server);
    const costs = { shop: [] as number[], twin: [] as number[] };
    for (let turn = 0; turn < repeats; turn += 1) {
      costs.shop.push(await cost(ofShop));
      costs.twin.push(await cost(twin));
      report(`${call.path}: ${costs.shop.at(-1)?.toFixed(3)} / ${costs.twin.at(-1)?.toFixed(3)}`);
    }
    const shares = costs.twin.map((each, at) => each / costs.shop[at]!);
    return { shop: middle(costs.shop), twin: middle(costs.twin), share: middle(shares) };
  } finally {
    await caller.stop();
    await twin.stop();
  }
}
