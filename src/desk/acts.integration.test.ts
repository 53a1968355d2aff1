// An act is tied to what its form says: sent again it finds its first result, corrected and sent again it says so, and an
// old page says what counts now.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { openDesk, pageWith } from '#support/server/desk-site.ts';
import { storeReviews } from '#support/server/stored-reviews.ts';
import type { OpenDatabase } from '../server/platform/database/open.ts';
import { createPictureStore } from '../server/reviews/pictures/picture-store.ts';

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
  return { ...desk, id: await desk.order(), review: review.id };
}

const address = {
  customerName: 'Kavya Raman',
  address: '14 North Mada Street',
  landmark: '',
  pincode: '600004',
  state: 'Tamil Nadu',
  phoneNumber: '9876543210',
};

type Typed = Record<string, string | string[]>;

onDatabase('a form that is corrected and sent once more', (openDatabase) => {
  /** Sends a form, corrects it and sends it again: the page says what was saved, and the next form saves the correction. */
  async function correct(
    { draw, post }: Awaited<ReturnType<typeof open>>,
    page: string,
    form: string,
    first: Typed,
    second: Typed,
  ) {
    const drawn = await draw(page, form);
    const saved = await post(form, { ...drawn, ...first });
    expect(saved.status).toBe(303);
    const other = await post(form, { ...drawn, ...second });
    expect(other.status).toBe(409);
    expect(await post(form, { ...drawn, ...first })).toMatchObject({ location: saved.location });
    expect(other.html).not.toContain(`name="act" value="${drawn['act']}"`);
    return other.html;
  }

  it('does not answer with the first note, address, answer or setting', async () => {
    const desk = await open(await openDatabase());
    const [page, review] = [`/orders/${desk.id}`, `/reviews/${desk.review}`];
    const noted = await correct(desk, page, `${page}/note`, { note: 'Red' }, { note: 'Blue' });
    expect(noted).toMatch(/The first text was saved\..*Your note: Red.*>Blue<\/textarea>/s);
    const north = { ...address, address: '15 North Mada Street' };
    const moved = await correct(desk, page, `${page}/address`, address, north);
    expect(moved).toMatch(/The first text was saved\..*14 North.*>15 North/s);
    const [thanks, oh] = [{ answer: 'Thanks' }, { answer: 'Oh' }];
    const given = await correct(desk, '/reviews', `${review}/answer`, thanks, oh);
    expect(given).toMatch(/The first text was saved\..*Public now: “Thanks”.*>Oh<\/textarea>/s);
    const [data, abuse] = [{ reason: 'Personal data' }, { reason: 'Abuse' }];
    const hidden = await correct(desk, '/reviews', `${review}/hide`, data, abuse);
    expect(hidden).toMatch(/The first text was saved\..*Hidden: Personal data/s);
    const late = { mode: 'late', shipsFrom: '2026-12-24' };
    const set = await correct(desk, '/shop', '/shop', { mode: 'closed' }, late);
    expect(set).toMatch(/What you sent first is saved\..*Now: Closed now/s);
    expect(set).toMatch(/value="late"[^>]*checked|checked[^>]*value="late"/);
  });

  it('offers the correction of a parcel, of one or several', async () => {
    const desk = await open(await openDatabase());
    const { id } = desk;
    const sent = `/orders/${id}/sent`;
    const numbered = (trackingNumber: string) => ({ courier: 'DTDC', trackingNumber });
    const marked = await correct(desk, sent, sent, numbered('D1'), numbered('D2'));
    expect(marked).toMatch(/marked as sent with the first text\..*It says: DTDC, D1\./s);
    expect(marked).toMatch(/action="\/orders\/[^"]*\/correct".*value="D2"/s);
    const fix = `/orders/${id}/correct`;
    const fixed = await correct(desk, fix, fix, numbered('D3'), numbered('D4'));
    expect(fixed).toMatch(/The first text was saved\..*DTDC, D3\..*value="D4"/s);
    const [one, two] = [await desk.order(), await desk.order()];
    const several = '/orders/several';
    const first = { id: one, courier: 'DTDC', [`number-${one}`]: 'D5' };
    const more = { ...first, id: [one, two], [`number-${two}`]: 'D6' };
    const other = await correct(desk, several, several, first, more);
    expect(other).toMatch(/with what was typed first\..*It is closed: look.*value="D6"/s);
  });
});

onDatabase('an old form', (openDatabase) => {
  it('says what counts now, after its effect was changed', async () => {
    const desk = await open(await openDatabase());
    const { id, review, draw, post, get } = desk;
    const page = `/orders/${id}`;
    /** Sends a form. Resolves to a function that sends it again, and resolves to the page that it leads to. */
    const act = async (from: string, form: string, typed: Record<string, string> = {}) => {
      const fields = { ...(await draw(from, form)), ...typed };
      await post(form, fields);
      return async () => (await get((await post(form, fields)).location)).html;
    };
    const send = () => act(`${page}/sent`, `${page}/sent`, { courier: 'DTDC' });
    const undo = () => act(page, `${page}/undo`);
    const sent = await send();
    const undone = await undo();
    expect(await sent()).toContain('sent before, and is open again since.');
    await send();
    expect(await undone()).toMatch(/marked as sent again since\..*Undo/s);
    await undo();

    const note = (text: string) => act(page, `${page}/note`, { note: text });
    const red = await note('Red');
    expect(await red()).toContain('Note saved.');
    await note('Blue');
    expect(await red()).toMatch(/saved before, and changed since.*>Blue</s);
    const making = await act(page, `${page}/making`);
    await act(page, `${page}/making`);
    expect(await making()).toContain('marked before, and changed since.');
    const closed = await act('/shop', '/shop', { mode: 'closed' });
    await act('/shop', '/shop', { mode: 'open' });
    expect(await closed()).toContain('It was saved before, and changed since.');
    const hide = () => act('/reviews', `/reviews/${review}/hide`, { reason: 'Personal data' });
    const hidden = await hide();
    const shown = await act('/reviews', `/reviews/${review}/show`);
    expect(await hidden()).toContain('and shown again since.');
    await hide();
    expect(await shown()).toContain('and hidden since.');
  });

  it('undoes no dispatch that its page did not show', async () => {
    const { id, draw, post, submit, get, db } = await open(await openDatabase());
    const [page, sent, undo] = [`/orders/${id}`, `/orders/${id}/sent`, `/orders/${id}/undo`];
    await submit(sent, sent, { courier: 'DTDC' });
    const old = await draw(page, undo);
    await submit(page, undo);
    const twice = await post(undo, old);
    expect(twice).toMatchObject(pageWith(409, 'There is nothing to undo'));
    await submit(sent, sent, { courier: 'Delhivery' });
    const other = await post(undo, old);
    expect(other).toMatchObject(pageWith(409, 'Nothing was undone: it changed meanwhile.'));
    for (const { html } of [twice, other]) expect(html).not.toContain('What you typed');
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

onDatabase('a page of the desk', (openDatabase) => {
  it('says like the shop that nothing can be saved while the disk is full', async () => {
    let isFull = false;
    const full = Object.assign(new Error('database or disk is full'), { name: 'SQLITE_13' });
    const clock = () => {
      if (isFull) throw full;
      return new Date('2026-11-14T09:12:00.000Z');
    };
    const { get } = await openDesk(await openDatabase(), { clock });
    isFull = true;
    const page = await get('/');
    expect(page).toMatchObject(pageWith(503, 'cannot look anything up or save it right now'));
    expect(page.headers.get('retry-after')).toBe('5');
  });
});
