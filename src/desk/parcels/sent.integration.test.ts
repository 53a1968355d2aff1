// Parcels at the desk: sent, undone, corrected, several at once.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { openDesk, pageWith } from '#support/server/desk-site.ts';
import type { OpenDatabase } from '../../server/platform/database/open.ts';
import type { Database } from '../../server/platform/database/schema.ts';

const parcel = { courier: 'Blue Dart', trackingNumber: '45218890316' };

/** A desk at 14:42 in India on 14 November, with a clock that the test can move. */
async function open(database: OpenDatabase) {
  let now = new Date('2026-11-14T09:12:00.000Z');
  const desk = await openDesk(database, { clock: () => now });
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));
  return { ...desk, later };
}

const sentMails = (db: Database) =>
  db.selectFrom('mail').selectAll().where('kind', '=', 'order-sent').execute();

onDatabase('the desk', (openDatabase) => {
  it('marks an order as sent once, undoes it while its e-mail waits, and remembers the courier', async () => {
    const { db, get, post, draw, later, order, submit } = await open(await openDatabase());
    const id = await order();
    const [page, form] = [`/orders/${id}`, `/orders/${id}/sent`];
    const drawn = await draw(form, form);
    const sent = await post(form, { ...drawn, ...parcel });
    expect(sent).toMatchObject({ status: 303, location: `${page}?done=${drawn['act']}` });
    // The same form again: the same result, and still one e-mail.
    expect(await post(form, { ...drawn, ...parcel })).toMatchObject({ location: sent.location });
    expect(await sentMails(db)).toHaveLength(1);
    // Somebody else's form, drawn before.
    const other = { ...drawn, act: crypto.randomUUID(), ...parcel };
    expect(await post(form, other)).toMatchObject({ status: 409 });
    const shown = (await get(sent.location)).html;
    expect(shown).toMatch(/role="status".*Marked as sent\..*The e-mail leaves at 2:52 pm\..*Undo/s);
    expect(shown).toMatch(/Sent<\/b> with Blue Dart, 45218890316<small> · meena/);

    later(5);
    const undone = await post(`${page}/undo`, await draw(page, `${page}/undo`));
    expect(undone.status).toBe(303);
    expect((await get(undone.location)).html).toMatch(/Undone\.<\/b>.*Mark as sent/s);
    expect(await sentMails(db)).toHaveLength(0);
    expect((await get(form)).html).toMatch(/checked="" value="Blue Dart"/);

    const again = await submit(form, form, { used: 'Blue Dart' });
    const undo = await draw(again.location, `${page}/undo`);
    later(11);
    expect(await post(`${page}/undo`, undo)).toMatchObject(pageWith(409, 'Too late to undo'));
    // No mail server has taken the e-mail yet.
    const late = (await get(again.location)).html;
    expect(late).toMatch(/Marked as sent\..*the shopper can see it by now\./s);
    expect(late).not.toContain('has left');
  });

  it('keeps what was typed if it is wrong, or if the order changed meanwhile', async () => {
    const { db, post, draw, order } = await open(await openDatabase());
    const id = await order();
    const form = `/orders/${id}/sent`;
    const drawn = await draw(form, form);
    const bad = await post(form, { ...drawn, ...parcel, trackingNumber: '<4521>' });
    expect(bad.status).toBe(400);
    expect(bad.html).toMatch(/value="&lt;4521&gt;"[^>]*|aria-invalid="true"/);
    expect(bad.html).toContain('Use letters, digits, spaces and dashes');
    for (const text of ['4'.repeat(10_000), '45\0', '45\u{d800}']) {
      const refused = await post(form, { ...drawn, ...parcel, trackingNumber: text });
      expect(refused.status).toBe(400);
    }
    for (const wrong of [{ act: 'x' }, { rev: '-1' }, { act: '' }]) {
      expect(await post(form, { ...drawn, ...parcel, ...wrong })).toMatchObject({ status: 400 });
    }
    await db.updateTable('shop_order').set({ revision: 7 }).where('id', '=', id).execute();
    const late = await post(form, { ...drawn, ...parcel });
    expect(late.status).toBe(409);
    expect(late.html).toMatch(/Changed meanwhile, nothing saved\..*value="45218890316"/s);
    expect(await sentMails(db)).toHaveLength(0);
  });

  it('says why a form did nothing that somebody else’s act has made pointless', async () => {
    const { post, draw, order } = await open(await openDatabase());
    const id = await order();
    const [page, form, fix] = [`/orders/${id}`, `/orders/${id}/sent`, `/orders/${id}/correct`];
    const drawn = await draw(form, form);
    await post(form, { ...drawn, ...parcel });
    const late = { ...drawn, act: crypto.randomUUID() };
    for (const trackingNumber of ['<4521>', '4521']) {
      const closed = await post(form, { ...late, courier: 'DTDC', trackingNumber });
      expect(closed).toMatchObject(
        pageWith(409, 'It was closed before, nothing was recorded now.'),
      );
    }
    const correction = await draw(fix, fix);
    await post(`${page}/undo`, await draw(page, `${page}/undo`));
    for (const trackingNumber of ['<4521>', '4521']) {
      const undone = await post(fix, { ...correction, courier: 'DTDC', trackingNumber });
      expect(undone).toMatchObject(pageWith(409, 'There is nothing to correct'));
    }
  });

  it('corrects a number: in the waiting e-mail, or by one more e-mail', async () => {
    const { db, get, later, order, submit, perform } = await open(await openDatabase());
    const id = await order();
    const [page, form, fix] = [`/orders/${id}`, `/orders/${id}/sent`, `/orders/${id}/correct`];
    await submit(form, form, parcel);
    // Somebody tries to send it earlier: the form does not promise more than the page of the order.
    const waiting = db.updateTable('mail').where('kind', '=', 'order-sent');
    await waiting.set({ tries: 1 }).execute();
    expect((await get(fix)).html).toContain('Kavya gets one e-mail: 45218890316 was wrong.');
    await waiting.set({ tries: 0 }).execute();
    expect((await get(fix)).html).toContain('The e-mail has not left yet');
    const correct = (trackingNumber: string) => perform(fix, fix, { ...parcel, trackingNumber });
    expect(await correct('45218890361')).toContain('The e-mail that waits has the new data.');
    expect(await sentMails(db)).toHaveLength(1);
    later(11);
    expect(await correct('45218890399')).toContain('Kavya gets one e-mail that says what changed.');
    expect(await sentMails(db)).toHaveLength(2);
    const shown = (await get(page)).html;
    expect(shown).toContain('Blue Dart 45218890399');
    expect(shown).toMatch(/Tracking corrected: Blue Dart, 45218890399.*meena/s);
    expect(shown).toContain('E-mail ‘New tracking’');
    expect(shown).not.toContain('>Undo<');
  });

  it('keeps the link that was typed when only the number is corrected', async () => {
    const { db, order, submit } = await open(await openDatabase());
    const id = await order();
    const [form, fix] = [`/orders/${id}/sent`, `/orders/${id}/correct`];
    const link = 'https://franchise.example/track?no=';
    const typed = { ...parcel, trackingUrl: `${link}${parcel.trackingNumber}` };
    await submit(form, form, typed);
    const read = async () => JSON.parse((await sentMails(db))[0]?.payload ?? '{}');
    for (const [correction, trackingUrl] of [
      [{ used: 'Blue Dart', trackingNumber: '9' }, `${link}9`],
      [{ used: 'DTDC', trackingNumber: '9' }, 'https://www.dtdc.com/track-your-shipment/'],
    ] as const) {
      await submit(fix, fix, { trackingUrl: '', ...correction });
      expect(await read()).toMatchObject({ courier: correction.used, trackingUrl });
    }
  });

  it('marks several or none', async () => {
    const { db, get, post, draw, order, submit } = await open(await openDatabase());
    const [one, other, third] = [await order(), await order(), await order()];
    const form = '/orders/several';
    const drawn = await draw(form, form);
    const numbers = { [`number-${one}`]: '4521', [`number-${other}`]: '4521' };
    const typed = { ...drawn, ...numbers, courier: 'DTDC' };
    for (const [fields, message] of [
      [{ ...typed, id: [one, other] }, 'Same number as for Kavya Raman'],
      [{ ...typed, id: one }, 'Tick this order too, or empty its number'],
      [{ ...drawn, courier: 'DTDC' }, 'Nothing is ticked.'],
      [{ ...drawn, id: one }, 'Courier is required'],
      [{ ...typed, id: [one, other, 'MA-0000000000'], [`number-${other}`]: '9' }, 'no such order'],
    ] as const) {
      const refused = await post(form, fields);
      expect([400, 409]).toContain(refused.status);
      expect(refused.html).toContain(message);
    }
    expect(await sentMails(db)).toHaveLength(0);
    // Somebody else has sent the third meanwhile, so it is not on the list any more.
    const sentElsewhere = `/orders/${third}/sent`;
    await submit(sentElsewhere, sentElsewhere, { courier: 'DTDC' });
    const both = { ...typed, id: [one, other], [`number-${other}`]: '4522' };
    const gone = await post(form, { ...both, [`number-${third}`]: '4523' });
    expect(gone.html).toMatch(
      new RegExp(`role="alert".*${third}: It is not open any more\\.`, 's'),
    );
    // What is typed counts, so the courier of before is not shown as chosen.
    const chips = (html: string) => html.match(/<input[^>]* name="used"[^>]*>/g)?.join();
    expect(chips((await get(form)).html)).toContain('checked');
    expect(chips(gone.html)).not.toContain('checked');
    const ticked = await post(form, { ...both, id: [one, other, third] });
    expect(ticked.html).toMatch(new RegExp(`${third}: It was marked as sent before\\. What`, 's'));
    const undo = `/orders/${third}/undo`;
    await submit(`/orders/${third}`, undo);
    expect(await sentMails(db)).toHaveLength(0);
    for (let times = 1; times <= 2; times += 1) {
      const location = `/?done=${drawn['act']}`;
      expect(await post(form, both)).toMatchObject({ status: 303, location });
    }
    expect(await sentMails(db)).toHaveLength(2);
    const left = (await get(form)).html;
    expect(left).toContain(third);
    expect(left).not.toContain(one);
  });

  it('asks once whether orders leave without a number, and leads to each that can be undone', async () => {
    const { db, get, post, draw, later, order, submit } = await open(await openDatabase());
    const [one, other, third] = [await order(), await order(), await order()];
    const form = '/orders/several';
    const id = [one, other, third];
    const typed = { ...(await draw(form, form)), courier: 'DTDC', [`number-${one}`]: '4521', id };
    const question = await post(form, typed);
    expect(question.status).toBe(409);
    expect(question.html).toContain('2 have no number: send them without one?');
    expect(question.html).toMatch(new RegExp(`checked="" value="${one}".*value="4521"`, 's'));
    expect(await sentMails(db)).toHaveLength(0);
    const without = question.html.match(/(?<=name="without" value=")[^"]*/g) ?? [];
    expect(without.toSorted()).toEqual([other, third].toSorted());
    // Only for those that the page named.
    const another = await post(form, { ...typed, [`number-${one}`]: '', without });
    expect(another.html).toContain('3 have no number');
    const sent = await post(form, { ...typed, without });
    expect(sent).toMatchObject({ status: 303, location: `/?done=${typed['act']}` });
    expect((await post(form, { ...typed, without })).location).toBe(sent.location);
    expect((await post(form, typed)).html).toContain('with what was typed first');

    const today = (await get(sent.location)).html;
    for (const each of id) {
      expect(today).toContain(`href="/orders/${each}"><span>Undo Kavya Raman, ${each}</span>`);
    }
    const list = today.slice(today.indexOf('Sent today</h2><span class="n">3<'));
    // In any order: they left at the same moment.
    expect(list.match(/2:42 pm · DTDC [\w ]+/g)?.toSorted()).toEqual([
      '2:42 pm · DTDC 4521',
      '2:42 pm · DTDC without a number',
      '2:42 pm · DTDC without a number',
    ]);
    const undo = `/orders/${one}/undo`;
    expect((await submit('/', undo)).status).toBe(303);
    later(11);
    const left = (await get('/')).html;
    expect(left).toContain('Sent today</h2><span class="n">2<');
    expect(left).not.toContain('>Undo');
    later(10 * 60);
    expect((await get('/')).html).not.toContain('Sent today');
  });

  it('settles a lost e-mail once, and its order says who did it', async () => {
    const { db, get, post, draw, order, submit } = await open(await openDatabase());
    const id = await order();
    const [form, settle] = [`/orders/${id}/sent`, `/orders/${id}/settle`];
    await submit(form, form, parcel);
    const early = { act: crypto.randomUUID(), mail: `order:${id}:sent` };
    expect(await post(settle, early)).toMatchObject({ status: 409 });
    await db.updateTable('mail').set({ failed_at: '2026-11-14T09:12:00.000Z' }).execute();
    const drawn = await draw('/', settle);
    const settled = await post(settle, drawn);
    expect(settled).toMatchObject({ status: 303, location: `/?done=${drawn['act']}` });
    expect((await post(settle, drawn)).location).toBe(settled.location);
    const today = (await get(settled.location)).html;
    expect(today).toContain('Settled.');
    expect(today).not.toContain('Needs you');
    expect((await get(`/orders/${id}`)).html).toMatch(/Lost e-mail settled<small> · meena/);
  });

  it('leads to each order of a busy day: cards, the form for several, slips', async () => {
    const { get, post, draw, order, submit } = await open(await openDatabase());
    const ids: string[] = [];
    for (let i = 0; i < 57; i++) ids.push(await order());
    ids.sort();
    const pages = async (path: string, next: RegExp, find: RegExp) => {
      const { html } = await get(path);
      const on = [...html.matchAll(find)].map(([, id = '']) => id);
      return { on, next: next.exec(html)?.[1] ?? '', html };
    };
    for (const [path, size, find] of [
      ['/', 30, /<article class="card job" id="([^"]*)"/g],
      ['/orders/several', 40, /type="checkbox"[^>]* value="([^"]*)"/g],
    ] as const) {
      const first = await pages(path, /href="([^"]*)">The next/, find);
      expect(first.on).toEqual(ids.slice(0, size));
      expect(first.html).toContain(`Orders 1 to ${size} of 57.`);
      const second = await pages(first.next, /href="([^"]*)">The first/, find);
      expect(second.on).toEqual(ids.slice(size));
      expect(second.next).toBe(path);
    }
    const slips = [...(await get('/')).html.matchAll(/href="\/slips\?ids=([^"]*)"/g)];
    expect(slips.flatMap(([, list = '']) => list.split(','))).toEqual(ids);
    // What is refused is shown where it was typed.
    const last = ids.at(-1)!;
    const form = '/orders/several';
    const drawn = await draw(`${form}?from=${last}`, form);
    const refused = await post(form, { ...drawn, id: last, [`number-${last}`]: '4521' });
    expect(refused.html).toMatch(new RegExp(`checked="" value="${last}".*value="4521"`, 's'));
    const making = `/orders/${last}/making`;
    const marked = await submit(`/?from=${last}`, making);
    expect((await get(marked.location)).html).toContain(`id="${last}"`);
  });

  it('prints slips and labels of several orders, and knows nothing of others', async () => {
    const { get, order } = await open(await openDatabase());
    const ids = [await order(), await order()];
    const slips = (await get(`/slips?ids=${ids.join(',')},MA-NONE,x`)).html;
    expect(slips.match(/class="sheet slip"/g)).toHaveLength(2);
    expect((await get(`/labels?ids=${ids.join()}`)).html.match(/class="post"/g)).toHaveLength(2);
    expect((await get(`/orders/${ids[0]}/label`)).html).toContain('class="sheet lab"');
    for (const path of ['/slips', '/slips?ids=<b>', '/orders/MA-NONE', '/orders/x/slip']) {
      expect(await get(path)).toMatchObject({ status: 404 });
    }
  });
});
