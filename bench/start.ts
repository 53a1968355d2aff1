// The shop's process: how soon after its start it serves a page, and how much memory it holds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#support/free-port.ts';
import { cpuTime, residentMemory } from '#support/server/process-use.ts';
import { compileCache, root } from '#support/server/spawn-node.ts';
import { startRealShop } from '#support/shop.ts';
import type { RunningShop } from '#support/shop.ts';
import { shopFlags } from '../scripts/setup/prepare.mjs';
import { frequentRequests } from './pages.ts';
import type { Bench, Part } from './run.ts';
import { browserHeaders, REQUESTS, sendRequest, sendRequests, startTwin } from './shop-process.ts';
import type { ServerRequest } from './shop-process.ts';

type Command = (port: number) => [program: string, ...args: string[]];

const bare = (port: number) =>
  `require('node:http').createServer((_, response) => response.end('<p>home')).listen(${port}, '127.0.0.1')`;

const commands = {
  'a bare server': (port) => [process.execPath, '-e', bare(port)],
  'npm start, warm': () => ['npm', 'start'],
  'the server alone': () => [process.execPath, ...shopFlags, 'dist/server/shop.mjs'],
} satisfies Record<string, Command>;

async function isUp(port: number): Promise<boolean> {
  const response = await sendRequest(port, { path: '/home' }).catch(() => undefined);
  return response?.resume().statusCode === 200;
}

/** Starts and ends a server. Resolves to the milliseconds until its first 200, and its processor time until then. */
async function startOnce(command: Command, dataDir: string): Promise<{ ms: number; cpu: number }> {
  const port = await freePort();
  const [program, ...args] = command(port);
  const began = performance.now();
  const env = { ...process.env, ...compileCache, PORT: String(port), DATA_DIR: dataDir };
  const child = spawn(program, args, { cwd: root, env, stdio: 'ignore' });
  const exit = once(child, 'exit');
  try {
    while (!(await isUp(port))) {
      if (child.exitCode !== null) throw new Error(`'${program}' ended with ${child.exitCode}`);
      await nextTurn();
    }
    return { ms: performance.now() - began, cpu: cpuTime(child.pid!) };
  } finally {
    child.kill('SIGTERM');
    await exit;
  }
}

async function startRepeatedly(what: keyof typeof commands, { repeat }: Bench) {
  const dataDir = mkdtempSync(join(tmpdir(), 'maalai-bench-'));
  try {
    const measure = () => startOnce(commands[what], dataDir);
    // The first start fills the compile cache and the database.
    await measure();
    return await repeat(what, measure);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const start: Part = {
  about: 'from the start to the first page; the twin is a bare node:http',
  async measure(bench) {
    const { ms: twin, cpu: twinCpu } = await startRepeatedly('a bare server', bench);
    const npm = await startRepeatedly('npm start, warm', bench);
    const server = await startRepeatedly('the server alone', bench);
    return [
      { what: 'npm start, warm', unit: 'ms', measured: npm.ms, twin, reach: 800 },
      { what: 'the server alone', unit: 'ms', measured: server.ms, twin, reach: 500 },
      { what: 'the server’s process', unit: 'ms CPU', measured: server.cpu, twin: twinCpu },
    ];
  },
};

/** Memory that is needed only once is freed some seconds later. The pause is the same for the twin. */
const SETTLE_MS = 5_000;
const MANY = 20 * REQUESTS;
const pagePaths = ['/home', '/dairymilkgarland', '/productspage', '/prod', '/cart', '/favicon.svg'];

/** Resolves to requests of all kinds, twice as many for pages as for the rest. */
async function mixedRequests(shop: RunningShop): Promise<ServerRequest[]> {
  const api: ServerRequest[] = await frequentRequests(shop);
  const [, signedIn] = api;
  return [
    ...pagePaths.map((path) => ({ path, headers: browserHeaders })),
    ...pagePaths.map((path) => ({ path, headers: { ...signedIn?.headers } })),
    ...api,
    { path: '/orders/kavya@shopper.example', headers: browserHeaders, status: 401 },
    { path: '/nowhere', headers: browserHeaders, status: 404 },
  ];
}

/** Resolves to the megabytes of a shop and of its twin, when quiet and after many requests. */
async function measureMemory() {
  await using stack = new AsyncDisposableStack();
  const shop = stack.adopt(await startRealShop({ TRUST_PROXY: '1' }), (started) =>
    started.remove(),
  );
  await pause(SETTLE_MS);
  const quiet = residentMemory(shop.pid());
  const requests = await mixedRequests(shop);
  await using twin = await startTwin(shop, requests);
  await pause(SETTLE_MS);
  const twinQuiet = residentMemory(twin.pid);
  const afterMany = async (pid: number, port: number) => {
    await sendRequests(port, requests, MANY);
    await pause(SETTLE_MS);
    return residentMemory(pid);
  };
  const twinBusy = await afterMany(twin.pid, twin.port);
  return { quiet, twinQuiet, busy: await afterMany(shop.pid(), shop.port), twinBusy };
}

export const memory: Part = {
  about:
    'resident memory of the shop’s process; the twin is a bare node:http with the same responses',
  async measure({ repeat }) {
    const { quiet, twinQuiet, busy, twinBusy } = await repeat('memory', measureMemory);
    const what = `after ${MANY} requests`;
    return [
      { what: 'quiet', unit: 'MB', measured: quiet, twin: twinQuiet, reach: 110 },
      { what, unit: 'MB', measured: busy, twin: twinBusy, reach: 180 },
    ];
  },
};
