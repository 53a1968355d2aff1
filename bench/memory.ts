// The memory of the shop's process: after its start, and after many calls of all kinds.
import { setTimeout as pause } from 'node:timers/promises';
import { startShop } from '#support/shop.ts';
import { oftenMade } from './calls.ts';
import type { Call } from './caller.ts';
import { middle } from './part.ts';
import type { Part, PartOptions } from './part.ts';
import { residentOf, startProgram } from './process.ts';
import { browserHeaders, CONNECTIONS, send, startTwin } from './side-by-side.ts';

const CALLS = 20 * Number(process.env['BENCH_CALLS'] ?? 4_000);
/** Memory that is needed only once is freed some seconds later. The pause is the same for the twin. */
const SETTLE_MS = 5_000;

const pages = ['/home', '/dairymilkgarland', '/productspage', '/prod', '/cart', '/favicon.svg'];

/** Resolves to twice as many pages as calls of other kinds. */
async function mixed(shop: Parameters<typeof oftenMade>[0]): Promise<Call[]> {
  const calls: Call[] = await oftenMade(shop);
  const [, signedIn] = calls;
  return [
    ...pages.map((path) => ({ path, headers: browserHeaders })),
    ...pages.map((path) => ({ path, headers: { ...browserHeaders, ...signedIn?.headers } })),
    ...calls,
    { path: '/orders/kavya@shopper.example', headers: browserHeaders, status: 401 },
    { path: '/nowhere', headers: browserHeaders, status: 404 },
  ];
}

async function measure({ report }: PartOptions) {
  const shop = await startShop({ TRUST_PROXY: '1' });
  try {
    await pause(SETTLE_MS);
    const quiet = residentOf(shop.pid());
    const calls = await mixed(shop);
    const twin = await startTwin(shop, calls);
    const caller = startProgram('caller.ts');
    try {
      await pause(SETTLE_MS);
      const twinQuiet = residentOf(twin.pid);
      const after = async ({ pid, port }: { pid: number; port: number }) => {
        await send(caller, { port, calls, count: CALLS, connections: CONNECTIONS });
        await pause(SETTLE_MS);
        return residentOf(pid);
      };
      const twinBusy = await after(twin);
      const busy = await after({ pid: shop.pid(), port: shop.port });
      report(
        `quiet ${quiet.toFixed(0)} / ${twinQuiet.toFixed(0)} MB, after ${CALLS} calls ${busy.toFixed(0)} / ${twinBusy.toFixed(0)} MB`,
      );
      return { quiet, twinQuiet, busy, twinBusy };
    } finally {
      await caller.stop();
      await twin.stop();
    }
  } finally {
    await shop.remove();
  }
}

export const part: Part = {
  name: 'memory',
  about:
    'resident memory of the shop’s process; the twin is a bare node:http with the same answers',
  async run(options) {
    const measured: Awaited<ReturnType<typeof measure>>[] = [];
    for (let turn = 0; turn < options.repeats; turn += 1) measured.push(await measure(options));
    const of = (name: keyof (typeof measured)[number]) =>
      middle(measured.map((each) => each[name]));
    return [
      { what: 'quiet', unit: 'MB', ...of('quiet'), twin: of('twinQuiet').value, reach: 110 },
      {
        what: `after ${CALLS} calls`,
        unit: 'MB',
        ...of('busy'),
        twin: of('twinBusy').value,
        reach: 180,
      },
    ];
  },
};
