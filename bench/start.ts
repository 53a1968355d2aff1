// The time from the start of the shop to its first page: with `npm start`, and for the server alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { freePort } from '#support/free-port.ts';
import { compileCache, root } from '#support/server/spawn-node.ts';
import { shopFlags } from '../scripts/setup/prepare.mjs';
import { middle } from './part.ts';
import type { Part, PartOptions } from './part.ts';
import { cpuOf } from './process.ts';

/** A way to start a server on a port. */
interface Start {
  what: string;
  command: (port: number) => [program: string, ...args: string[]];
}

const bare = (port: number) =>
  `require('node:http').createServer((_, response) => response.end('<p>home')).listen(${port}, '127.0.0.1')`;

const starts = {
  npm: { what: 'npm start, warm', command: () => ['npm', 'start'] },
  server: {
    what: 'the server alone',
    command: () => [process.execPath, ...shopFlags, 'dist/server/shop.mjs'],
  },
  twin: { what: 'a bare server', command: (port) => [process.execPath, '-e', bare(port)] },
} satisfies Record<string, Start>;

/** Resolves to the status of a page; undefined while no server listens. */
function look(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asking = get({ port, host: '127.0.0.1', path: '/home', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asking.on('error', () => resolve(undefined));
  });
}

/** Starts and ends a server. Resolves to the milliseconds until its first 200, and its processor time until then. */
async function measure(
  { command }: Start,
  dataDir: string,
): Promise<{ took: number; cpu: number }> {
  const port = await freePort();
  const [program, ...args] = command(port);
  const began = performance.now();
  const env = { ...process.env, ...compileCache, PORT: String(port), DATA_DIR: dataDir };
  const child = spawn(program, args, { cwd: root, env, stdio: 'ignore' });
  try {
    while ((await look(port)) !== 200) {
      if (child.exitCode !== null) throw new Error(`'${program}' ended with ${child.exitCode}`);
      await nextTurn();
    }
    return { took: performance.now() - began, cpu: cpuOf(child.pid ?? 0) };
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
}

/** Resolves to the median of several starts. The first fills the compile cache and the database, and is not counted. */
async function several(start: Start, { repeats, report }: PartOptions) {
  const dataDir = mkdtempSync(join(tmpdir(), 'maalai-bench-'));
  try {
    const [times, cpus]: [number[], number[]] = [[], []];
    for (let turn = -1; turn < repeats; turn += 1) {
      const { took, cpu } = await measure(start, dataDir);
      report(`${start.what}: ${took.toFixed(0)} ms, ${cpu.toFixed(0)} ms CPU`);
      if (turn < 0) continue;
      times.push(took);
      cpus.push(cpu);
    }
    return { took: middle(times), cpu: middle(cpus) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const part: Part = {
  name: 'start',
  about: 'from the start to the first page; the twin is a bare node:http',
  async run(options) {
    const twin = await several(starts.twin, options);
    const npm = await several(starts.npm, options);
    const server = await several(starts.server, options);
    const bareTime = twin.took.value;
    return [
      { what: starts.npm.what, unit: 'ms', ...npm.took, twin: bareTime, reach: 800 },
      { what: starts.server.what, unit: 'ms', ...server.took, twin: bareTime, reach: 500 },
      {
        what: 'the server’s process',
        unit: 'ms CPU',
        ...server.cpu,
        twin: twin.cpu.value,
      },
    ];
  },
};
