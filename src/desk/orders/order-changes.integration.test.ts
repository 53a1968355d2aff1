// What the owner changes on an order at the desk.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { kavya, openDesk, pageWith } from '#support/server/desk-site.ts';

const now = new Date('2026-11-14T09:12:00.000Z');
/** A second later at each call, so that acts have an order. */
let seconds = 0;
const clock = () => new Date(now.getTime() + 1_000 * (seconds += 1));

onDatabase('an order at the desk', (openDatabase) => {
  it('is being made with one tap on Today, counted there, and not after all with another', async () => {
    const { db, get, post, draw, submit, order } = await openDesk(await openDatabase(), { clock });
    const id = await order(new Date('2026-11-10T09:12:00.000Z'));
    const form = `/orders/${id}/making`;
    const drawn = await draw('/', form);
    expect(await post(form, drawn)).toMatchObject({
      status: 303,
      location: `/?from=${id}&done=${drawn['act']}#${id}`,
    });
    expect(await post(form, drawn)).toMatchObject({ status: 303 });
    const today = (await get('/')).html;
    expect(today).toMatch(/Dairy Milk Garland<\/b>Kids · Dairy Milk.*2 being made/s);
    expect(today).toMatch(/aria-pressed="true".*class="btn next"[^>]*>Mark as sent/s);
    // What an old page shows is not true any more.
    const old = await post(form, { ...drawn, act: crypto.randomUUID() });
    expect(old).toMatchObject(pageWith(409, 'Changed meanwhile'));
    await submit('/', form);
    expect((await get('/')).html).not.toContain('2 being made');
    await db.updateTable('shop_order').set({ send_by: null }).where('id', '=', id).execute();
    const closed = await post(form, { ...drawn, act: crypto.randomUUID(), rev: '2' });
    expect(closed.html).toContain('the order is not open any more');
  });

  it('keeps note and address as typed, says what is wrong, and what stands after a change', async () => {
    const { db, get, post, draw, submit, perform, order } = await openDesk(await openDatabase(), {
      clock,
    });
    const id = await order();
    const [page, note, address] = [`/orders/${id}`, `/orders/${id}/note`, `/orders/${id}/address`];
    const drawn = await draw(page, address);
    const typed = {
      ...drawn,
      customerName: 'Kavya Raman',
      address: '14/2 North Mada Street',
      landmark: '',
      pincode: '60004',
      state: 'Tamil Nadu',
      phoneNumber: '98765 43210',
    };
    const wrong = await post(address, typed);
    expect(wrong.status).toBe(400);
    expect(wrong.html).toMatch(/14\/2 North Mada Street.*value="60004".*valid 6-digit pincode/s);
    const right = { ...typed, pincode: '600004' };
    const saved = await post(address, right);
    expect((await get(saved.location)).html).toMatch(/Address saved\..*14\/2 North Mada Street/s);
    const late = await post(note, { ...typed, act: crypto.randomUUID(), note: 'Call <b>' });
    expect(late.status).toBe(409);
    expect(late.html).toMatch(/Changed meanwhile, nothing saved\..*>Call &lt;b&gt;</s);
    await submit(page, note, { note: 'Wait' });
    expect(await perform(page, note, { note: 'Call <b>' })).toMatch(
      /Note saved\..*note: Call &lt;b&gt;<.*Address corrected: landmark, address.*meena.*Note changed.*Note changed\. Before: “Wait”/s,
    );
    for (const [form, same] of [
      [note, { note: 'Call <b>' }],
      [address, right],
    ] as const) {
      const again = await post(form, { ...same, ...(await draw(page, form)) });
      expect(again.html).toContain('Nothing to save: it is as it was.');
    }
    const stale = await draw(page, address);
    const closing = db.updateTable('shop_order').set({ send_by: null, revision: 9 });
    await closing.where('id', '=', id).execute();
    const closed = await post(address, { ...right, ...stale });
    expect(closed).toMatchObject({ status: 409 });
    expect(closed.html).toContain('Nothing saved: the order is not open any more.');
    expect(closed.html).not.toContain('What you typed is kept');
    for (const text of ['x'.repeat(10_000), 'a\0']) {
      const refused = await submit(page, note, { note: text });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('aria-invalid="true"');
    }
    // An act of another order, or of another kind.
    const foreign = await submit(page, note, { act: drawn['act'] ?? '', note: '' });
    expect(foreign).toMatchObject(pageWith(409, 'something else'));
  });

  it('is late, or made again with a reason that the shopper reads or not, each once and told in its story', async () => {
    const { db, get, post, draw, submit, order } = await openDesk(await openDatabase(), { clock });
    const id = await order();
    const [page, late, again] = [`/orders/${id}`, `/orders/${id}/late`, `/orders/${id}/again`];
    const promises = async () => {
      const mails = db.selectFrom('mail').select('payload').where('kind', '=', 'order-promise');
      return (await mails.execute()).map(({ payload }) => JSON.parse(payload) as object);
    };
    const drawn = await draw(page, late);
    for (const [day, words] of [
      ['', 'Choose a day that exists'],
      ['2027-02-31', 'Choose a day that exists'],
      ['2026-11-13', 'This day has passed'],
      ['2027-11-15', 'Choose a day within a year'],
    ] as const) {
      const refused = await post(late, { ...drawn, day });
      expect(refused.status).toBe(400);
      expect(refused.html).toMatch(
        new RegExp(
          `<details class="fold" open="">.*New day.*value="${day}".*${words}.*Refund`,
          's',
        ),
      );
    }
    // Promised for the 18th.
    const no = await post(late, { ...drawn, day: '2026-11-18' });
    expect(no).toMatchObject(pageWith(409, 'Nobody was written'));
    expect(await promises()).toEqual([]);
    for (let times = 1; times <= 2; times += 1) {
      const saved = await post(late, { ...drawn, day: '2026-11-20' });
      expect((await get(saved.location)).html).toMatch(
        /It leaves by Fri 20 Nov\..*Kavya gets one.*Promised for later, leaves by Fri 20 Nov.*meena/s,
      );
    }
    expect(await promises()).toHaveLength(1);

    const sent = `${page}/sent`;
    const marked = await submit(sent, sent, { courier: 'DTDC' });
    const form = { ...(await draw(page, again)), day: '2026-12-03', reason: 'Broke & melted' };
    const nothing = await post(again, { ...form, reason: ' ', isForShopper: 'yes' });
    expect(nothing.status).toBe(400);
    expect(nothing.html).toMatch(/Reason is required.*checked="".*value="2026-12-03"/s);
    expect(nothing.html.match(/Reason is required|<details[^>]* open/g)).toHaveLength(2);
    const saved = await post(again, { ...form, isForShopper: 'yes' });
    const shown = (await get(saved.location)).html;
    expect(shown).toMatch(/The order is open again\..*It leaves by Thu 3 Dec\. Kavya gets one/s);
    expect(shown).toMatch(
      /To be made again, leaves by Thu 3 Dec\. Reason: Broke &amp; melted.*meena.*‘Made again’/s,
    );
    expect(shown).not.toContain('‘On its way’');
    expect(shown).not.toContain(again);
    const because = { isAgain: true, reason: 'Broke & melted' };
    expect(await promises()).toContainEqual(expect.objectContaining(because));
    expect((await get(marked.location)).html).toContain('sent before, and is open again since');
    const second = await post(again, { ...form, act: crypto.randomUUID() });
    expect(second).toMatchObject(pageWith(409, 'open already'));

    await submit(sent, sent, { courier: 'DTDC' });
    await submit(page, again, { day: '2026-12-09', reason: 'My fault' });
    const reasons = (await promises()).map((promise) => 'reason' in promise);
    expect(reasons.toSorted()).toEqual([false, false, true]);
    const story = (await get(page)).html;
    expect(story.match(/<b>Sent<\/b> with DTDC/g)).toHaveLength(2);
    expect(story).toContain('Reason: My fault');
  });

  it('is late with all others by one form on Today', async () => {
    const { get, post, draw, order } = await openDesk(await openDatabase(), { clock });
    await order();
    const id = await order();
    const drawn = await draw('/', '/late');
    const refused = await post('/late', { ...drawn, day: '2027-02-31' });
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(/open="".*value="2027-02-31".*Choose a day that exists/s);
    const saved = await post('/late', { ...drawn, day: '2026-11-20' });
    expect((await get(saved.location)).html).toMatch(/leaves by Fri 20 Nov: 2 orders\./);
    const repeated = await post('/late', { ...drawn, day: '2026-11-20' });
    expect(repeated.location).toBe(saved.location);
    const other = await post('/late', { ...drawn, day: '2026-11-21' });
    expect(other).toMatchObject(pageWith(409, 'first text'));
    expect((await get(`/orders/${id}`)).html).toMatch(/Promised for later.*‘New day’ will leave/s);
    const none = await post('/late', { ...drawn, act: crypto.randomUUID(), day: '2026-11-20' });
    expect(none).toMatchObject(pageWith(409, 'Nobody was written'));
  });

  it('sends its receipt again, not too often, and to another address if it did not arrive', async () => {
    const { db, get, post, draw, submit, perform, order } = await openDesk(await openDatabase(), {
      clock,
    });
    const id = await order();
    const [page, form] = [`/orders/${id}`, `/orders/${id}/resend`];
    expect(await perform(page, form)).toMatch(
      /The receipt goes out again\..*‘Receipt’ will leave/s,
    );
    for (const status of [303, 303, 303, 303, 409]) {
      expect(await submit(page, form)).toMatchObject({ status });
    }
    await db.updateTable('mail').set({ failed_at: clock().toISOString(), tries: 1 }).execute();
    expect((await get('/')).html).toMatch(
      /An e-mail to kavya@shopper\.example did not arrive.*Call, or write on WhatsApp; correct the address on its page\./s,
    );
    const correction = await draw(page, `/orders/${id}/email`);
    const wrong = await post(`/orders/${id}/email`, { ...correction, email: 'kavya@' });
    expect(wrong).toMatchObject(pageWith(400, 'Enter a valid email address'));
    const email = ' Kavya@Gmail.example';
    const saved = await post(`/orders/${id}/email`, { ...correction, email });
    expect((await get(saved.location)).html).toMatch(
      /E-mail address saved\..*kavya@gmail\.example.*E-mail address corrected/s,
    );
    expect((await get('/')).html).not.toContain('did not arrive');
    expect((await get('/orders?q=gmail.example')).html).toContain(id);
  });

  it('loses its account after a proof, once, unless a payment of it is open', async () => {
    const { db, get, post, draw, order } = await openDesk(await openDatabase(), { clock });
    const at = now.toISOString();
    const account = { ...kavya, emailVerified: sql<boolean>`true`, createdAt: at, updatedAt: at };
    await db.insertInto('user').values(account).execute();
    const id = await order();
    const [page, form] = [`/orders/${id}`, `/orders/${id}/erase`];
    const accounts = async () => (await db.selectFrom('user').select('id').execute()).length;
    const drawn = await draw(page, form);
    const setProof = (proven: Date) =>
      db.updateTable('desk_session').set({ proven_at: proven.toISOString() }).execute();

    await setProof(new Date(now.getTime() - 3_600_000));
    expect((await post(form, drawn)).html).toMatch(
      /Confirm it is you.*Delete the account of Kavya Raman, kavya@shopper\.example\./s,
    );
    await setProof(now);
    expect((await post(form, drawn)).html).toMatch(/Please confirm.*Delete the account of Kavya/s);
    expect(await accounts()).toBe(1);
    const confirmed = { ...drawn, 'confirm-yes': 'yes' };
    await db.updateTable('payment_attempt').set({ state: 'paying' }).execute();
    const open = await post(form, confirmed);
    expect(open.status).toBe(409);
    expect(open.html).toMatch(/not deleted\..*still open.* from 20 November 2026 onwards/s);
    expect(await accounts()).toBe(1);

    await db.updateTable('payment_attempt').set({ state: 'paid' }).execute();
    for (let times = 1; times <= 2; times += 1) {
      expect(await post(form, confirmed)).toMatchObject({
        location: `${page}?done=${drawn['act']}`,
      });
    }
    expect(await accounts()).toBe(0);
    const mails = db.selectFrom('mail').select('recipient').where('kind', '=', 'account-deleted');
    expect(await mails.execute()).toEqual([{ recipient: kavya.email }]);
    const after = (await get(`${page}?done=${drawn['act']}`)).html;
    expect(after).toMatch(/The account is deleted\..*Account deleted/s);
    expect(after).not.toContain(form);
    const late = await post(form, { ...confirmed, act: crypto.randomUUID() });
    expect(late).toMatchObject(pageWith(409, 'There is none'));
  });

  it('is found by the one box, and pages go on', async () => {
    const { get, order } = await openDesk(await openDatabase(), { clock });
    const days = Array.from({ length: 31 }, (_, day) => new Date(now.getTime() - day * 86_400_000));
    const ids: string[] = [];
    for (const day of days) ids.push(await order(day));
    const { html } = await get(`/orders?q=${ids[30]!.slice(3).toLowerCase()}`);
    expect(html.match(/(?<=href="\/orders\/)MA-\w+/g)).toEqual([ids[30]]);
    const first = (await get('/orders')).html;
    const older = /href="(\/orders\?before=[\w-]+)"/.exec(first)?.[1] ?? '';
    expect((await get(older)).html).toContain(ids[30]);
    const none = (await get('/orders?q=%3Cb%3Enobody')).html;
    expect(none).toContain('No order for “&lt;b&gt;nobody”');
    for (const q of ['x'.repeat(10_000), 'a%00']) {
      expect((await get(`/orders?q=${q}`)).status).toBe(400);
    }
  });
});
