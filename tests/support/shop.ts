// Starts a real shop for tests, bundled as for production, with its own process, data and port.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { prepareServer, shopFlags } from '../../scripts/setup/prepare.mjs';
import type { DatabaseSettings } from '../../src/server/platform/database/open.ts';
import { freePort } from './free-port.ts';
import type { Order } from './preload.ts';
import { SESSION_SECRET } from './server/insert-session.ts';
import { compileCache, root } from './server/spawn-node.ts';

export type RunningShop = Awaited<ReturnType<typeof start>>;

let bundled: Promise<void> | undefined;

/**
 * Starts a shop. `env` is added to its environment and replaces variables of the same name.
 * @param dataDir the directory of its data, by default a new one
 */
export const startShop = (env?: Record<string, string>, dataDir?: string) =>
  start(['--import', './tests/support/preload.ts'], env, dataDir);

/** Starts a shop without what makes the others quicker, for measurements and for tests of the real thing. */
export const startRealShop = (env?: Record<string, string>, dataDir?: string) =>
  start([], env, dataDir);

async function start(
  flags: readonly string[],
  env: Record<string, string> = {},
  dataDir: string = mkdtempSync(join(tmpdir(), 'maalai-shop-')),
) {
  await (bundled ??= prepareServer());
  const port = env['PORT'] === undefined ? await freePort() : Number(env['PORT']);
  const url = env['DATABASE_URL'];
  let written = '';
  let firstSignIn = '';
  let child: ChildProcess;
  let clock = Number(env['TEST_CLOCK_AHEAD'] ?? 0);
  const send = async (order: Order) => {
    const done = once(child, 'message');
    // If the process ends meanwhile, its next start has the order's clock from the environment.
    child.send(order, () => undefined);
    await Promise.race([done, ended()]);
  };
  const ended = () =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once('exit', (code) => resolve(code));
    });

  /** Resolves when the shop reports that it is ready. Rejects with its log if it ends before. */
  const untilReady = () =>
    new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        firstSignIn = /^First sign-in: (.+)$/.exec(line)?.[1] ?? firstSignIn;
        if (line.startsWith('Ready at ')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`the shop ended with ${code}\n${written}`)));
    });
  const database: DatabaseSettings = url
    ? { kind: 'postgres', url }
    : { kind: 'sqlite', file: join(dataDir, 'maalai.sqlite') };

  const shop = {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    /** The database that it uses. */
    database,
    /** The link that opens the owner's desk once, of the last start at which nobody had an account there. */
    firstSignIn: () => firstSignIn,
    /** The id of the current process. */
    pid: () => child.pid ?? 0,
    /** Returns everything that the shop has logged, for the message of a failing test. */
    log: () => written,
    /** Sends the process a signal without waiting for its effect. */
    signal: (name: NodeJS.Signals) => void child.kill(name),
    /** Resolves to the exit code once the process has ended; null if a signal ended it. */
    ended,
    /** Makes the process exit when it next passes this crash point. Works only with NODE_ENV=test. */
    arm: (crashAt: string) => send({ crashAt }),
    /** Moves the shop's clock forward, also for its later starts. */
    moveClock: (milliseconds: number) => send({ clock: (clock += milliseconds) }),
    /** Starts the shop again on the same port and data. */
    async start() {
      child = spawn(process.execPath, [...shopFlags, ...flags, 'dist/server/shop.mjs'], {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          PORT: String(port),
          DATA_DIR: dataDir,
          SESSION_SECRET,
          ...compileCache,
          ...env,
          TEST_CLOCK_AHEAD: String(clock),
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child.stderr!.on('data', (chunk: Buffer) => (written += chunk.toString()));
      await untilReady();
    },
    /** Asks the shop to stop, as a deploy does. Resolves to the exit code. */
    async stop() {
      child.kill('SIGTERM');
      return ended();
    },
    /** Kills the shop, as a power cut does. */
    async kill() {
      child.kill('SIGKILL');
      await ended();
    },
    /** Kills the shop and deletes its data. */
    async remove() {
      await shop.kill();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await shop.start();
  return shop;
}

/**
 * Starts a shop and stops it, to fill Node's compile cache: only a process that exits regularly writes it, and on a fresh
 * clone it is empty.
 */
export async function compileShop(): Promise<void> {
  const shop = await startShop();
  await shop.stop();
  await shop.remove();
}
