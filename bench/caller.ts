// Calls a server as fast as it responds. A program, so that its own work is not measured: takes a load by message, and
// replies with the result.
import { Agent, request } from 'node:http';

export interface Call {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** The status that the response must have, by default 200. */
  status?: number;
}

export interface Load {
  port: number;
  /** Repeated in this order. */
  calls: readonly Call[];
  count: number;
  /** How many calls are under way at a time. */
  connections: number;
}

/** The result of a load. */
export interface Done {
  /** Milliseconds from the first call to the last response. */
  took: number;
  /** The first responses with another status than expected. */
  wrong: string[];
}

/** Calls come from this many addresses in turn: a shop behind a proxy sees many callers, and limits each. */
const CALLERS = 40_000;

function addressOf(turn: number): string {
  const caller = turn % CALLERS;
  return `10.1.${Math.floor(caller / 256)}.${caller % 256}`;
}

let turn = 0;

function call(agent: Agent, port: number, { path, method, headers, body }: Call): Promise<number> {
  turn += 1;
  const from = addressOf(turn);
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        port,
        host: '127.0.0.1',
        method: method ?? 'GET',
        path,
        agent,
        headers: { 'X-Forwarded-For': from, ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', reject);
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
}

async function load({ port, calls, count, connections }: Load): Promise<Done> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const wrong: string[] = [];
  let next = 0;
  const began = performance.now();
  const work = async () => {
    while (next < count) {
      const each = calls[next % calls.length]!;
      next += 1;
      const status = await call(agent, port, each);
      if (status !== (each.status ?? 200) && wrong.length < 5) {
        wrong.push(`${each.method ?? 'GET'} ${each.path}: ${status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const took = performance.now() - began;
  agent.destroy();
  return { took, wrong };
}

process.on('message', async (asked: Load) => {
  process.send?.(await load(asked));
});
process.once('disconnect', () => process.exit());
