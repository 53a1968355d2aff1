// The rows of pictures and what is in memory of them.
import { tmpdir } from 'node:os';
import { RawNode } from 'kysely';
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { Database } from '../../platform/database/schema.ts';
import { pictureFile } from '../../../shop/reviews.ts';
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
