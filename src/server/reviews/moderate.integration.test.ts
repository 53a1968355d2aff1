// What the owner hides, shows again and imports, as visitors and search engines see it.
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { newAct } from '#support/server/new-act.ts';
import { png } from '#support/server/review-files.ts';
import { createForm, openReviewSite, openSignedIn } from '#support/server/review-site.ts';
import { countStoredReviews, minute, storeReviews } from '#support/server/stored-reviews.ts';
import type { Database } from '../platform/database/schema.ts';
import { EarlierReview, importReviews } from './import-reviews.ts';
import { hideReview, listModerated, showReview } from './moderate.ts';

const clock = () => new Date('2026-11-15T09:30:00.000Z');

const hide = (db: Database, id: string, reason = 'an advertisement') =>
  hideReview({ db, clock }, id, reason, newAct('hide', id));
const show = (db: Database, id: string) => showReview({ db, clock }, id, newAct('show', id));

const readCounts = (db: Database) =>
  db
    .selectFrom('review_count')
    .selectAll()
    .where((eb) => eb.or([eb('reviews', '<>', 0), eb('authors', '<>', 0)]))
    .orderBy('product_id')
    .orderBy('rating')
    .execute();

/** Expects the counts that were kept to be those that counting all rows results in. */
async function expectExactCounts(db: Database): Promise<void> {
  const kept = await readCounts(db);
  await countStoredReviews(db);
  expect(kept).toEqual(await readCounts(db));
}

onBoth('a hidden review', (open) => {
  it('leaves counts that are exact, whatever happens at once', async () => {
    const database = await open();
    const { db } = database;
    const site = await openReviewSite(database);
    const authors = [await site.signIn(), await site.signIn(), await site.signIn()];
    const ratings = ['1', '5', '3', '5'];
    const post = (rating: string) => authors.map((author) => author.post(createForm({ rating })));
    await Promise.all(ratings.flatMap(post));
    const rows = await db.selectFrom('review').select('id').orderBy('created_at').execute();
    expect(rows).toHaveLength(12);
    await expectExactCounts(db);
    await Promise.all([
      ...rows.flatMap(({ id }, index) => (index % 3 === 0 ? [] : [hide(db, id), hide(db, id)])),
      ...post('2'),
    ]);
    await expectExactCounts(db);
    await Promise.all(rows.slice(0, 6).map(({ id }) => show(db, id)));
    await expectExactCounts(db);
    const counts = await readCounts(db);
    expect(counts.reduce((sum, row) => sum + row.authors, 0)).toBe(3);
  });
});

onDatabase('a hidden review', (open) => {
  it('that is shown again sends its author no e-mail that it is hidden, if that still waits', async () => {
    const { db, kavya } = await openSignedIn(await open());
    const { body: review } = await kavya.post(createForm());
    const waiting = db.selectFrom('mail').select('tries').where('kind', '=', 'review-hidden');
    await hide(db, review.id);
    // The mail server was away.
    await db.updateTable('mail').set({ tries: 1 }).execute();
    expect(await waiting.execute()).toEqual([{ tries: 1 }]);
    await show(db, review.id);
    expect(await waiting.execute()).toEqual([]);
    await hide(db, review.id);
    expect(await waiting.execute()).toEqual([{ tries: 0 }]);
    const lease = { leased_until: '2026-11-15T09:31:00.000Z' };
    await db.updateTable('mail').set(lease).execute();
    await show(db, review.id);
    expect(await waiting.execute()).toHaveLength(1);
  });

  it('is gone for everybody with its pictures, and comes back as it was', async () => {
    const { db, site, kavya } = await openSignedIn(await open());
    const visitor = site.visit();
    await kavya.post(createForm({ rating: '1' }));
    const { body: review } = await kavya.post(createForm({ rating: '5' }, [await png()]));
    await visitor.request('POST', `/reviews/${review.id}/helpful`);
    const files = [review.picture, review.picture.replace('.webp', '-320.webp')];
    const look = async () => {
      const read = async (query: string) => (await visitor.get(`/reviews${query}`)).body;
      const found = '?page=1&q=temple&productId=6';
      const headers = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() };
      const load = async (file: string) =>
        (await visitor.fetch('GET', `/uploads/${file}`, undefined, headers)).status;
      return {
        lists: await Promise.all(['', '?sort=helpful'].map(read)),
        pages: await Promise.all([found, '?page=1', '?page=1&rating=5'].map(read)),
        pictures: await Promise.all(files.map(load)),
        counts: await readCounts(db),
      };
    };
    const before = await look();
    expect(before.pictures).toEqual([200, 200]);

    expect(await hide(db, review.id)).toBe('changed');
    expect(await hide(db, review.id, 'other')).toBe('unchanged');
    const hidden = await look();
    for (const list of hidden.lists) expect(list).toMatchObject([{ rating: 1, featured: true }]);
    expect(hidden.pages).toMatchObject([
      { total: 1, count: 1, average: 1 },
      { total: 1, count: 1, average: 1 },
      { total: 0, count: 1, average: 1 },
    ]);
    expect(hidden.pictures).toEqual([404, 404]);
    expect(hidden.counts).toEqual([{ product_id: '6', rating: 1, reviews: 1, authors: 1 }]);
    expect(await visitor.request('POST', `/reviews/${review.id}/helpful`)).toMatchObject({
      status: 404,
    });
    expect(await listModerated(db, { isHidden: true, limit: 9 })).toMatchObject([
      { id: review.id, hidden_reason: 'an advertisement', hidden_by: 'meena@maalai.example' },
    ]);
    expect(await show(db, review.id)).toBe('changed');
    expect(await show(db, review.id)).toBe('unchanged');
    expect(await look()).toEqual(before);
    expect(await listModerated(db, { isHidden: true, limit: 9 })).toEqual([]);
    expect(await show(db, 'none')).toBe('unknown');
  });
});

onBoth('earlier reviews', (open) => {
  it('leave counts that are exact if they are hidden and shown at once', async () => {
    const { db } = await open();
    const review = { id: '17', productId: '3', rating: 5, date: '2024-02-03T10:00:00Z' };
    await importReviews(db, [v.parse(EarlierReview, review)]);
    for (let round = 0; round < 30; round += 1) {
      await Promise.all([hide(db, '17'), show(db, '17'), hide(db, '17'), show(db, '17')]);
      await expectExactCounts(db);
    }
    await show(db, '17');
    expect(await readCounts(db)).toEqual([{ product_id: '3', rating: 5, reviews: 1, authors: 1 }]);
  });

  it('are of nobody known, and not verified, if their account is deleted meanwhile', async () => {
    const database = await open();
    const { db, site, kavya } = await openSignedIn(database);
    const { account } = kavya;
    await site.buy(account, '6');
    const review = { productId: 6, rating: '4', date: '2024-02-03T10:00:00Z', id: 'b-1' };
    const file = [v.parse(EarlierReview, { ...review, email: account.email })];
    const imported = await whileWaiting(
      database,
      (trx) => trx.deleteFrom('user').execute(),
      () => importReviews(db, file),
    );
    expect(imported).toBe(1);
    const stored = await db.selectFrom('review').select(['user_id', 'verified']).execute();
    expect(stored).toEqual([{ user_id: 'imported:b-1', verified: 0 }]);
  });
});

onDatabase('earlier reviews', (open) => {
  it('keep ids and dates, are verified by a paid order only, and are imported once', async () => {
    const { db, site, kavya } = await openSignedIn(await open());
    await site.buy(kavya.account, '6');
    await kavya.post(createForm({ rating: '2' }));
    const common = { productId: 6, rating: '4', date: '2024-02-03T10:00:00+05:30', verified: true };
    const file = [
      { ...common, id: 17, email: kavya.account.email.toUpperCase(), helpfulVotes: 49 },
      { ...common, id: 'b-2', customerName: 'Asha\u202e', comment: 'Sweet', email: 'a@b.example' },
      { ...common, id: 'b-2', comment: 'The same id again' },
    ].map((review) => v.parse(EarlierReview, review));
    expect(await importReviews(db, file)).toBe(2);
    expect(await hide(db, 'b-2', 'no consent')).toBe('changed');
    expect(await importReviews(db, file)).toBe(0);
    expect(await show(db, 'b-2')).toBe('changed');
    const createdAt = '2024-02-03T04:30:00.000Z';
    expect((await kavya.get('/reviews?productId=6')).body.slice(1)).toMatchObject([
      { id: 'b-2', name: 'Asha', comment: 'Sweet', createdAt, verified: false, helpfulVotes: 0 },
      { id: '17', name: '', comment: '', rating: 4, createdAt, verified: true, helpfulVotes: 0 },
    ]);
    // The earlier review of an account is not its newest.
    expect(await readCounts(db)).toEqual([
      { product_id: '6', rating: 2, reviews: 1, authors: 1 },
      { product_id: '6', rating: 4, reviews: 2, authors: 1 },
    ]);
    await expectExactCounts(db);
  });
});

onBoth('the queries of moderation', (open) => {
  it('each follow an index', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    const { kavya } = await openSignedIn({ db, kind: database.kind });
    const own = { user_id: kavya.account.id, images: '["a.webp"]' };
    // So many that PostgreSQL never finds it as cheap to read and sort them all.
    const many = Array.from({ length: 4_000 }, (_, index) => ({
      product_id: String(2 + (index % 5)),
      created_at: minute(index),
      ...(index % 10 === 0 && { hidden_at: minute(index) }),
      ...(index % 100 === 1 && own),
    }));
    await storeReviews(db, many);
    if (database.kind === 'postgres') await sql`analyze review`.execute(database.db);
    queries.clear();
    await kavya.post(createForm());
    const [newest] = await listModerated(db, { isHidden: false, limit: 50 });
    await hide(db, newest?.id ?? '', 'test');
    await listModerated(db, { isHidden: true, limit: 50 });
    await show(db, newest?.id ?? '');
    const read = [...queries.values()].filter(({ sql: text }) =>
      /^(?!insert).*"review"/.test(text),
    );
    expect(read.length).toBeGreaterThanOrEqual(7);
    for (const query of read) {
      const plan = await explain(database, query);
      expect(plan).not.toMatch(/Seq Scan|Sort|TEMP B-TREE|(?:SCAN|SEARCH) review(?! USING)/);
      expect(plan).toContain(query.sql.includes('"user_id" =') ? 'review_author' : 'review');
    }
  });
});
