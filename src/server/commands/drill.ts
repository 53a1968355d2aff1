// Tries whether a backup can be restored: into a scratch folder. Its orders and money must be those of the shop, and its
// pictures must be whole. No shop starts there, which could reach customers or the payment provider.
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formatRupeesExact } from '../../shop/money.ts';
import { CommandError } from '../platform/failures.ts';
import { exists } from '../platform/files.ts';
import { backUp, recordFact, requireShop, restore } from './backup.ts';
import type { ShopFiles } from './backup.ts';

/**
 * Restores the backup, or the one that was made last, or one that is made now, and compares. Resolves to a report; throws
 * CommandError with it if it failed. Records the result for the owner's desk.
 */
export async function drill(shop: ShopFiles, file: string | undefined, now: Date): Promise<string> {
  requireShop(shop);
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
  const pictures = countPictures(copy.database);
  const what = last ?? 'A backup that was made now';
  return `${what} was restored into a scratch folder: ${own}, as in the shop, and ${pictures}, each whole.`;
}

/** Returns the backup that was made last; undefined if it is gone. */
function findLast(shop: ShopFiles): string | undefined {
  using database = new DatabaseSync(shop.database, { readOnly: true, timeout: 5_000 });
  const row = database.prepare("select value from shop_state where name = 'backup'").get();
  const { file } = JSON.parse(String(row?.['value'] ?? '{}')) as { file?: string };
  return file !== undefined && exists(file) ? file : undefined;
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
  return `${formatCount(orders.number, 'order')} of ${orders.amount}, ${formatCount(refunds.number, 'refund')} of ${refunds.amount}`;
}

/** Returns how many pictures of reviews there are, in words. Throws if one is not whole. */
function countPictures(file: string): string {
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  const rows = database.prepare("select name, bytes from review_picture where size = 'full'");
  let number = 0;
  for (const { name, bytes } of rows.iterate()) {
    if (!isWholePicture(Buffer.from(bytes as Uint8Array))) {
      throw new Error(`its picture ${String(name)} is not whole.`);
    }
    number += 1;
  }
  return formatCount(number, 'picture');
}

/** Whether it is a WebP file of the length that it names. Only the picture process decodes (reviews/pictures). */
function isWholePicture(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 12);
  return /^RIFF.{4}WEBP$/s.test(text) && bytes.readUInt32LE(4) + 8 === bytes.length;
}

const formatCount = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;
