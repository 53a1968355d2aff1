// The shop responds quickly to any request, however badly framed, without growing in memory, and logs what it may. No request
// of a stranger costs it much processor time or memory.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { startPostgres } from '#support/databases/postgres.ts';
import { startRealShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import { residentMemory } from '#support/server/process-use.ts';
import { openAccounts } from '../races/shopper.ts';
import { isAbove, measureAlone, startMeter } from './cost.ts';
import type { Cost } from './cost.ts';
import { exchange } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { PASSWORD, requestsFor } from './requests.ts';
import type { FuzzRequest } from './requests.ts';

/** The number of requests on each database. Each run draws others. */
const CALLS = 25_000;
const AT_ONCE = 8;
const BATCH = 500;
const SLOW_MS = 250;
/** Megabytes. */
const GROWTH_LIMIT = 64;
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

/** Each hashes a password, a third of a second by design. Limits by network bound how often, and a queue how many. */
const costly = new Set([
  'POST /api/auth/sign-in/email',
  'POST /api/auth/sign-up/email',
  'POST /api/users/register',
]);

interface Sent extends Exchange {
  request: FuzzRequest;
  /** Includes that of requests that were sent at the same time. */
  cost: Cost;
}

async function startOn(kind: 'sqlite' | 'postgres'): Promise<RunningShop> {
  const env: Record<string, string> = { TRUST_PROXY: '1', LOG_LEVEL: 'info' };
  if (kind === 'postgres') {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.stop());
    env['DATABASE_URL'] = (await createPostgresDatabase(cluster.url)).url;
  }
  const shop = await startRealShop(env);
  onTestFinished(() => shop.remove());
  return shop;
}

/** Sends the requests, up to AT_ONCE at a time. */
async function sendAll(shop: RunningShop, requests: readonly FuzzRequest[]): Promise<Sent[]> {
  const waiting = [...requests];
  const sent: Sent[] = [];
  const sender = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const meter = startMeter(shop.pid());
      const response = await exchange(shop.port, request);
      sent.push({ request, ...response, cost: meter() });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return sent;
}

/** Resolves to the fault of a response, if any. Repeats a slow request: only a fault of the shop makes it slow each time. */
async function faultOf(port: number, sent: Sent): Promise<string | undefined> {
  const { request, status, head, milliseconds, hasTimedOut } = sent;
  if (hasTimedOut) return 'no response';
  if (status >= 500 && !(status === 503 && /^retry-after:/im.test(head))) return `got ${status}`;
  if (milliseconds <= SLOW_MS || request.mayTakeLong) return undefined;
  for (let again = 0; again < 5; again += 1) {
    const { milliseconds: took } = await exchange(port, request);
    if (took <= SLOW_MS) return undefined;
  }
  return `took ${Math.round(milliseconds)} ms, and five times more than ${SLOW_MS}`;
}

describe.each(['sqlite', 'postgres'] as const)('the shop on %s', (kind) => {
  it('responds to any request', { timeout: 3_600_000 }, async () => {
    const shop = await startOn(kind);
    const accounts = await openAccounts(shop, 3);
    const disposable = await openAccounts(shop, 60, PASSWORD);
    const keys = JSON.parse(readFileSync(join(shop.dataDir, 'test-payments/keys.json'), 'utf8'));
    const requests = requestsFor({
      host: `localhost:${shop.port}`,
      cookies: [...accounts.map(({ cookie }) => cookie), 'maalai.session_token=made.up'],
      disposable: disposable.map(({ cookie }) => cookie),
      emails: accounts.map(({ email }) => email),
      webhookSecret: keys.webhookSecret,
    });

    const faults: string[] = [];
    const ids: string[] = [];
    const costliest = new Map<string, Sent>();
    const unmeasured = new Set(costly);
    let idsAtFirst = 0;
    let sizeAtFirst = 0;
    for (let count = 0; count < CALLS; count += BATCH) {
      const batch = fc.sample(requests, { numRuns: BATCH, seed: seed + count });
      for (const sent of await sendAll(shop, batch)) {
        const fault = await faultOf(shop.port, sent);
        if (fault) faults.push(`${fault}: ${JSON.stringify(begin(sent.request))}`);
        const [, id] = /^x-request-id: (\S+)/im.exec(sent.head) ?? [];
        if (id !== undefined) ids.push(id);
        const route = sent.request.kind;
        if (!sent.request.isAnonymous || unmeasured.has(route)) continue;
        if (isAbove(sent.cost)) {
          sent.cost = await costOf(shop, sent);
          if (isAbove(sent.cost)) {
            faults.push(`${costs(sent)}: ${JSON.stringify(begin(sent.request))}`);
            // Once is enough.
            unmeasured.add(route);
          }
        }
        if (sent.cost.cpu > (costliest.get(route)?.cost.cpu ?? 0)) costliest.set(route, sent);
      }
      idsAtFirst ||= ids.length;
      // Halfway through, all code is compiled and all caches are full.
      if (count >= CALLS / 2 && sizeAtFirst === 0) sizeAtFirst = residentMemory(shop.pid());
    }
    for (const sent of costliest.values()) sent.cost = await costOf(shop, sent);
    const table = [...costliest.values()].toSorted((one, other) => other.cost.cpu - one.cost.cpu);
    process.stdout.write(`The costliest on ${kind}:${table.slice(0, 10).map(costs).join('')}\n`);
    const growth = residentMemory(shop.pid()) - sizeAtFirst;
    expect(faults, `with FUZZ_SEED=${seed}`).toEqual([]);
    expect(growth).toBeLessThan(GROWTH_LIMIT);
    // Each response with an id has a line in the log.
    const logged = shop.log().match(/"requestId":"[^"]+","method"/g) ?? [];
    const lines = new Set(logged.map((line) => line.slice(13, 49)));
    expect(ids.filter((id) => !lines.has(id))).toEqual([]);
    // Those of the first batch: a minute has a limit of lines, which a quick machine reaches, and the rest has no ids.
    expect(idsAtFirst).toBeGreaterThan(BATCH / 2);
  });
});

const costOf = ({ pid, port }: RunningShop, { request }: Sent) =>
  measureAlone(pid(), () => exchange(port, request));

const costs = ({ request: { kind }, cost }: Sent) =>
  `\n${kind} costs ${cost.cpu.toFixed(1)} ms and keeps ${cost.kept.toFixed(1)} MB`;

/** Returns the beginning of a request, for the message of a failure. */
const begin = ({ bytes }: FuzzRequest) => Buffer.from(bytes.subarray(0, 600)).toString('latin1');
