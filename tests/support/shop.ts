// A real shop for tests: its own process, its own data, its own port.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseSettings } from '../../src/server/database/open-database.ts';
import { freePort } from './free-port.ts';
import { SESSION_SECRET } from './server/insert-session.ts';
import { compileCache, root } from './server/spawn-node.ts';

export interface RunningShop {
  origin: string;
  port: number;
  dataDir: string;
  /** Where it keeps its rows. */
  database: DatabaseSettings;
  /** Of the process that runs now. */
  pid(): number;
  /** Everything that the shop wrote to its log, for the message of a failing test. */
  log(): string;
  /** Asks it to stop, as a deploy does; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Has its process end when it passes this crash point next. Only with NODE_ENV=test. */
  arm(point: string): Promise<void>;
  /** Sends its process a signal and does not wait. */
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code once its process is gone; null if a signal ended it. */
  ended(): Promise<number | null>;
  /** Ends it and throws its data away. */
  remove(): Promise<void>;
}

/** Resolves when the shop says that it is ready; rejects with its log when it ends before. */
function untilReady(child: ChildProcess, log: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('Ready at ')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code}\n${log()}`)));
  });
}

/**
 * Starts a shop. `env` adds to or replaces what the shop reads from its environment.
 * @param dataDir where it keeps its data; a new directory without it
 */
export async function startShop(
  env: Record<string, string> = {},
  dataDir: string = mkdtempSync(join(tmpdir(), 'maalai-shop-')),
): Promise<RunningShop> {
  const port = env['PORT'] === undefined ? await freePort() : Number(env['PORT']);
  const url = env['DATABASE_URL'];
  let written = '';
  let child: ChildProcess;
  const ended = () =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once('exit', (code) => resolve(code));
    });

  const shop: RunningShop = {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    database: url
      ? { kind: 'postgres', url }
      : { kind: 'sqlite', file: join(dataDir, 'maalai.sqlite') },
    pid: () => child.pid ?? 0,
    log: () => written,
    signal: (name) => void child.kill(name),
    ended,
    async arm(point) {
      const armed = once(child, 'message');
      child.send(point);
      await armed;
    },
    async start() {
      child = spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          ...(env['NODE_ENV'] === 'test' ? ['--import', './tests/support/armable.ts'] : []),
          'src/server/main.ts',
        ],
        {
          cwd: root,
          env: {
            PATH: process.env['PATH'],
            PORT: String(port),
            DATA_DIR: dataDir,
            SESSION_SECRET,
            ...compileCache,
            ...env,
          },
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        },
      );
      child.stderr!.on('data', (chunk: Buffer) => (written += chunk.toString()));
      await untilReady(child, () => written);
    },
    async stop() {
      child.kill('SIGTERM');
      return ended();
    },
    async kill() {
      child.kill('SIGKILL');
      await ended();
    },
    async remove() {
      child.kill('SIGKILL');
      await ended();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await shop.start();
  return shop;
}

/**
 * Starts a shop and stops it: only a process that stops by itself keeps its compiled code for the next, and on a fresh
 * clone there may be none yet.
 */
export async function compileShop(): Promise<void> {
  const shop = await startShop();
  await shop.stop();
  await shop.remove();
}
