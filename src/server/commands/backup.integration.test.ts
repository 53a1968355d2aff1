// Backup and restore. The first and last test run the commands as processes, the first beside a shop that writes.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { insertAccount, insertSession } from '#support/server/insert-session.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { runProgram } from '#support/server/spawn-node.ts';
import { createAuth } from '../accounts/auth.ts';
import { sessionSecret } from '../platform/secrets.ts';
import { CommandError } from '../platform/failures.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import type { Schema } from '../platform/database/schema.ts';
import { createLog } from '../platform/log.ts';
import { DatabaseInUse } from '../platform/database/sqlite.ts';
import { settlePayment } from '../payments/settle.ts';
import { embeddedShop } from './embedded-shop.ts';
import { backUp } from './back-up.ts';
import { restore } from './backup.ts';

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

/** Places orders, one transaction each, until `stop`. `sold` returns how many were committed so far. */
function keepSelling(db: Kysely<Schema>) {
  let sold = 0;
  const closing = new AbortController();
  const done = (async () => {
    while (!closing.signal.aborted) {
      await settlePayment(db, clock, await beginAttempt(db));
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

const run = (command: 'backup' | 'restore', dataDir: string, ...args: string[]) =>
  runProgram(`commands/${command}-command.ts`, args, { DATA_DIR: dataDir });

const filesOf = (dataDir: string) => embeddedShop({ DATA_DIR: dataDir });

/** Returns all rows of the shop's tables. */
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

it('a backup made while orders come in is consistent, and is restored unchanged', async () => {
  const [here, there] = [newDirectory(), newDirectory()];
  const file = join(newDirectory(), 'below', 'shop.backup');
  addPictures(here);
  const shop = await openShop(here);
  const selling = keepSelling(shop.db);
  await expect.poll(selling.sold).toBeGreaterThan(5);

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
  // The restored shop opens and takes orders.
  const again = await openShop(there);
  const sold = await settlePayment(again.db, clock, await beginAttempt(again.db));
  expect(sold).toMatchObject({ outcome: 'paid', fresh: true });
});

it('a restore keeps the former files, and is refused while a shop runs', async () => {
  const dataDir = newDirectory();
  const file = join(newDirectory(), 'shop.backup');
  const shop = await openShop(dataDir);
  await settlePayment(shop.db, clock, await beginAttempt(shop.db));
  await backUp(filesOf(dataDir), file, clock());
  await settlePayment(shop.db, clock, await beginAttempt(shop.db));
  const later = contents(join(dataDir, 'maalai.sqlite'));

  await expect(restore(filesOf(dataDir), file, clock())).rejects.toThrow(DatabaseInUse);
  expect(contents(join(dataDir, 'maalai.sqlite'))).toEqual(later);
  await shop.close();

  const { keptIn = '' } = await restore(filesOf(dataDir), file, clock());
  expect(contents(join(dataDir, 'maalai.sqlite'))['shop_order']).toHaveLength(1);
  expect(keptIn).toMatch(/\/before-restore-[^/]+$/);
  expect(contents(join(keptIn, 'maalai.sqlite'))).toEqual(later);
});

it('a backup does not contain the key of the cookies, and a restore ends every session', async () => {
  const [here, file] = [newDirectory(), join(newDirectory(), 'shop.backup')];
  const secret = sessionSecret(here);
  const shop = await openShop(here);
  const log = createLog('silent');
  const auth = createAuth({ ...shop, kind: 'sqlite', log, origins: ['http://localhost'], secret });
  const id = await insertAccount(auth, { email: 'asha@example.com' });
  const { value } = await insertSession(auth, id);
  await backUp(filesOf(here), file, clock());
  const bytes = readFileSync(file);
  expect(bytes.includes(secret)).toBe(false);
  expect(bytes.includes(decodeURIComponent(value).split('.')[0]!)).toBe(false);
  expect(contents(file)['session']).toHaveLength(1);

  await shop.close();
  await restore(filesOf(here), file, clock());
  const restored = contents(join(here, 'maalai.sqlite'));
  expect([restored['user'], restored['session']]).toMatchObject([[{ id }], []]);
});

it('a backup replaces only an older backup, and a restore accepts only an intact one', async () => {
  const [dataDir, elsewhere] = [newDirectory(), newDirectory()];
  const shop = await openShop(dataDir);
  const file = join(elsewhere, 'shop.backup');
  await backUp(filesOf(dataDir), file, clock());
  await beginAttempt(shop.db);
  await backUp(filesOf(dataDir), file, clock());
  expect(contents(file)['payment_attempt']).toHaveLength(1);

  const note = join(elsewhere, 'note.txt');
  writeFileSync(note, 'keep me');
  const live = join(dataDir, 'maalai.sqlite');
  for (const target of [note, live]) {
    await expect(backUp(filesOf(dataDir), target, clock())).rejects.toThrow(
      new CommandError(`${target} is not a backup, and is not overwritten.`),
    );
  }
  expect(readFileSync(note, 'utf8')).toBe('keep me');

  const other = newDirectory();
  const [cut, damaged] = [join(elsewhere, 'cut.backup'), join(elsewhere, 'damaged.backup')];
  const bytes = readFileSync(file);
  writeFileSync(cut, bytes.subarray(0, bytes.length - 4_096));
  writeFileSync(damaged, bytes.fill(0xff, 10 * 4_096, 11 * 4_096));
  for (const [source, why] of [
    [note, 'is not a backup of this shop'],
    [live, 'is not a backup of this shop'],
    [cut, 'is not a backup of this shop'],
    [damaged, 'is damaged'],
    [join(elsewhere, 'missing'), 'There is no file'],
  ] as const) {
    const attempt = restore(filesOf(other), source, clock());
    await expect(attempt).rejects.toThrow(CommandError);
    await expect(attempt).rejects.toThrow(why);
  }
  expect(readdirSync(other)).toEqual([]);
  expect(readdirSync(elsewhere).toSorted()).toEqual([
    'cut.backup',
    'damaged.backup',
    'note.txt',
    'shop.backup',
  ]);
});

it('both commands report in one line what is missing', async () => {
  const dataDir = newDirectory();
  const noShop = await run('backup', dataDir, join(dataDir, 'x'));
  expect(noShop).toEqual({ code: 1, said: '', complaint: `There is no shop in ${dataDir}.\n` });
  const noFile = await run('restore', dataDir);
  expect(noFile.complaint).toBe('Restore from which file? npm run restore -- FILE\n');
});
