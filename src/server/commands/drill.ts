// Tries whether a backup can be restored: into a scratch folder, with a shop that starts on it. Its orders and money must be
// those of the shop. Neither e-mails nor the payment provider are reached from there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formatRupeesExact } from '../../shop/money.ts';
import { CommandError } from '../platform/failures.ts';
import { programFile } from '../platform/programs.ts';
import { backUp, recordFact, restore } from './backup.ts';
import type { ShopFiles } from './backup.ts';

/**
 * Restores the backup, or the one that was made last, or one that is made now, and compares. Resolves to a report; throws CommandError with it if it
 * failed. Records the result for the owner's desk.
 */
export async function drill(shop: ShopFiles, file: string | undefined, now: Date): Promise<string> {
  // Beside the shop's own data: what an interrupted trial leaves is as safe as that, and goes with the next.
  const scratch = join(shop.dataDir, 'drill');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  try {
    const report = await tryRestore(shop, file, scratch, now);
    await recordFact(shop, 'drill', { at: now.toISOString(), isGood: true, report });
    return report;
  } catch (error) {
    const report = `The restore failed: ${error instanceof Error ? error.message : String(error)}`;
    const fact = { at: now.toISOString(), isGood: false, report };
    await recordFact(shop, 'drill', fact).catch(() => undefined);
    throw new CommandError(report);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function tryRestore(
  shop: ShopFiles,
  file: string | undefined,
  scratch: string,
  now: Date,
): Promise<string> {
  const last = file === undefined ? findLast(shop) : resolve(file);
  const backup = last ?? join(scratch, 'backup');
  if (last === undefined) await backUp(shop, backup, now);
  const dataDir = join(scratch, 'shop');
  const copy = { dataDir, database: join(dataDir, 'maalai.sqlite') };
  await restore(copy, backup, now);
  const madeAt = readTime(backup);
  const [own, restored] = [readLedger(shop.database, madeAt), readLedger(copy.database, madeAt)];
  if (own !== restored) throw new Error(`it has ${restored}, the shop has ${own}.`);
  await startOn(dataDir);
  const what = last ?? 'A backup that was made now';
  return `${what} was restored into a scratch folder: ${own}, as in the shop. A shop started on it and was ready.`;
}

/** Returns the backup that was made last; undefined if it is gone. */
function findLast(shop: ShopFiles): string | undefined {
  using database = new DatabaseSync(shop.database, { readOnly: true, timeout: 5_000 });
  const row = database.prepare("select value from shop_state where name = 'backup'").get();
  const { file } = JSON.parse(String(row?.['value'] ?? '{}')) as { file?: string };
  return file !== undefined && existsSync(file) ? file : undefined;
}

function readTime(backup: string): string {
  using database = new DatabaseSync(backup, { readOnly: true });
  return String(database.prepare('select made_at from backup').get()?.['made_at']);
}

/** Returns orders and money up to a time in words: '12 orders of ₹12,345.00, 1 refund of ₹250.00'. */
function readLedger(file: string, until: string): string {
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  const sum = (query: string) => {
    const { number, amount } = database.prepare(query).get(until) ?? {};
    return { number: Number(number), amount: formatRupeesExact(Number(amount ?? 0)) };
  };
  const orders = sum(
    'select count(*) as number, sum(amount) as amount from shop_order where placed_at <= ?',
  );
  const refunds = sum(
    "select count(*) as number, sum(amount) as amount from order_event where type = 'refunded' and at <= ?",
  );
  const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;
  return `${count(orders.number, 'order')} of ${orders.amount}, ${count(refunds.number, 'refund')} of ${refunds.amount}`;
}

const LONGEST_START_MS = 60_000;

/** Starts a demo on the data and stops it once it is ready. Throws if it does not become ready. */
async function startOn(dataDir: string): Promise<void> {
  const port = await findPort();
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: dataDir,
    PAYMENT_MODE: 'test',
  };
  const shop = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', programFile('shop')],
    {
      env,
      // With a channel, by which it notices that this process has ended.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const ended = once(shop, 'exit');
  const timer = setTimeout(() => shop.kill('SIGKILL'), LONGEST_START_MS);
  try {
    let [written, errors] = ['', ''];
    shop.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
    for await (const text of shop.stdout!.setEncoding('utf8')) {
      written += String(text);
      if (written.includes('Ready at ')) return;
    }
    throw new Error(`a shop did not start on it. ${errors.trim().split('\n').at(-1)}`);
  } finally {
    clearTimeout(timer);
    shop.kill('SIGTERM');
    await ended;
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
