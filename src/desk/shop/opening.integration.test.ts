// What can be ordered, and tables for a spreadsheet, at the desk.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { kavya, openDesk, pageWith } from '#support/server/desk-site.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import { readAvailability } from '../../server/state/availability.ts';

const clock = () => new Date('2026-12-01T09:12:00.000Z');
const line = { productId: '3', selectedVersion: 'kids', quantity: 2 } as const;

onDatabase('the page of the shop', (open) => {
  it('sets late days and what is sold out, once a form', async () => {
    const { db, get, post, draw } = await openDesk(await open(), { clock });
    const drawn = await draw('/shop', '/shop');
    const days = { from: '2026-12-24', until: '2027-01-10', shipsFrom: '2027-01-12' };
    const late = { mode: 'late', ...days };
    const form = { ...drawn, ...late, 'sold-out-3': 'yes', 'back-on-3': ' २०२६-१२-२०' };
    const saved = await post('/shop', form);
    expect(saved).toMatchObject({ status: 303, location: `/shop?done=${drawn['act']}` });
    expect(await post('/shop', form)).toMatchObject({ location: saved.location });
    const { html } = await get(saved.location);
    expect(html).toContain(
      'Saved. Late from Thu 24 Dec until Sun 10 Jan. Sold out: Dairy Milk Garland until Sun 20 Dec.',
    );
    expect(html).toMatch(/From 24 December<!-- --> shoppers read|From 24 December shoppers read/);
    expect(html).toContain('Ships from 12 January');
    expect((await readAvailability(db)).set).toEqual({
      ...late,
      // The garland of /prod is the same piece.
      soldOut: { '3': { backOn: '2026-12-20' }, '7': { backOn: '2026-12-20' } },
    });
  });

  it('writes nothing and keeps what was typed if it is wrong, or changed meanwhile', async () => {
    const { db, post, draw } = await openDesk(await open(), { clock });
    const drawn = await draw('/shop', '/shop');
    const wrong = await post('/shop', { ...drawn, mode: 'closed', until: '2026-12-01' });
    expect(wrong).toMatchObject(pageWith(400, 'Choose a day after the first one'));
    for (const [field, day, message] of [
      ['shipsFrom', '2026-11-30', 'Choose a day after 1 December'],
      ['shipsFrom', '2026-12-01', 'Choose a day after 1 December'],
      ['shipsFrom', '2027-02-31', 'Choose a day that exists'],
      ['until', '2027-02-29', 'Choose a day that exists'],
      ['shipsFrom', '2100-01-01', 'Choose a day before 2100'],
      ['shipsFrom', '9999-12-31', 'Choose a day before 2100'],
      ['from', '2100-01-01', 'Choose a day before 2100'],
      ['until', '2100-01-01', 'Choose a day before 2100'],
      ['back-on-3', '2100-01-01', 'Choose a day before 2100'],
      ['back-on-3', '2027-04-31', 'Choose a day that exists'],
      ['back-on-3', '2026-12-01', 'Choose a day that is to come'],
    ] as const) {
      const late = { ...drawn, mode: 'late', shipsFrom: '2026-12-02', 'sold-out-3': 'yes' };
      const { status, html } = await post('/shop', { ...late, [field]: day });
      expect([field, day, status]).toEqual([field, day, 400]);
      expect(html).toContain(message);
    }
    const unchanged = await post('/shop', { ...drawn, mode: 'open' });
    expect(unchanged.html).toContain('Nothing to save: it is as it was.');
    const noDay = await post('/shop', { ...drawn, mode: 'late' });
    expect(noDay.html).toContain('From when do you send again?');
    expect(noDay.html).toMatch(/checked="" value="late"|value="late" checked=""/);
    const first = { ...drawn, mode: 'closed', until: '2026-12-09', 'sold-out-2': 'yes' };
    await post('/shop', first);
    const other = { ...drawn, act: crypto.randomUUID(), mode: 'open' };
    const late = await post('/shop', other);
    expect(late.status).toBe(409);
    expect(late.html).toMatch(
      /Changed meanwhile, nothing saved\..*Now: Closed now until Wed 9 Dec\. Sold out: Chocolate Crown\. What you typed is kept\./s,
    );
    expect((await readAvailability(db)).set.mode).toBe('closed');
  });
});

onDatabase('what ended by itself', (open) => {
  it('is not on the page of the shop any more, and does not keep it from being saved', async () => {
    let now = clock();
    const { get, submit } = await openDesk(await open(), { clock: () => now });
    await submit('/shop', '/shop', {
      mode: 'closed',
      until: '2026-12-10',
      'sold-out-3': 'yes',
      'back-on-3': '2026-12-09',
    });
    expect((await get('/shop')).html).toMatch(/checked="" value="closed".*1 of \d+ products sold/s);
    now = new Date('2026-12-10T09:12:00.000Z');
    const { html } = await get('/shop');
    expect(html).toMatch(/checked="" value="open".*>0 of \d+ products sold out/s);
    expect(html).not.toMatch(/value="2026-12-(?:09|10)"/);
  });
});

onDatabase('the tables', (open) => {
  it('hold the orders of days in India, and say how many', async () => {
    const { get, order } = await openDesk(await open(), { clock });
    // 23:59 and 0:00 in India
    const times = [
      '2026-11-29T18:29:59.000Z',
      '2026-11-29T18:30:00.000Z',
      '2026-11-30T18:30:00.000Z',
    ];
    const ids: string[] = [];
    for (const time of times) ids.push(await order(new Date(time)));
    const query = '?from=2026-11-30&until=2026-11-30';
    const { html: csv, headers } = await get(`/exports/orders.csv${query}`);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="orders-2026-11-30-2026-11-30.csv"',
    );
    expect(csv.split('\r\n')[1]).toMatch(new RegExp(`^"${ids[1]}","2026-11-30",`));
    expect(csv).not.toContain(ids[0]);
    expect(csv).not.toContain(ids[2]);
    expect((await get(`/more${query}`)).html).toContain('30 Nov - 30 Nov: 1 order, ₹');
    expect((await get('/exports/open-orders.csv')).html.match(/MA-/g)).toHaveLength(3);
  });

  it('say which days they cannot be of, and keep them', async () => {
    const { get } = await openDesk(await open(), { clock });
    for (const [from, until, message] of [
      ['2026-11-30', '2026-11-01', 'Choose a day after the first one'],
      ['2025-04-01', '2026-11-30', 'At most 400 days after the first one'],
      ['', '2026-11-30', 'Choose a day'],
      ['2026-11-01', '', 'Choose a day'],
      ['2026-11-31', '2026-12-01', 'Choose a day'],
    ] as const) {
      const { status, html } = await get(`/more?from=${from}&until=${until}`);
      expect(status).toBe(400);
      expect(html).toContain('Not these days: below is the last month.');
      expect(html).toMatch(new RegExp(`name="from"[^>]*value="${from}".*value="${until}"`));
      expect(html).toContain(message);
      expect(html).toContain('1 Nov - 30 Nov: 0 orders');
    }
    expect((await get('/more')).status).toBe(200);
  });

  it('have refunds as rows of their own', async () => {
    const { db, get, order } = await openDesk(await open(), { clock });
    const id = await order(new Date('2026-11-20T09:00:00.000Z'));
    const at = '2026-11-21T09:00:00.000Z';
    const event = { order_id: id, type: 'refunded', at, amount: 25_000 } as const;
    await db
      .insertInto('order_event')
      .values({ ...event, key: 'refund:rfnd_1:part', refund_id: 'rfnd_1' })
      .execute();
    const query = '?from=2026-11-21&until=2026-11-21';
    expect((await get(`/exports/refunds.csv${query}`)).html).toMatch(
      new RegExp(`\r\n"2026-11-21","${id}","250.00",[^,]*,"rfnd_1"\r\n$`),
    );
    expect((await get(`/more${query}`)).html).toContain('1 refund, ₹250.00');
  });

  it('balance with payments that became no order, whatever a cell holds', async () => {
    const { db, get } = await openDesk(await open(), { clock });
    const at = '2026-11-20T09:00:00.000Z';
    await insertOrder(db, { ...kavya, name: 'Kavya; "R", =1+1' }, line, new Date(at));
    const payment = { currency: 'INR', reason: 'Paid twice', flagged_at: at };
    await db
      .insertInto('surplus_payment')
      .values([
        { ...payment, payment_id: 'pay_flagged', amount: 5_000, state: 'flagged' },
        { ...payment, payment_id: 'pay_back', amount: 700, state: 'refunded', refunded_at: at },
      ])
      .execute();
    const query = '?from=2026-11-20&until=2026-11-20';
    const sum = async (name: string) => {
      const { html } = await get(`/exports/${name}.csv${query}`);
      const rows = html.trim().split('\r\n');
      const [head, ...cells] = rows.map((row) => [...(row.match(/"(?:[^"]|"")*"|\d+/g) ?? [])]);
      const amount = head?.indexOf('"Amount"') ?? -1;
      return cells.reduce((total, row) => total + Number(row[amount]?.slice(1, -1)) * 100, 0);
    };
    expect(await sum('orders')).toBe(2 * 79_900 + 5_000 + 700);
    expect(await sum('refunds')).toBe(700);
    const { html } = await get(`/exports/orders.csv${query}`);
    expect(html).toContain(`,"Kavya; ""R"", =1+1",`);
    expect(html).toMatch(/\r\n"","2026-11-20","Paid twice",0,"50\.00",/);
    expect(html.replaceAll(/"(?:[^"]|"")*"/g, '')).toMatch(/^\ufeff?[,\r\n\d.]+$/);
    const shown = (await get(`/more${query}`)).html.replaceAll('<!-- -->', '');
    expect(shown).toContain('1 order, ₹1,598.00; 2 other payments, ₹57.00');
  });

  it('ask who it is after ten minutes', async () => {
    let now = clock();
    const { db, get, post } = await openDesk(await open(), { clock: () => now });
    now = new Date(now.getTime() + 11 * 60_000);
    const question = await get('/exports/open-orders.csv?x=1');
    expect(question.html).toContain('Confirm it is you');
    expect(question.html).toContain('action="/exports/open-orders.csv?x=1"');
    const refused = await post('/exports/open-orders.csv', {
      'confirm-password': 'wrong',
      'confirm-code': '123456',
    });
    expect(refused).toMatchObject(pageWith(400, 'This is not the password'));
    expect(await db.selectFrom('desk_act').selectAll().execute()).toEqual([]);
  });

  it('write an act where somebody says who it is, and none where a link is followed', async () => {
    const { db, get, post } = await openDesk(await open(), { clock });
    const period = '?from=2026-11-20&until=2026-11-21';
    const confirmed = await post(`/exports/orders.csv${period}`, {});
    expect(confirmed.location).toMatch(
      /^\/more\?from=2026-11-20&until=2026-11-21&done=.*#exports$/,
    );
    const { html } = await get(confirmed.location);
    expect(html).toMatch(/role="status".*It is you\./s);
    expect(html).toContain('href="/exports/orders.csv?from=2026-11-20&amp;until=2026-11-21"');
    await get(`/exports/orders.csv${period}`);
    const acts = await db.selectFrom('desk_act').selectAll().execute();
    expect(acts).toMatchObject([{ kind: 'export', actor: 'meena@maalai.example' }]);
  });
});
