// The shop as a process. Shops are started in hooks: a start may take as long as a hook's limit, not a test's.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPostgresDatabase } from '#support/databases/postgres-database.ts';
import { postgresUrl } from '#support/databases/shared-databases.ts';
import { freePort } from '#support/free-port.ts';
import { newDirectory } from '#support/new-directory.ts';
import { asha } from '#support/server/account-site.ts';
import {
  insertAccount,
  insertSession,
  withAccounts,
  SESSION_SECRET,
} from '#support/server/insert-session.ts';
import { writeSmallSite } from '#support/server/small-site.ts';
import { compileCache, root } from '#support/server/spawn-node.ts';
import { onlyInAll } from '#support/tier.ts';
import { ownerDetails } from '../shop/claims.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open.ts';
import { lockFile } from './platform/database/sqlite.ts';
import { explainFailure, WRONG_SETTING } from './platform/failures.ts';
import { createLog } from './platform/log.ts';
import { parseSettings } from './platform/settings.ts';
import type { Settings } from './platform/settings.ts';
import { startShop } from './start-shop.ts';

const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

const liveKeys = {
  PAYMENT_KEY_ID: 'rzp_test_k',
  PAYMENT_KEY_SECRET: 's',
  PAYMENT_WEBHOOK_SECRET: 'w',
};

let siteDirectory: string;
beforeAll(() => {
  siteDirectory = writeSmallSite({}, (remove) => running.defer(remove));
});

const newDataDir = () => newDirectory((remove) => running.defer(remove));

const settingsWith = (env: Record<string, string>) =>
  parseSettings({ DATA_DIR: newDataDir(), ...liveKeys, ...env }, ownerDetails());

/** Resolves to why a shop in this process does not start. */
async function startFailure(env: Record<string, string>): Promise<string> {
  const parts = { clock: () => new Date(), log: createLog('silent'), siteDirectory };
  const starting = startShop({ ...parts, settings: settingsWith(env) });
  return starting.then(() => 'It started.', explainFailure);
}

type Running = Awaited<ReturnType<typeof run>>;

/** Starts a shop as a process. `ready` resolves when it prints that it is ready, and rejects when it ends before. */
async function run(env: Record<string, string> = {}) {
  const { PORT = String(await freePort()), DATA_DIR = newDataDir() } = env;
  const program = join(import.meta.dirname, 'main.ts');
  // The desk has .tsx files.
  const hook = pathToFileURL(join(root, 'scripts/tsx-hook.mjs')).href;
  const args = ['--disable-warning=ExperimentalWarning', '--import', hook, program, siteDirectory];
  const child = spawn(process.execPath, args, {
    env: { ...compileCache, ...env, PORT, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  running.defer(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let [stdout, stderr] = ['', ''];
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  ready.catch(() => undefined);
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    if (stdout.includes('Ready at ')) resolve();
  });
  child.stderr?.on('data', (chunk: Buffer) => void (stderr += chunk.toString()));
  child.once('exit', () => reject(new Error(stderr)));
  const origin = `http://localhost:${PORT}`;
  const output = { stdout: () => stdout, stderr: () => stderr };
  return { child, origin, dataDir: DATA_DIR, exited, ready, ...output };
}

/** Resolves to a shop that is ready. */
async function runReady(env: Record<string, string> = {}): Promise<Running> {
  const shop = await run(env);
  await shop.ready;
  return shop;
}

function post(origin: string, path: string, payload: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin };
  return fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(payload) });
}

async function readSession({ origin }: Running, cookie: string): Promise<unknown> {
  return (await fetch(`${origin}/api/auth/get-session`, { headers: { cookie } })).json();
}

/** Resolves to what a shop that cannot start writes to stderr. */
async function failure(env: Record<string, string>, status = 1): Promise<string> {
  const shop = await run(env);
  expect(await shop.exited).toBe(status);
  expect(shop.stdout()).toBe('');
  return shop.stderr();
}

describe('a shop', () => {
  let shop: Running;
  beforeAll(async () => {
    shop = await runReady({ DESK_PORT: String(await freePort()) });
  });

  it('prints its address when it is ready, and serves pages, API routes and the test payment window [running-1,5,7]', async () => {
    const lines =
      /^Desk at (http:\/\/localhost:\d+)\nFirst sign-in: \1\/first\/[\w-]{43}\nReady at (.*)\n$/.exec(
        shop.stdout(),
      );
    expect(lines?.[2]).toBe(shop.origin);
    const get = (path: string) => fetch(shop.origin + path);
    const page = await get('/');
    expect(page.url).toBe(`${shop.origin}/home`);
    expect(await page.text()).toContain('demo home');
    const { headers } = await get('/deliveryform');
    expect(headers.get('content-security-policy')).toContain("frame-src 'self';");
    for (const path of ['/healthz', '/readyz']) expect((await get(path)).status).toBe(200);
    const script = await get('/test-payments/checkout.js');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(statSync(join(shop.dataDir, 'maalai.sqlite')).mode & 0o077).toBe(0);
  });

  it('is alone on its database [running-17]', async () => {
    expect(await failure({ DATA_DIR: shop.dataDir })).toMatch(
      /^The shop cannot start\. The database \S+ is in use [^\n]+\n$/,
    );
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200);
  });
});

it('stops on a signal while it is still starting', async () => {
  const shop = await run();
  await expect.poll(() => existsSync(join(shop.dataDir, 'test-payments'))).toBe(true);
  shop.child.kill('SIGTERM');
  expect(await shop.exited).toBe(0);
  expect(shop.stdout()).toBe('');
});

onlyInAll(() => {
  describe('a power cut', () => {
    let shop: Running;
    let cookie: string;
    beforeAll(async () => {
      shop = await runReady();
      await post(shop.origin, '/api/auth/sign-up/email', asha);
      const signIn = await post(shop.origin, '/api/auth/sign-in/email', asha);
      cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    });

    it('ends the payment stand-in and keeps accounts, sessions and test keys [running-6]', async () => {
      const read = (file: string) =>
        readFileSync(join(shop.dataDir, 'test-payments', file), 'utf8');
      const keys = read('keys.json');
      const { address: provider } = JSON.parse(read('control.json'));
      const isThere = () => fetch(provider).then(Boolean, () => false);
      expect(await isThere()).toBe(true);
      shop.child.kill('SIGKILL');
      await shop.exited;
      await expect.poll(isThere).toBe(false);

      const again = await runReady({ DATA_DIR: shop.dataDir, PORT: new URL(shop.origin).port });
      expect(await readSession(again, cookie)).toMatchObject({ user: { email: asha.email } });
      expect(read('keys.json')).toBe(keys);
    });
  });

  describe('two shops on one PostgreSQL', () => {
    let shops: [Running, Running];
    let url: string;
    beforeAll(async () => {
      const own = await createPostgresDatabase(await postgresUrl());
      running.defer(() => own.drop());
      url = own.url;
      // Each has its own directory.
      const env = { DATABASE_URL: url, SESSION_SECRET };
      shops = await Promise.all([runReady(env), runReady(env)]);
    });

    it('count wrong passwords together, and store nobody’s name for it', async () => {
      const { db, close } = await openDatabase({ kind: 'postgres', url });
      onTestFinished(close);
      const guess = async ({ origin }: Running) => {
        await post(origin, '/api/auth/sign-in/email', { ...asha, password: 'not-her-password' });
        const query = sql<{ key: string; used: number }>`select key, used from limit_window`;
        return (await query.execute(db)).rows;
      };
      // On a busy machine a try may be counted in memory.
      await expect.poll(() => guess(shops[0])).toHaveLength(3);
      await expect.poll(() => guess(shops[1])).toContainEqual(expect.objectContaining({ used: 2 }));
      for (const { key } of await guess(shops[0])) expect(key).toMatch(/^[\w-]{22}$/);
    });

    it('share the sessions, and stop on a signal or when their parent process is gone [running-8,17]', async () => {
      const [first, second] = shops;
      const email = 'asha@example.com';
      const place = { database: { kind: 'postgres', url }, origin: first.origin } as const;
      const { name, value } = await withAccounts(place, async (auth) =>
        insertSession(auth, await insertAccount(auth, { email })),
      );
      for (const shop of shops) {
        expect(await readSession(shop, `${name}=${value}`)).toMatchObject({ user: { email } });
        expect(existsSync(join(shop.dataDir, 'maalai.sqlite'))).toBe(false);
      }
      first.child.kill('SIGTERM');
      second.child.disconnect();
      expect(await Promise.all(shops.map((shop) => shop.exited))).toEqual([0, 0]);
      for (const { origin } of shops) {
        await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed');
      }
    });
  });
});

describe('a shop that cannot start', () => {
  it('prints the wrong setting in one line [running-15]', async () => {
    expect(await failure({ PORT: 'eighty' }, WRONG_SETTING)).toMatch(
      /^The shop cannot start\. PORT must be [^\n]+\n$/,
    );
  });

  onlyInAll(() => {
    it('names the file or directory that it cannot use in one line', async () => {
      const file = join(newDataDir(), 'a-file');
      await writeFile(file, '');
      const locked = newDataDir();
      await mkdir(lockFile(join(locked, 'maalai.sqlite')));
      const withoutPayments = newDataDir();
      await mkdir(join(withoutPayments, 'test-payments/payment-provider.sqlite'), {
        recursive: true,
      });
      const certificate = `${file}.pem`;
      const DATABASE_URL = `postgres://127.0.0.1/shop?sslrootcert=${certificate}`;
      for (const [env, why] of [
        [{ DATA_DIR: file }, file],
        [{ DATA_DIR: locked }, 'unable to open database file'],
        [{ DATA_DIR: withoutPayments }, 'unable to open database file'],
        [{ DATABASE_URL }, certificate],
      ] as const) {
        const line = new RegExp(`^The shop cannot start\\. [^\n]+${why}[^\n]+\n$`);
        expect(await failure(env)).toMatch(line);
      }
    });
  });

  it('reports that its database cannot be reached, without the password', async () => {
    const DATABASE_URL = `postgres://maalai:hunter2@127.0.0.1:${await freePort()}/shop`;
    const reason = await startFailure({ DATABASE_URL });
    expect(reason).toMatch(/^The database cannot be used \(ECONNREFUSED: [^\n]+$/);
    expect(reason).not.toContain('hunter2');
  });

  it('names the DESK_PORT that is in use, and stops what it has started', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    onTestFinished(() => void busy.close());
    const PORT = String(await freePort());
    const DESK_PORT = String((busy.address() as AddressInfo).port);
    expect(await startFailure({ PORT, DESK_PORT })).toBe(
      `DESK_PORT ${DESK_PORT} is in use on 127.0.0.1: stop what uses it, or set another.`,
    );
    await expect(fetch(`http://127.0.0.1:${PORT}/healthz`)).rejects.toThrow('fetch failed');
  });
});

describe('a shop that starts', () => {
  const clock = () => new Date('2026-11-22T09:00:00.000Z');
  let settings: Settings;
  beforeAll(async () => {
    settings = settingsWith({ PORT: String(await freePort()) });
    const { db, kind, close } = await openDatabase(settings.database);
    await migrate(db, kind, clock);
    const at = '2026-11-21T09:00:00.000Z';
    const times = { expiresAt: at, createdAt: at, updatedAt: at };
    const link = { id: 'l', identifier: 'x', value: 'u', ...times };
    await db.insertInto('verification').values(link).execute();
    await close();
  });

  it('erases what has expired', async () => {
    const lines: string[] = [];
    const log = createLog('info', (line) => lines.push(line));
    const shop = await startShop({ settings, clock, log, siteDirectory });
    onTestFinished(() => shop.stop());
    await expect.poll(() => lines.join()).toMatch(/"links":1.*expired data erased/);
  });

  it('is not ready before it stops, and serves until then [running-14]', async () => {
    const log = createLog('silent');
    const { promise: drained, resolve: endDrain } = Promise.withResolvers<void>();
    const pause = vi.fn<(milliseconds: number) => Promise<void>>(() => drained);
    const draining = { ...settings, drain: 2_000 };
    const parts = { settings: draining, clock, log, siteDirectory, pause };
    const { address, stop } = await startShop(parts);
    const status = async (path: string) => (await fetch(`${address}${path}`)).status;
    expect(await status('/readyz')).toBe(200);
    const stopped = stop();
    expect(await status('/readyz')).toBe(503);
    expect(await status('/healthz')).toBe(200);
    expect(pause.mock.calls).toEqual([[2_000]]);
    endDrain();
    await stopped;
    await expect(status('/healthz')).rejects.toThrow('fetch failed');
  });
});
