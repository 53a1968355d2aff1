// Reviews at the desk: hidden with a reason, shown again, answered, without a picture.
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { openDesk } from '#support/server/desk-site.ts';
import { minute, storeReviews } from '#support/server/stored-reviews.ts';
import type { Database } from '../../server/platform/database/schema.ts';
import { createPictureStore } from '../../server/reviews/pictures/picture-store.ts';

const clock = () => new Date('2026-12-01T09:12:00.000Z');

async function open(database: Parameters<typeof openDesk>[0]) {
  const { db } = database;
  const at = clock().toISOString();
  const asha = { id: 'asha', name: 'Asha', email: 'asha@shopper.example' };
  await db
    .insertInto('user')
    .values({ ...asha, emailVerified: sql<boolean>`true`, createdAt: at, updatedAt: at })
    .execute();
  const pictures = [`${'a'.repeat(32)}.webp`, `${'b'.repeat(32)}.webp`];
  await storeReviews(db, [
    { product_id: '5', rating: 1, user_id: 'asha', images: JSON.stringify(pictures) },
    { product_id: '5', rating: 5 },
  ]);
  const find = db.selectFrom('review').select('id').where('user_id', '=', 'asha');
  const { id } = await find.executeTakeFirstOrThrow();
  const bytes = Buffer.from('a picture');
  const rows = pictures.map((name) => ({ name, size: 'full', review_id: id, bytes }) as const);
  await db.insertInto('review_picture').values(rows).execute();
  const store = createPictureStore({ db, directory: '/nowhere' });
  return { id, pictures, store, ...(await openDesk(database, { clock, pictures: store })) };
}

const mails = (db: Database) =>
  db.selectFrom('mail').selectAll().where('kind', '=', 'review-hidden').execute();

const count = async (db: Database) => {
  const rows = await db.selectFrom('review_count').selectAll().where('reviews', '>', 0).execute();
  return rows.reduce((sum, { reviews }) => sum + reviews, 0);
};

onDatabase('a review at the desk', (openDatabase) => {
  it('is hidden for a reason of the list, once, and its writer reads which', async () => {
    const { db, id, get, post, draw } = await open(await openDatabase());
    const path = `/reviews/${id}/hide`;
    const drawn = await draw('/reviews', path);
    for (const reason of ['', 'I do not like it']) {
      const refused = await post(path, { ...drawn, reason });
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toContain('Choose a reason first');
      const folds = [...refused.html.matchAll(/<details class="fold"( open="")?><summary>(\w+)/g)];
      const opened = folds.filter(([, isOpen]) => isOpen).map(([, , name]) => name);
      expect([folds.length, opened], 'only the form that was refused').toEqual([4, ['Hide']]);
    }
    const typed = { ...drawn, reason: 'Personal data' };
    const location = `/reviews?done=${drawn['act']}#${id}`;
    const both = await Promise.all([1, 2].map(() => post(path, typed)));
    expect(both).toMatchObject([{ location }, { location }]);
    const next_try_at = '2026-12-01T09:22:00.000Z';
    expect(await mails(db)).toMatchObject([{ recipient: 'asha@shopper.example', next_try_at }]);
    expect((await mails(db))[0]?.payload).toContain('Personal data');
    expect(await count(db)).toBe(1);
    const { html } = await get(location);
    expect(html).toMatch(new RegExp(`id="${id}".*role="status".*Hidden\\.`, 's'));
    expect(html).toContain('gets the reason by e-mail at 2:52 pm, unless you show it again.');
    expect(html).toContain('Hidden: Personal data');
    expect(html).toContain(' from 1 shown, 1 hidden');
    const show = `/reviews/${id}/show`;
    const shown = await draw('/reviews', show);
    await post(show, shown);
    expect(await count(db)).toBe(2);
    expect(await mails(db)).toEqual([]);
    const again = await post(show, { ...shown, act: crypto.randomUUID() });
    expect(again.html).toContain('Nothing to save: it is as it was.');
  });

  it('has one answer, which can be changed and taken back', async () => {
    const { db, id, submit, perform } = await open(await openDatabase());
    const path = `/reviews/${id}/answer`;
    for (const [text, stored, shown] of [
      ['Sorry.\nA new one', 'Sorry.\nA new one', '>Sorry\\.\nA new one<.*Public since Tue 1 Dec'],
      ['Sorry!', 'Sorry!', 'Your answer is saved\\.'],
      ['', null, 'Your answer is taken back\\.'],
    ] as const) {
      const html = await perform('/reviews', path, { answer: text });
      expect(html).toMatch(new RegExp(`id="${id}".*${shown}`, 's'));
      const row = db.selectFrom('review').select('answer').where('id', '=', id);
      expect(await row.executeTakeFirst()).toEqual({ answer: stored });
      const same = await submit('/reviews', path, { answer: text });
      expect(same.html).toContain('Nothing to save: it is as it was.');
    }
    const long = await submit('/reviews', path, { answer: 'x'.repeat(1001) });
    expect(long).toMatchObject({ status: 400 });
  });

  it('keeps the answer that somebody else has given meanwhile, and has none while it is hidden', async () => {
    const { id, get, post, draw, submit } = await open(await openDatabase());
    const path = `/reviews/${id}/answer`;
    const drawn = await draw('/reviews', path);
    const ravi = { ...drawn, act: crypto.randomUUID(), answer: 'We are sorry.' };
    expect((await post(path, ravi)).status).toBe(303);
    const late = await post(path, { ...drawn, answer: 'Not our fault.' });
    expect(late.status).toBe(409);
    expect(late.html).toMatch(
      /Changed meanwhile, nothing saved\..*Public now: “We are sorry\.” What you typed is kept\..*>Not our fault\.</s,
    );
    const again = { ...(await draw('/reviews', path)), answer: 'Not our fault.' };
    const hide = `/reviews/${id}/hide`;
    await submit('/reviews', hide, { reason: 'Personal data' });
    const hidden = await post(path, again);
    expect(hidden.html).toMatch(/nothing saved\..*The review is hidden: show it again first\./s);
    const show = `/reviews/${id}/show`;
    await submit('/reviews', show);
    expect((await get('/reviews')).html).toMatch(/name="answer"[^>]*>We are sorry\.</);
  });

  it('stays on its page, with what was typed, if a form of an older one is refused', async () => {
    const { db, id, get, submit } = await open(await openDatabase());
    await storeReviews(
      db,
      Array.from({ length: 25 }, (_, i) => ({
        created_at: `2026-11-0${(i % 9) + 1}T00:00:00.000Z`,
      })),
    );
    const first = (await get('/reviews')).html;
    expect(first).not.toContain(`id="${id}"`);
    const older = /href="(\/reviews\?before=[^"]+)"/.exec(first)?.[1] ?? '';
    const query = older.slice('/reviews'.length);
    for (const [form, typed, message] of [
      ['hide', { reason: '' }, 'Choose a reason first'],
      ['answer', { answer: `Sorry!${'x'.repeat(1_000)}` }, '>Sorry!xxx'],
    ] as const) {
      const path = `/reviews/${id}/${form}${query}`;
      const refused = await submit(older, path, { ...typed });
      expect(refused.status).toBe(400);
      expect(refused.html.split(`id="${id}"`)[1]).toContain(message);
    }
  });

  it('can be shown again, however many were hidden after it', async () => {
    const { db, get, post, draw } = await open(await openDatabase());
    await storeReviews(
      db,
      Array.from({ length: 45 }, (_, i) => ({
        id: `hidden-${i}`,
        hidden_at: minute(i - (i % 2)),
        hidden_reason: 'Personal data',
        hidden_by: 'owner@shop.example',
      })),
    );
    let [page, seen] = ['/reviews', 0];
    for (const length of [20, 20, 5]) {
      const { html } = await get(page);
      expect(html.match(/Hidden: Personal data/g)).toHaveLength(length);
      seen += length;
      const older = /href="([^"]+)">Older hidden reviews/.exec(html)?.[1];
      expect(older === undefined).toBe(seen === 45);
      page = older ?? page;
    }
    const path = `/reviews/hidden-0/show${new URL(page, 'http://desk').search}`;
    const drawn = await draw(page, path);
    const { location } = await post(path, drawn);
    expect(location).toBe(`${page}&done=${drawn['act']}#hidden-0`);
    expect((await get(location)).html).toMatch(/role="status".*Shown again\./s);
    expect(await count(db)).toBe(3);
  });

  it('loses one picture, and keeps the others', async () => {
    const { db, id, pictures, store, get, post, draw } = await open(await openDatabase());
    const path = `/reviews/${id}/picture`;
    const look = () =>
      Promise.all(pictures.map(async (name) => (await store.read(name, ['here'])) !== undefined));
    expect(await look()).toEqual([true, true]);
    const clear = vi.spyOn(store, 'clear');
    const drawn = await draw('/reviews', path);
    expect(drawn['name']).toBe(pictures[0]);
    expect((await post(path, drawn)).status).toBe(303);
    const row = db.selectFrom('review').select('images').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ images: JSON.stringify([pictures[1]]) });
    expect(clear).toHaveBeenCalledOnce();
    expect(await look()).toEqual([false, true]);
    const served = pictures.map(async (name) => (await get(`/uploads/${name}`)).status);
    expect(await Promise.all(served)).toEqual([404, 200]);
  });
});
