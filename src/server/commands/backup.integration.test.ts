// Backup and restore. The first test runs the commands as processes, beside a shop that writes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { newDirectory } from '#support/new-directory.ts';
import { beginAttempt } from '#support/payments/begin-attempt.ts';
import { insertAccount, insertSession } from '#support/server/insert-session.ts';
import { runCommand } from '#support/server/spawn-node.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import { onlyInAll } from '#support/tier.ts';
import { createAuth } from '../accounts/auth.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { settlePayment } from '../payments/settle.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open.ts';
import type { Database } from '../platform/database/schema.ts';
import { DatabaseInUse } from '../platform/database/sqlite.ts';
import { CommandError } from '../platform/failures.ts';
import { createLog } from '../platform/log.ts';
import { sessionSecret } from '../platform/secrets.ts';
import { backUp, embeddedShop, restore } from './backup.ts';
import { drill } from './drill.ts';

const clock = () => new Date();

const shopIn = (dataDir: string) => embeddedShop({ DATA_DIR: dataDir });
const newFile = () => join(newDirectory(), 'shop.backup');
/** Restores a backup there. Resolves to what the command prints. */
const restoreTo = (dataDir: string, file: string) => restore(shopIn(dataDir), file, clock());

/** Opens a shop. Its `backUp` resolves to the file, and `rows` returns all rows of its tables. */
async function openShop(dataDir = newDirectory()) {
  const database = join(dataDir, 'maalai.sqlite');
  const { db, close } = await openDatabase({ kind: 'sqlite', file: database });
  await migrate(db, 'sqlite', clock);
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  onTestFinished(closeOnce);
  return {
    db,
    dataDir,
    sell: async () => settlePayment(db, clock, await beginAttempt(db)),
    close: closeOnce,
    rows: () => contents(database),
    async backUp(file = newFile()) {
      await backUp(shopIn(dataDir), file, clock());
      return file;
    },
  };
}

/** Places orders, one transaction each, until `stop`. `sold` returns how many were committed so far. */
function sellUntilStopped(sell: () => Promise<unknown>) {
  let sold = 0;
  const stopping = new AbortController();
  const work = async () => {
    while (!stopping.signal.aborted) {
      await sell();
      sold += 1;
      await nextTurn();
    }
  };
  const done = work();
  const stop = () => (stopping.abort(), done);
  return { sold: () => sold, stop };
}

const run = (command: 'backup' | 'restore', dataDir: string, file: string) =>
  runCommand([command, file], { DATA_DIR: dataDir });

/** Returns all rows of the shop's tables. */
function contents(file: string): Record<string, unknown[]> {
  using database = new DatabaseSync(file, { readOnly: true });
  const all = (query: string) => database.prepare(query).all();
  const tables = all(
    `select name from sqlite_master where type = 'table' and name not like 'backup%'`,
  ).map(({ name }) => String(name));
  return Object.fromEntries(
    tables.map((name) => [name, all(`select * from "${name}" order by 1`)]),
  );
}

function change(file: string, statements: string): void {
  using database = new DatabaseSync(file);
  database.exec(statements);
}

/** Inserts a review with a picture. */
async function addReview({ db }: { db: Database }): Promise<void> {
  const name = `${'a'.repeat(32)}.webp`;
  await storeReviews(db, [{ id: 'r1', images: JSON.stringify([name]) }]);
  const sizes = ['full', 'small'] as const;
  const rows = sizes.map((size) => ({ name, size, review_id: 'r1', bytes: Buffer.from(size) }));
  await db.insertInto('review_picture').values(rows).execute();
}

it('a backup made while orders come in is consistent, and is restored unchanged', async () => {
  const there = newDirectory();
  const file = join(newDirectory(), 'below', 'shop.backup');
  const shop = await openShop();
  await addReview(shop);
  const selling = sellUntilStopped(shop.sell);
  await expect.poll(selling.sold).toBeGreaterThan(5);

  const before = selling.sold();
  const backup = await run('backup', shop.dataDir, file);
  const after = selling.sold();
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  expect(after).toBeGreaterThan(before);
  await selling.stop();

  const saved = contents(file);
  const orders = saved['shop_order'] ?? [];
  expect(orders.length).toBeGreaterThanOrEqual(before);
  expect(orders.length).toBeLessThanOrEqual(after);
  expect(saved['mail']).toHaveLength(2 * orders.length);
  const attempts = saved['payment_attempt'] as { state: string }[];
  expect(attempts.filter(({ state }) => state === 'paid')).toHaveLength(orders.length);

  const restored = await run('restore', there, file);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(contents(join(there, 'maalai.sqlite'))).toEqual(saved);
  expect(saved['review_picture']).toHaveLength(2);
  // The restored shop opens and takes orders.
  const again = await openShop(there);
  expect(await again.sell()).toMatchObject({ outcome: 'paid', fresh: true });
});

onlyInAll(() => {
  it('a restore moves the former files aside, and is refused while a shop runs', async () => {
    const shop = await openShop();
    await shop.sell();
    const file = await shop.backUp();
    await shop.sell();
    const later = shop.rows();

    await expect(restoreTo(shop.dataDir, file)).rejects.toThrow(DatabaseInUse);
    expect(shop.rows()).toEqual(later);
    await shop.close();

    const restored = await restoreTo(shop.dataDir, file);
    const [, former = ''] = /before is in (\/.*\/before-restore-[^/]+)\.$/.exec(restored) ?? [];
    expect(shop.rows()['shop_order']).toHaveLength(1);
    expect(contents(join(former, 'maalai.sqlite'))).toEqual(later);
  });
});

it('a backup does not contain the key of the cookies, and a restore ends every session', async () => {
  const shop = await openShop();
  const secret = sessionSecret(shop.dataDir);
  const log = createLog('silent');
  const auth = createAuth({ ...shop, kind: 'sqlite', log, origins: ['http://localhost'], secret });
  const id = await insertAccount(auth, { email: 'asha@example.com' });
  const { value } = await insertSession(auth, id);
  const file = await shop.backUp();
  const bytes = readFileSync(file);
  expect(bytes.includes(secret)).toBe(false);
  expect(bytes.includes(decodeURIComponent(value).split('.')[0]!)).toBe(false);
  expect(contents(file)['session']).toEqual([]);

  await shop.close();
  await restoreTo(shop.dataDir, file);
  const restored = shop.rows();
  expect([restored['user'], restored['session']]).toMatchObject([[{ id }], []]);
});

it('a backup contains no link that gives access to an account, sent or not', async () => {
  const shop = await openShop();
  const token = 'dG9rZW4tb2YtYW4tZS1tYWls';
  const facts = { email: 'a@b.in', token, expiresAt: '2099-01-01T00:00:00Z' };
  const link = { kind: 'password-reset', dedupeKey: 'link', recipient: 'a@b.in', facts } as const;
  await shop.db.transaction().execute((trx) => enqueueMail(trx, clock(), [link]));
  const at = clock().toISOString();
  const row = { id: 'v', identifier: 'the-hash-of-a-link', value: 'u', expiresAt: at };
  const values = { ...row, createdAt: at, updatedAt: at };
  await shop.db.insertInto('verification').values(values).execute();
  const file = await shop.backUp();
  for (const secret of [token, row.identifier]) {
    expect(readFileSync(file).includes(secret)).toBe(false);
  }
  const failed = { payload: '{}', failed_at: expect.any(String), recipient: 'a@b.in' };
  expect(contents(file)['mail']).toMatchObject([failed]);
});

onlyInAll(() => {
  it('a restore takes over the rows of the shop’s tables and nothing else of a tampered file', async () => {
    const there = newDirectory();
    const shop = await openShop();
    await shop.sell();
    const file = await shop.backUp();
    const saved = contents(file);
    change(
      file,
      `create table extra (code text); insert into extra values ('x');
      create view looks as select * from mail;
      create index fast on mail (kind);
      create trigger steal after insert on shop_order begin delete from mail; end;
      alter table profile add column note text;
      alter table mail add column twice text generated always as (kind || kind);
      create table "bad\x1b[2J" (code text)`,
    );
    const restored = await restoreTo(there, file);
    const objects = ['table extra', 'view looks', 'index fast', 'trigger steal'];
    for (const name of [...objects, 'column profile.note', 'column mail.twice', 'table bad??2J']) {
      expect(restored).toContain(name);
    }
    const again = await openShop(there);
    expect(again.rows()).toEqual(saved);
    await again.sell();
    expect(await again.db.selectFrom('mail').select('id').execute()).toHaveLength(4);
    expect(readdirSync(there).filter((name) => name.includes('restoring'))).toEqual([]);

    const former = "update migration set name = '0001-accounts.sqlite.sql' where name like '0001%'";
    for (const [text, why] of [
      ['alter table mail rename to other; create view mail as select * from other', 'is damaged'],
      ['drop table review_vote', 'is damaged'],
      ["insert into migration values ('9999-later.sql', '', '')", 'of another version'],
      [former, 'of another version'],
    ] as const) {
      const tampered = await shop.backUp();
      change(tampered, text);
      const elsewhere = newDirectory();
      await expect(restoreTo(elsewhere, tampered)).rejects.toThrow(why);
      // Only the lock.
      expect(readdirSync(elsewhere)).toEqual(['maalai.lock.sqlite']);
    }
  });

  it('a backup replaces only an older backup, and a restore accepts only an intact one', async () => {
    const elsewhere = newDirectory();
    const shop = await openShop();
    const file = await shop.backUp(join(elsewhere, 'shop.backup'));
    await beginAttempt(shop.db);
    await shop.backUp(file);
    expect(contents(file)['payment_attempt']).toHaveLength(1);

    const note = join(elsewhere, 'note.txt');
    writeFileSync(note, 'a note');
    const live = join(shop.dataDir, 'maalai.sqlite');
    for (const target of [note, live]) {
      const why = new CommandError(`${target} is not a backup, and is not overwritten.`);
      await expect(shop.backUp(target)).rejects.toThrow(why);
    }
    expect(readFileSync(note, 'utf8')).toBe('a note');

    const other = newDirectory();
    const noShop = new CommandError(`There is no shop in ${other}.`);
    await expect(backUp(shopIn(other), file, clock())).rejects.toThrow(noShop);
    await expect(drill(shopIn(other), undefined, clock())).rejects.toThrow(noShop);
    expect(readdirSync(other)).toEqual([]);
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
      const attempt = restoreTo(other, source);
      await expect(attempt).rejects.toThrow(CommandError);
      await expect(attempt).rejects.toThrow(why);
    }
    expect(readdirSync(other)).toEqual([]);
    const files = ['cut.backup', 'damaged.backup', 'note.txt', 'shop.backup'];
    expect(readdirSync(elsewhere).toSorted()).toEqual(files);
  });
});
