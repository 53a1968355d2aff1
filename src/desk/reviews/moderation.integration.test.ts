// Reviews at the desk: hidden with a reason, shown again, answered, without a picture.
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
  const asha = {
    id: 'asha',
    name: 'Asha',
    email: 'asha@shopper.example',
    emailVerified: 1 as const,
  };
  await db
    .insertInto('user')
    .values({
      ...asha,
      ...(database.kind === 'postgres' && { emailVerified: true }),
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  const pictures = [`${'a'.repeat(32)}.webp`, `${'b'.repeat(32)}.webp`];
  await storeReviews(db, [
    { product_id: '5', rating: 1, user_id: 'asha', images: JSON.stringify(pictures) },
    { product_id: '5', rating: 5 },
  ]);
  const find = db.selectFrom('review').select('id').where('user_id', '=', 'asha');
  const { id } = await find.executeTakeFirstOrThrow();
  const rows = pictures.flatMap((name) =>
    (['full', 'small'] as const).map((size) => ({
      name,
      size,
      review_id: id,
      bytes: Buffer.from(size),
    })),
  );
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
    const database = await openDatabase();
    const { db } = database;
    const { id, get, post, draw } = await open(database);
    const path = `/reviews/${id}/hide`;
    const drawn = await draw('/reviews', path);
    for (const reason of ['', 'I do not like it']) {
      const refused = await post(path, { ...drawn, reason });
      expect(refused).toMatchObject({ status: 400 });
      expect(refused.html).toContain('Choose a reason first');
    }
    const both = await Promise.all(
      [1, 2].map(() => post(path, { ...drawn, reason: 'Personal data' })),
    );
    expect(both.map(({ location }) => location)).toEqual(
      Array(2).fill(`/reviews?done=${drawn['act']}#${id}`),
    );
    const next_try_at = '2026-12-01T09:22:00.000Z';
    expect(await mails(db)).toMatchObject([{ recipient: 'asha@shopper.example', next_try_at }]);
    expect((await mails(db))[0]?.payload).toContain('Personal data');
    expect(await count(db)).toBe(1);
    const { html } = await get(both[0]!.location);
    expect(html).toMatch(new RegExp(`id="${id}".*role="status".*Hidden\\.`, 's'));
    expect(html).toContain('gets the reason by e-mail at 14:52, unless you show it again.');
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
    const database = await openDatabase();
    const { id, get, post, draw } = await open(database);
    const path = `/reviews/${id}/answer`;
    let result = '';
    const answer = async (text: string) => {
      const sent = await post(path, { ...(await draw('/reviews', path)), answer: text });
      expect(sent.status).toBe(303);
      result = (await get(sent.location)).html;
      const row = database.db.selectFrom('review').select('answer').where('id', '=', id);
      return (await row.executeTakeFirstOrThrow()).answer;
    };
    expect(await answer('Sorry.\nA new one leaves tomorrow.')).toBe(
      'Sorry.\nA new one leaves tomorrow.',
    );
    expect((await get('/reviews')).html).toContain('Public since Tue 1 Dec');
    expect(await answer('Sorry!')).toBe('Sorry!');
    expect(result).toContain('Your answer is saved.');
    const same = await post(path, { ...(await draw('/reviews', path)), answer: 'Sorry!' });
    expect(same.html).toContain('Nothing to save: it is as it was.');
    expect(await answer('')).toBeNull();
    expect(result).toMatch(new RegExp(`id="${id}".*Your answer is taken back\\.`, 's'));
    const long = await post(path, { ...(await draw('/reviews', path)), answer: 'x'.repeat(1001) });
    expect(long).toMatchObject({ status: 400 });
  });

  it('keeps the answer that somebody else has given meanwhile, and has none while it is hidden', async () => {
    const database = await openDatabase();
    const { id, get, post, draw } = await open(database);
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
    await post(hide, { ...(await draw('/reviews', hide)), reason: 'Personal data' });
    const hidden = await post(path, again);
    expect(hidden.html).toMatch(/nothing saved\..*The review is hidden: show it again first\./s);
    const show = `/reviews/${id}/show`;
    await post(show, await draw('/reviews', show));
    expect((await get('/reviews')).html).toMatch(/name="answer"[^>]*>We are sorry\.</);
  });

  it('stays on its page, with what was typed, if a form of an older one is refused', async () => {
    const database = await openDatabase();
    const { id, get, post, draw } = await open(database);
    await storeReviews(
      database.db,
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
      const refused = await post(path, { ...(await draw(older, path)), ...typed });
      expect(refused.status).toBe(400);
      expect(refused.html.split(`id="${id}"`)[1]).toContain(message);
    }
  });

  it('can be shown again, however many were hidden after it', async () => {
    const database = await openDatabase();
    const { get, post, draw } = await open(database);
    await storeReviews(
      database.db,
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
    expect(await count(database.db)).toBe(3);
  });

  it('loses one picture, and keeps the others', async () => {
    const database = await openDatabase();
    const { id, pictures, store, get, post, draw } = await open(database);
    const path = `/reviews/${id}/picture`;
    const look = () =>
      Promise.all(pictures.map(async (name) => (await store.read(name, ['here'])) !== undefined));
    expect(await look()).toEqual([true, true]);
    const clear = vi.spyOn(store, 'clear');
    const drawn = await draw('/reviews', path);
    expect(drawn['name']).toBe(pictures[0]);
    expect((await post(path, drawn)).status).toBe(303);
    const row = database.db.selectFrom('review').select('images').where('id', '=', id);
    expect(await row.executeTakeFirst()).toEqual({ images: JSON.stringify([pictures[1]]) });
    expect(clear).toHaveBeenCalledOnce();
    expect(await look()).toEqual([false, true]);
    const served = pictures.map(async (name) => (await get(`/uploads/${name}`)).status);
    expect(await Promise.all(served)).toEqual([404, 200]);
  });
});
