// An act is tied to what its form says: sent again it finds its first result, corrected and sent again it says so, and an
// old page says what counts now.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { openDesk } from '#support/server/desk-site.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { OpenDatabase } from '../server/platform/database/open.ts';
import { createPictureStore } from '../server/reviews/pictures/picture-store.ts';

const kavya = { id: 'a-user', email: 'kavya@shopper.example', name: 'Kavya Raman' };
const line = { productId: '3', selectedVersion: 'kids', quantity: 2 } as const;
const pictures = [`${'a'.repeat(32)}.webp`, `${'b'.repeat(32)}.webp`];

/** A desk with an order and a review with two pictures. A second passes at each look at the clock. */
async function open(database: OpenDatabase) {
  const { db } = database;
  let now = Date.parse('2026-11-14T09:12:00.000Z');
  const clock = () => new Date((now += 1_000));
  const store = createPictureStore({ db, directory: '/nowhere' });
  const desk = await openDesk(database, { clock, pictures: store });
  await storeReviews(db, [{ product_id: '5', rating: 1, images: JSON.stringify(pictures) }]);
  const review = await db.selectFrom('review').select('id').executeTakeFirstOrThrow();
  const id = await insertOrder(db, kavya, line, clock());
  const act = async (page: string, form: string, typed: Record<string, string> = {}) => {
    const fields = { ...(await desk.draw(page, form)), ...typed };
    return { fields, page: await desk.get((await desk.post(form, fields)).location) };
  };
  return {
    ...desk,
    db,
    act,
    id,
    review: review.id,
    order: () => insertOrder(db, kavya, line, clock()),
  };
}

const address = {
  customerName: 'Kavya Raman',
  address: '14 North Mada Street',
  landmark: '',
  pincode: '600004',
  state: 'Tamil Nadu',
  phoneNumber: '9876543210',
};

onDatabase('a form that is corrected and sent once more', (openDatabase) => {
  /** Sends a form, corrects it and sends it again: the page says what was saved, and the next form saves the correction. */
  async function correct(
    { draw, post, get }: Awaited<ReturnType<typeof open>>,
    page: string,
    form: string,
    [first, second]: [Record<string, string>, Record<string, string>],
  ) {
    const drawn = await draw(page, form);
    const saved = await post(form, { ...drawn, ...first });
    expect(saved.status).toBe(303);
    const other = await post(form, { ...drawn, ...second });
    expect(other.status).toBe(409);
    expect(await post(form, { ...drawn, ...first })).toMatchObject({ location: saved.location });
    const next = [...other.html.matchAll(/<form[^>]* action="([^"]*)".*?<\/form>/gs)].map(
      ([html, action = '']) => ({ action, act: /name="act" value="([^"]*)"/.exec(html)?.[1] }),
    );
    expect(next.map(({ act }) => act)).not.toContain(drawn['act']);
    return { html: other.html, get, next };
  }

  it('does not answer with the first note, address, answer or setting', async () => {
    const desk = await open(await openDatabase());
    const { id, review } = desk;
    const page = `/orders/${id}`;
    const noted = await correct(desk, page, `${page}/note`, [{ note: 'Red' }, { note: 'Blue' }]);
    expect(noted.html).toMatch(/The first text was saved\..*Your note: Red.*>Blue<\/textarea>/s);
    const moved = await correct(desk, page, `${page}/address`, [
      address,
      { ...address, address: '15 North Mada Street' },
    ]);
    expect(moved.html).toMatch(/The first text was saved\..*14 North.*>15 North/s);
    const answer = `/reviews/${review}/answer`;
    const given = await correct(desk, '/reviews', answer, [{ answer: 'Thanks' }, { answer: 'Oh' }]);
    expect(given.html).toMatch(
      /The first text was saved\..*Public now: “Thanks”.*>Oh<\/textarea>/s,
    );
    const hide = `/reviews/${review}/hide`;
    const hidden = await correct(desk, '/reviews', hide, [
      { reason: 'Personal data' },
      { reason: 'Abuse' },
    ]);
    expect(hidden.html).toMatch(/The first text was saved\..*Hidden: Personal data/s);
    const set = await correct(desk, '/shop', '/shop', [
      { mode: 'closed' },
      { mode: 'late', shipsFrom: '2026-12-24' },
    ]);
    expect(set.html).toMatch(/What you sent first is saved\..*Now: Closed now/s);
    expect(set.html).toMatch(/value="late"[^>]*checked|checked[^>]*value="late"/);
  });

  it('offers the correction of a parcel, of one or several', async () => {
    const desk = await open(await openDatabase());
    const { id } = desk;
    const sent = `/orders/${id}/sent`;
    const parcel = { courier: 'DTDC', trackingNumber: 'D1' };
    const marked = await correct(desk, sent, sent, [parcel, { ...parcel, trackingNumber: 'D2' }]);
    expect(marked.html).toMatch(/marked as sent with the first text\..*It says: DTDC, D1\./s);
    expect(marked.html).toMatch(/action="\/orders\/[^"]*\/correct".*value="D2"/s);
    const fix = `/orders/${id}/correct`;
    const fixed = await correct(desk, fix, fix, [
      { ...parcel, trackingNumber: 'D3' },
      { ...parcel, trackingNumber: 'D4' },
    ]);
    expect(fixed.html).toMatch(/The first text was saved\..*DTDC, D3\..*value="D4"/s);
    const [one, two] = [await desk.order(), await desk.order()];
    const several = '/orders/several';
    const drawn = await desk.draw(several, several);
    const form = { ...drawn, id: one, courier: 'DTDC', [`number-${one}`]: 'D5' };
    expect((await desk.post(several, form)).status).toBe(303);
    const more = { ...form, id: [one, two], [`number-${two}`]: 'D6' };
    const other = await desk.post(several, more);
    expect(other.status).toBe(409);
    expect(other.html).toMatch(/with what was typed first\..*It is closed: look.*value="D6"/s);
    expect(other.html).not.toContain(drawn['act']);
  });
});

onDatabase('an old form', (openDatabase) => {
  it('says what counts now, after its effect was changed', async () => {
    const desk = await open(await openDatabase());
    const { id, review, act, post, get } = desk;
    const page = `/orders/${id}`;
    const sent = await act(`${page}/sent`, `${page}/sent`, { courier: 'DTDC' });
    const undone = await act(page, `${page}/undo`);
    const again = async (form: string, { fields }: typeof sent) =>
      (await get((await post(form, fields)).location)).html;
    expect(await again(`${page}/sent`, sent)).toContain('sent before, and is open again since.');
    await act(`${page}/sent`, `${page}/sent`, { courier: 'DTDC' });
    expect(await again(`${page}/undo`, undone)).toMatch(/marked as sent again since\..*Undo/s);
    await act(page, `${page}/undo`);

    const red = await act(page, `${page}/note`, { note: 'Red' });
    expect(red.page.html).toContain('Note saved.');
    await act(page, `${page}/note`, { note: 'Blue' });
    expect(await again(`${page}/note`, red)).toMatch(/saved before, and changed since.*>Blue</s);
    const making = await act(page, `${page}/making`);
    await act(page, `${page}/making`);
    expect(await again(`${page}/making`, making)).toContain('marked before, and changed since.');
    const closed = await act('/shop', '/shop', { mode: 'closed' });
    await act('/shop', '/shop', { mode: 'open' });
    expect(await again('/shop', closed)).toContain('It was saved before, and changed since.');
    const hidden = await act('/reviews', `/reviews/${review}/hide`, { reason: 'Personal data' });
    const shown = await act('/reviews', `/reviews/${review}/show`);
    expect(await again(`/reviews/${review}/hide`, hidden)).toContain('and shown again since.');
    await act('/reviews', `/reviews/${review}/hide`, { reason: 'Personal data' });
    expect(await again(`/reviews/${review}/show`, shown)).toContain('and hidden since.');
  });

  it('undoes no dispatch that its page did not show', async () => {
    const { id, act, draw, post, get, db } = await open(await openDatabase());
    const page = `/orders/${id}`;
    await act(`${page}/sent`, `${page}/sent`, { courier: 'DTDC' });
    const old = await draw(page, `${page}/undo`);
    await act(page, `${page}/undo`);
    await act(`${page}/sent`, `${page}/sent`, { courier: 'Delhivery' });
    expect(await post(`${page}/undo`, old)).toMatchObject({ status: 409 });
    expect((await get(page)).html).toContain('with Delhivery');
    const events = await db.selectFrom('order_event').select('courier').execute();
    expect(events).toEqual([{ courier: 'Delhivery' }]);
  });

  it('has an act of its own for each picture: the second goes too', async () => {
    const { review, post, get, db } = await open(await openDatabase());
    const { html } = await get('/reviews');
    const acts = [...html.matchAll(/name="act" value="([^"]*)"/g)].map(([, act]) => act);
    expect(new Set(acts).size).toBe(acts.length);
    const forms = html.split('<form').filter((form) => form.includes(`/${review}/picture"`));
    for (const form of forms) {
      const [, act = ''] = /name="act" value="([^"]*)"/.exec(form) ?? [];
      const [, name = ''] = /name="name" value="([^"]*)"/.exec(form) ?? [];
      expect((await post(`/reviews/${review}/picture`, { act, name })).status).toBe(303);
      // The act of one picture removes no other.
      const other = pictures.find((each) => each !== name) ?? '';
      expect((await post(`/reviews/${review}/picture`, { act, name: other })).status).toBe(409);
    }
    const { images } = await db.selectFrom('review').select('images').executeTakeFirstOrThrow();
    expect(images).toBe('[]');
  });
});
