// Backup and restore as their commands run them: processes of their own, beside a shop that writes.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Schema } from '../database/schema.ts';
import { newOrderId } from '../orders/order-id.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';

const clock = () => new Date();

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'maalai-backup-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

async function openShop(dataDir: string) {
  const file = join(dataDir, 'maalai.sqlite');
  const { db, close } = await openDatabase({ kind: 'sqlite', file });
  await migrate(db, 'sqlite', clock);
  let isOpen = true;
  const closeOnce = async () => {
    if (isOpen) await close();
    isOpen = false;
  };
  onTestFinished(closeOnce);
  return { db, close: closeOnce };
}

/** Orders, one transaction each, until told to stop. Answers how many were acknowledged so far. */
function keepSelling(db: Kysely<Schema>) {
  let sold = 0;
  const closing = new AbortController();
  const done = (async () => {
    while (!closing.signal.aborted) {
      await settlePayment(db, clock, newOrderId, await beginAttempt(db));
      sold += 1;
      await breathe();
    }
  })();
  const stop = async () => {
    closing.abort();
    await done;
  };
  return { sold: () => sold, stop };
}

async function run(command: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  const script = join(import.meta.dirname, `../${command}-command.ts`);
  const flags = ['--disable-warning=ExperimentalWarning', script, ...args];
  const child = spawn(process.execPath, flags, { env: { DATA_DIR: dataDir } });
  let [said, complaint] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, said, complaint };
}

/** Every row of every table of the shop. */
function contents(file: string): Record<string, unknown[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table' and name not like 'backup%'`)
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [
        String(name),
        database.prepare(`select * from "${String(name)}" order by 1`).all(),
      ]),
    );
  } finally {
    database.close();
  }
}

const pictures = { 'a.webp': Buffer.from([1, 2, 3, 0]), 'b-320.webp': Buffer.alloc(70_000, 7) };

function addPictures(dataDir: string): void {
  const uploads = join(dataDir, 'uploads');
  mkdirSync(join(uploads, 'incoming'), { recursive: true });
  for (const [name, bytes] of Object.entries(pictures)) writeFileSync(join(uploads, name), bytes);
  writeFileSync(join(uploads, 'incoming/draft'), 'half a pict');
}

it('a backup made while orders come in holds one moment whole, and comes back as it was', async () => {
  const [here, there] = [newDirectory(), newDirectory()];
  const file = join(newDirectory(), 'below', 'shop.backup');
  addPictures(here);
  const shop = await openShop(here);
  const selling = keepSelling(shop.db);
  await expect.poll(selling.sold, { timeout: 10_000 }).toBeGreaterThan(50);

  const before = selling.sold();
  const backup = await run('backup', here, file);
  const after = selling.sold();
  expect(backup).toMatchObject({ code: 0, complaint: '' });
  expect(backup.said).toContain('with 2 picture files');
  expect(after).toBeGreaterThan(before);
  await selling.stop();

  const saved = contents(file);
  const orders = saved['shop_order'] ?? [];
  expect(orders.length).toBeGreaterThanOrEqual(before);
  expect(orders.length).toBeLessThanOrEqual(after);
  expect(saved['mail']).toHaveLength(2 * orders.length);
  const paid = (saved['payment_attempt'] ?? []).filter(
    (row) => (row as { state: string }).state === 'paid',
  );
  expect(paid).toHaveLength(orders.length);

  const restored = await run('restore', there, file);
  expect(restored).toMatchObject({ code: 0, complaint: '' });
  expect(contents(join(there, 'maalai.sqlite'))).toEqual(saved);
  expect(readdirSync(join(there, 'uploads')).toSorted()).toEqual(Object.keys(pictures));
  for (const [name, bytes] of Object.entries(pictures)) {
    expect(readFileSync(join(there, 'uploads', name)).equals(bytes)).toBe(true);
  }
  // And it is a shop: it opens, needs no migration, and sells on.
  const again = await openShop(there);
  const sold = await settlePayment(again.db, clock, newOrderId, await beginAttempt(again.db));
  expect(sold).toMatchObject({ outcome: 'paid', fresh: true });
});

it('a restore keeps what was there, and is refused while a shop runs', async () => {
  const dataDir = newDirectory();
  const file = join(newDirectory(), 'shop.backup');
  const shop = await openShop(dataDir);
  await settlePayment(shop.db, clock, newOrderId, await beginAttempt(shop.db));
  await run('backup', dataDir, file);
  await settlePayment(shop.db, clock, newOrderId, await beginAttempt(shop.db));
  const later = contents(join(dataDir, 'maalai.sqlite'));

  const refused = await run('restore', dataDir, file);
  expect(refused).toMatchObject({ code: 1, said: '' });
  expect(refused.complaint).toMatch(/^The database \S+ is in use by another process[^\n]+\n$/);
  expect(contents(join(dataDir, 'maalai.sqlite'))).toEqual(later);
  await shop.close();

  expect(await run('restore', dataDir, file)).toMatchObject({ code: 0, complaint: '' });
  expect(contents(join(dataDir, 'maalai.sqlite'))['shop_order']).toHaveLength(1);
  const kept = readdirSync(dataDir).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(contents(join(dataDir, kept, 'maalai.sqlite'))).toEqual(later);
});

it('a backup replaces an older one and nothing else; what is no backup is not restored', async () => {
  const [dataDir, elsewhere] = [newDirectory(), newDirectory()];
  const shop = await openShop(dataDir);
  const file = join(elsewhere, 'shop.backup');
  expect((await run('backup', dataDir, file)).code).toBe(0);
  await beginAttempt(shop.db);
  expect((await run('backup', dataDir, file)).code).toBe(0);
  expect(contents(file)['payment_attempt']).toHaveLength(1);

  const note = join(elsewhere, 'note.txt');
  writeFileSync(note, 'keep me');
  const live = join(dataDir, 'maalai.sqlite');
  for (const target of [note, live]) {
    const { code, complaint } = await run('backup', dataDir, target);
    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: `${target} is not a backup, and is not overwritten.\n`,
    });
  }
  expect(readFileSync(note, 'utf8')).toBe('keep me');

  const other = newDirectory();
  const damaged = join(elsewhere, 'damaged.backup');
  const bytes = readFileSync(file);
  writeFileSync(damaged, bytes.subarray(0, bytes.length - 4_096));
  for (const source of [note, live, damaged, join(elsewhere, 'missing')]) {
    const { code, complaint } = await run('restore', other, source);
    expect(code).toBe(1);
    expect(complaint).toMatch(/^[^\n]+\n$/);
  }
  expect(readdirSync(other)).toEqual([]);
  expect(readdirSync(elsewhere).toSorted()).toEqual(['damaged.backup', 'note.txt', 'shop.backup']);
});

it('both say in one line what is missing', async () => {
  const dataDir = newDirectory();
  const noFile = await run('backup', dataDir);
  expect(noFile.complaint).toBe('Back up into which file? npm run backup -- FILE\n');
  const noShop = await run('backup', dataDir, join(dataDir, 'x'));
  expect(noShop.complaint).toBe(`There is no shop in ${dataDir}.\n`);
  expect((await run('restore', dataDir)).complaint).toMatch(/^Restore from which file\?/);
});
