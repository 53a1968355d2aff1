// The rows of pictures and what is in memory of them; the files of an earlier version.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RawNode } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { Database } from '../../platform/database/schema.ts';
import { createLog } from '../../platform/log.ts';
import { pictureFile } from '../../../shop/reviews.ts';
import { adoptUploads } from './adopt-uploads.ts';
import { createPictureStore } from './picture-store.ts';

const kavya = { account: 'kavya', address: '192.0.2.1' };
const networks = ['192.0.2.0/24'];

/** Returns a store whose pictures are large, and how often it has read bytes from the database. */
function openStore(db: Database, length = 4) {
  let reads = 0;
  const watched = db.withPlugin({
    transformQuery({ node }) {
      if (RawNode.is(node)) reads += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const full = Buffer.alloc(length, 'full');
  const reencode = async (read: () => Promise<Uint8Array>) => ({
    full,
    small: Buffer.from(await read()),
  });
  const store = createPictureStore({ db: watched, directory: tmpdir(), reencode });
  return {
    ...store,
    reads: () => reads,
    /** Saves a picture of the review, and resolves to its name. */
    async add(reviewId: string) {
      await using draft = await store.newDraft();
      await draft.writeFile('small');
      const made = await store.make(draft, kavya);
      await db.transaction().execute((trx) => store.save(trx, reviewId, [made]));
      return made.name;
    },
    text: async (file: string) => {
      const bytes = await store.read(file, networks);
      return bytes && Buffer.from(bytes).toString();
    },
  };
}

onDatabase('the store of pictures', (open) => {
  it('reads one once, however many ask for it, until it is hidden or removed', async () => {
    const { db } = await open();
    await storeReviews(db, [{ id: 'r1' }]);
    const store = openStore(db);
    const name = await store.add('r1');
    expect(name).toMatch(/^[\da-f]{32}\.webp$/);
    expect(await store.add('r1')).not.toBe(name);
    const many = Array.from({ length: 50 }, () => store.text(name));
    expect(await Promise.all(many)).toEqual(Array(50).fill('full'));
    expect(await store.text(pictureFile(name, 'small'))).toBe('small');
    expect(await store.text(name)).toBe('full');
    expect(store.reads()).toBe(2);

    // By another process, which cannot clear the memory of this one.
    await db.insertInto('hidden_picture').values({ name }).execute();
    expect(await store.text(name)).toBeUndefined();
    expect(String(await store.readAny(name, networks))).toBeTruthy();
    await db.deleteFrom('hidden_picture').execute();
    expect(store.reads()).toBe(4);
    expect(await store.text(name)).toBe('full');
    expect(store.reads()).toBe(5);
    store.clear();
    expect(await store.text(name)).toBe('full');
    expect(store.reads()).toBe(6);
    await db.deleteFrom('review').execute();
    expect(await store.text(name)).toBeUndefined();
    expect(store.reads()).toBe(7);
  });
});

onDatabase('the store of pictures', (open) => {
  it('has at most 32 MB of them in its memory', async () => {
    const { db } = await open();
    await storeReviews(db, [{ id: 'r1' }]);
    const store = openStore(db, 8 * 1024 * 1024);
    const names = [];
    for (let i = 0; i < 5; i += 1) names.push(await store.add('r1'));
    const [first = '', second = ''] = names;
    for (const name of [...names.slice(0, 4), first, ...names.slice(4), first]) {
      expect(await store.read(name, networks)).toHaveLength(8 * 1024 * 1024);
    }
    expect(store.reads()).toBe(5);
    await store.read(second, networks);
    expect(store.reads()).toBe(6);
  });
});

onDatabase('the files of an earlier version', (open) => {
  const names = ['a', 'b', 'c'].map((digit) => `${digit.repeat(32)}.webp`);
  async function start() {
    const { db } = await open();
    const images = (...some: (string | undefined)[]) => JSON.stringify(some);
    await storeReviews(db, [
      { id: 'r1', user_id: 'kavya', images: images(names[0], names[1]) },
      { id: 'r2', user_id: 'asha', images: images(names[2]) },
      { id: 'r3', user_id: 'asha', images: images('../../secret.webp') },
    ]);
    const directory = join(mkdtempSync(join(tmpdir(), 'maalai-former-')), 'uploads');
    onTestFinished(() => rmSync(join(directory, '..'), { recursive: true }));
    mkdirSync(join(directory, 'incoming'), { recursive: true });
    const files = names.flatMap((name) => [name, pictureFile(name, 'small')]);
    for (const file of files) writeFileSync(join(directory, file), `bytes of ${file}`);
    const lines: { msg: string; files?: number }[] = [];
    const log = createLog('info', (line) => lines.push(JSON.parse(line)));
    const store = openStore(db);
    return {
      db,
      directory,
      lines,
      adopt: () => adoptUploads({ db, log }, directory),
      stored: async () => Promise.all(files.map((file) => store.text(file))),
      all: files.map((file) => `bytes of ${file}`),
    };
  }

  it('are in the database once, and gone, if a start is killed and two processes follow', async () => {
    const { db, adopt, stored, all, directory } = await start();
    // Killed between the commit and the removal of the file.
    const row = { name: names[0] ?? '', size: 'full', bytes: Buffer.from(all[0] ?? '') } as const;
    await db
      .insertInto('review_picture')
      .values({ ...row, review_id: 'r1' })
      .execute();
    await Promise.all([adopt(), adopt()]);
    await adopt();
    expect(await stored()).toEqual(all);
    expect(existsSync(directory)).toBe(false);
  });

  it('stay where they are if they cannot be read or no review names them', async () => {
    const { adopt, stored, all, directory, lines } = await start();
    rmSync(join(directory, names[0] ?? ''));
    mkdirSync(join(directory, names[0] ?? ''));
    writeFileSync(join(directory, 'read-me.txt'), 'of the owner');
    await adopt();
    expect(await stored()).toEqual([undefined, ...all.slice(1)]);
    expect(readdirSync(directory).toSorted()).toEqual([names[0], 'read-me.txt'].toSorted());
    expect(lines).toMatchObject([
      { msg: 'a picture cannot be read, and stays where it is', file: names[0] },
      { files: 5 },
      { msg: 'files that are no picture of a review stay', files: 1 },
    ]);
  });
});
