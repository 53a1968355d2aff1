// Who gets into the desk, and what better-auth's second factor leaves open.
import { expect, it, onTestFinished, vi } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { openAuthenticator } from '#support/authenticator.ts';
import { openDoor, stopClock } from '#support/server/desk-door.ts';
import { DEMO_OWNER, hasPeople, invite, listPeople } from './people.ts';
import { readAppSecret, renewRecoveryCodes } from './second-factor.ts';

const HALF_A_MINUTE = 30_000;
const MINUTE = 60_000;

const typed = { password: 'tuning fork lantern', repeated: 'tuning fork lantern' };

const wait = stopClock();

onDatabase('the door of the desk', (open) => {
  it('lets in who has password and code, until sign-out', async () => {
    const desk = await openDoor(await open());
    const { code, email, password } = await desk.enter();
    const phone = desk.newBrowser();
    // As a browser writes “Asha Rao’s (6 NG)*”.
    const next = '/orders?q=Asha+Rao%E2%80%99s+%286+NG%29*';
    const signIn = `/sign-in?next=${encodeURIComponent(next)}`;
    expect(await phone.open(next)).toMatchObject({ status: 303, location: signIn });
    expect((await phone.open(signIn)).text).toContain(`value="${next}"`);
    const first = await phone.send('/sign-in', { email, password, next });
    const codePage = `/sign-in/code?next=${encodeURIComponent(next)}`;
    expect(first).toMatchObject({ status: 303, location: codePage });
    expect((await phone.open('/orders')).status).toBe(303);
    wait(HALF_A_MINUTE);
    const second = await phone.send('/sign-in/code', { code: await code(), next });
    expect(second).toMatchObject({ status: 303, location: next });
    const page = await phone.open(next);
    expect(page.status).toBe(200);
    expect(page.text).toContain('aria-label="Desk"');
    expect((await phone.send('/sign-out', {})).location).toBe('/sign-in');
    expect((await phone.open('/orders')).status).toBe(303);
  });

  it('ends a session after twelve hours, however much it is used', async () => {
    const desk = await openDoor(await open());
    const { browser } = await desk.enter();
    wait(11 * 60 * MINUTE);
    expect((await browser.open('/orders')).status).toBe(200);
    wait(61 * MINUTE);
    expect((await browser.open('/orders')).status).toBe(303);
  });

  it('keeps what was typed when the session has ended meanwhile', async () => {
    const desk = await openDoor(await open());
    const page = await desk.newBrowser().send('/orders/MA-1/note', { note: 'Call <before> 7' });
    expect(page.status).toBe(403);
    expect(page.text).toContain('action="/orders/MA-1/note"');
    expect(page.text).toContain('name="note" value="Call &lt;before&gt; 7"');
    expect(page.text).toContain('Send again');
  });

  it('keeps the period of a table, and no password, when the session has ended meanwhile', async () => {
    const desk = await openDoor(await open());
    const path = '/exports/orders.csv?from=2026-10-01&until=2026-10-31';
    const proof = { 'confirm-password': 'tuning fork lantern', 'confirm-code': '123456' };
    const page = await desk.newBrowser().send(path, proof);
    expect(page.status).toBe(403);
    expect(page.text).toContain(
      'action="/exports/orders.csv?from=2026-10-01&amp;until=2026-10-31"',
    );
    expect(page.text).not.toContain('tuning fork lantern');
  });

  it('refuses a form from another origin, or from none', async () => {
    const desk = await openDoor(await open());
    const { browser } = await desk.enter();
    for (const headers of [{}, { origin: 'http://localhost:3000' }, { origin: 'null' }]) {
      const page = await browser.send('/sign-out', {}, headers as Record<string, string>);
      expect(page.status).toBe(403);
      expect(page.text).toContain('not sent from the desk');
    }
    expect((await browser.open('/orders')).status).toBe(200);
  });

  it('opens by any name of this machine, as its shop does', async () => {
    const desk = await openDoor(await open());
    const { browser } = await desk.enter();
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const from = (port: number) => ({ origin: `http://${host}:${port}` });
      expect((await browser.send('/more/recovery-codes', {}, from(3000))).status).toBe(403);
      expect((await browser.send('/sign-in', {}, from(3001))).status).toBe(400);
    }
    const far = await openDoor(await open(), { origin: 'https://desk.shop.example' });
    const form = await far.newBrowser().send('/sign-in', {}, { origin: 'https://127.0.0.1' });
    expect(form.status).toBe(403);
  });

  it('knows when somebody was here last, by a recovery code too, after the session was erased', async () => {
    const desk = await openDoor(await open());
    const { db } = desk;
    const meena = await desk.enter();
    wait(60 * MINUTE);
    await desk.signIn(meena, meena.codes[0]);
    const at = Date.now();
    await db.deleteFrom('desk_session').execute();
    const [person] = await listPeople(db);
    expect(at - Date.parse(person?.lastUse ?? '')).toBeLessThan(HALF_A_MINUTE);
  });

  it('ends the session that a browser had when another begins in it', async () => {
    const desk = await openDoor(await open());
    const { db } = desk;
    const { browser, code, ...meena } = await desk.enter();
    const copy = desk.newBrowser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    wait(HALF_A_MINUTE);
    await desk.signIn(meena, await code(), browser);
    expect((await browser.open('/orders')).status).toBe(200);
    expect((await copy.open('/orders')).status).toBe(303);
    expect(await db.selectFrom('desk_session').select('id').execute()).toHaveLength(1);
  });

  it('lets the person know by one e-mail of each sign-in, and of none that failed', async () => {
    const { db, ...database } = await open();
    let kicks = 0;
    const mailer = { kick: () => (kicks += 1) };
    const desk = await openDoor({ db, ...database }, { mailer });
    const mails = () => db.selectFrom('mail').selectAll().execute();
    const { code, ...meena } = await desk.enter();
    expect(await mails()).toMatchObject([{ kind: 'desk-sign-in', recipient: meena.email }]);
    await desk.signIn(meena, '000000');
    expect(await mails()).toHaveLength(1);
    wait(HALF_A_MINUTE);
    const { browser } = await desk.signIn(meena, await code());
    await browser.open('/orders');
    expect([(await mails()).length, kicks]).toEqual([2, 2]);
  });

  it('is closed to nobody by strangers who guess: a known browser and a new invitation open it', async () => {
    const desk = await openDoor(await open());
    const { browser, code, email, password } = await desk.enter();
    await browser.send('/sign-out', {});
    const guess = () => desk.newBrowser().send('/sign-in', { email, password: 'not the one' });
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    const signIn = () => desk.newBrowser().send('/sign-in', { email, password });
    expect(await signIn()).toMatchObject({
      status: 429,
      text: expect.stringContaining('or ask for a new invitation'),
    });
    wait(HALF_A_MINUTE);
    expect((await desk.signIn({ email, password }, await code(), browser)).status).toBe(303);
    expect((await signIn()).status).toBe(429);
    await desk.enter();
    expect((await signIn()).status).toBe(303);
  });

  it('leads nowhere else after the sign-in', async () => {
    const desk = await openDoor(await open());
    const { email, password } = await desk.enter();
    for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'orders']) {
      const page = await desk.newBrowser().send('/sign-in', { email, password, next });
      expect(page.location).toBe('/sign-in/code?next=%2F');
    }
  });

  it('has a cookie that no script reads and no other site sends, and pages that nobody stores', async () => {
    const database = await open();
    const origin = 'https://desk.shop.example';
    const desk = await openDoor(database, { origin, isDemo: true });
    const path = await invite(database.db, new Date(), DEMO_OWNER);
    const { headers } = await desk.newBrowser().open(path);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-maalai-desk\.session_token=.*; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'strict-transport-security': expect.stringContaining('max-age=') as string,
    });
  });
});

onBoth('the second factor', (open) => {
  it('accepts one of two at the same moment', async () => {
    const desk = await openDoor(await open());
    const { code, email, password } = await desk.enter();
    wait(HALF_A_MINUTE);
    const fresh = await code();
    const phones = [desk.newBrowser(), desk.newBrowser()];
    for (const phone of phones) await phone.send('/sign-in', { email, password });
    const both = await Promise.all(
      phones.map((phone) => phone.send('/sign-in/code', { code: fresh })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
  });
});

onDatabase('the second factor', (open) => {
  it('accepts no code twice, and none that is older than the last', async () => {
    const desk = await openDoor(await open());
    const { code, ...meena } = await desk.enter();
    const tries = async (given: string) => (await desk.signIn(meena, given)).status;
    const used = await code();
    expect(await tries(used)).toBe(400);
    wait(HALF_A_MINUTE);
    const fresh = await code();
    expect(await tries(fresh)).toBe(303);
    expect(await tries(fresh)).toBe(400);
    expect(await tries(await code(-1))).toBe(400);
  });

  it('counts wrong codes over all sign-ins of an account, and the right one waits too', async () => {
    const desk = await openDoor(await open());
    const { code, ...meena } = await desk.enter();
    wait(HALF_A_MINUTE);
    const statuses: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { browser, status } = await desk.signIn(meena, '000000');
      statuses.push(status, (await browser.send('/sign-in/code', { code: '000000' })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await desk.signIn(meena, await code())).status).toBe(429);
    wait(16 * MINUTE);
    expect((await desk.signIn(meena, await code())).status).toBe(303);
  });

  it('opens with each recovery code once, however it is typed', async () => {
    const desk = await openDoor(await open());
    const { codes, ...meena } = await desk.enter();
    expect(codes).toHaveLength(10);
    const [first = '', second = '', third = '', fourth = ''] = codes;
    for (const [given, status] of [
      [first, 303],
      [first, 400],
      [` ${second.replace('-', '')} `, 303],
      [third.toLowerCase().replace('-', ' \u2013 '), 303],
      [[...fourth].join(' '), 303],
    ] as const) {
      expect([given, (await desk.signIn(meena, given)).status]).toEqual([given, status]);
    }
  });

  it('has a key of 32 characters and recovery codes of 8 letters that nobody mixes up', async () => {
    const desk = await openDoor(await open());
    const { db } = desk;
    const draw = vi.spyOn(Math, 'random');
    onTestFinished(() => draw.mockRestore());
    const { codes, setupKey } = await desk.enter();
    const { id } = await db.selectFrom('desk_user').select('id').executeTakeFirstOrThrow();
    const renewed: string[] = [];
    for (let round = 0; round < 40; round += 1) {
      renewed.push(...(await renewRecoveryCodes({ db, auth: desk.auth }, id)));
    }
    expect(draw).not.toHaveBeenCalled();
    expect(setupKey).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(codes.filter((each) => !/^[A-Z]{4}-[A-Z]{4}$/.test(each))).toEqual([]);
    const all = [...codes.map((each) => each.replace('-', '')), ...renewed];
    expect(new Set(all).size).toBe(410);
    expect([...new Set(all.join(''))].toSorted().join('')).toBe('ABCDEFGHJKMNPQRSTUVWXYZ');
  });

  it('says of a code that is not accepted which one it was, and what to do', async () => {
    const desk = await openDoor(await open());
    const { code, codes, ...meena } = await desk.enter();
    expect((await desk.signIn(meena, codes[0])).status).toBe(303);
    for (const [given = '', why] of [
      [await code(), 'Wait for the next one.'],
      ['abcd efgh', 'was used already, or has a wrong letter'],
      ['12345', '6 digits, a recovery code has 8 letters'],
      [codes[0], 'was used already'],
    ] as const) {
      const { text } = await desk.signIn(meena, given);
      expect(/class="err"[^>]*>.*?<\/svg>([^<]+)</s.exec(text)?.[1]).toContain(why);
    }
  });

  it('is stored encrypted, and a changed row opens nothing', async () => {
    const desk = await openDoor(await open());
    const { db } = desk;
    const { code, codes, ...meena } = await desk.enter();
    const { userId, secret, backupCodes } = await db
      .selectFrom('desk_two_factor')
      .select(['userId', 'secret', 'backupCodes'])
      .executeTakeFirstOrThrow();
    const key = (await readAppSecret({ db, auth: desk.auth }, userId)) ?? '';
    const stored = `${secret} ${backupCodes}`;
    expect([key, ...codes].filter((each) => stored.includes(each))).toEqual([]);
    const spoil = (hex: string) => hex.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const spoilt = { secret: spoil(secret), backupCodes: spoil(backupCodes) };
    await db.updateTable('desk_two_factor').set(spoilt).execute();
    wait(HALF_A_MINUTE);
    for (const each of [await code(), codes[0]]) {
      expect((await desk.signIn(meena, each)).status).toBe(400);
    }
  });

  it('is not owed by strangers: whoever does not know the password cannot use up its tries', async () => {
    const desk = await openDoor(await open());
    const { code, ...meena } = await desk.enter();
    wait(HALF_A_MINUTE);
    const stranger = { ...meena, password: 'wrong wrong wrong' };
    for (let guess = 0; guess < 12; guess += 1) {
      expect((await desk.signIn(stranger, '000000')).location).toBe('/sign-in');
    }
    wait(16 * MINUTE);
    expect((await desk.signIn(meena, await code())).status).toBe(303);
  });
});

onDatabase('an invitation', (open) => {
  it('works once, and voids earlier factors and sessions', async () => {
    const database = await open();
    const desk = await openDoor(database);
    const before = await desk.enter();
    expect((await desk.newBrowser().open(before.path)).status).toBe(404);
    wait(HALF_A_MINUTE);
    const after = await desk.enter();
    expect((await before.browser.open('/orders')).status).toBe(303);
    wait(HALF_A_MINUTE);
    for (const [code, status] of [
      [await before.code(), 400],
      [before.codes[3], 400],
      [await after.code(), 303],
    ] as const) {
      expect((await desk.signIn(after, code)).status).toBe(status);
    }
  });

  it('gives no access before it is finished, and can be begun again', async () => {
    const desk = await openDoor(await open());
    const { db } = desk;
    const email = 'meena@example.com';
    const path = await invite(db, new Date(), email);
    const browser = desk.newBrowser();
    await browser.send(path, typed);
    expect((await browser.open(path)).text).toContain('Setup key');
    expect((await browser.open('/orders')).status).toBe(303);
    const refused = await desk.newBrowser().send('/sign-in', { ...typed, email });
    expect(refused.text).toContain('Your invitation is not finished');
    expect(await hasPeople(db)).toBe(false);
    expect((await browser.open(path)).text).toContain('Repeat password');
    await browser.send(path, typed);
    expect((await browser.send(path, { code: '123456' })).status).toBe(400);
  });

  it('shows the same key after a reload and a wrong code, in this browser, until it is confirmed', async () => {
    const desk = await openDoor(await open());
    const path = await invite(desk.db, new Date(), 'meena@example.com');
    const [browser, other] = [desk.newBrowser(), desk.newBrowser()];
    const sent = await browser.send(path, typed);
    expect(sent).toMatchObject({ status: 303, location: path });
    const read = (text: string) => /aria-labelledby="setup-key">([^<]+)</.exec(text)?.[1];
    const key = read((await browser.open(path)).text) ?? '';
    expect(read((await browser.open(path)).text)).toBe(key);
    expect(read((await browser.send(path, { code: '000000' })).text)).toBe(key);
    expect((await other.open(path)).text).not.toContain('Setup key');
    const done = await browser.send(path, { code: await openAuthenticator(key)() });
    expect(done.text).toContain('Recovery codes');
    expect((await browser.open(path)).status).toBe(404);
  });

  it('is not used up by programs that look at links', async () => {
    const { db, ...database } = await open();
    const desk = await openDoor({ db, ...database }, { isDemo: true });
    const browser = desk.newBrowser();
    for (const email of [DEMO_OWNER, 'meena@example.com']) {
      const path = await invite(db, new Date(), email);
      for (let round = 0; round < 2; round += 1) {
        const head = await browser.request('HEAD', path);
        expect([head.status, head.text, head.headers.getSetCookie()]).toEqual([200, '', []]);
      }
      expect((await desk.newBrowser().open(path)).status).toBe(200);
    }
    expect((await browser.request('HEAD', '/first/nothing')).status).toBe(404);
  });

  it('asks for a password by the rules of the shop, twice the same', async () => {
    const desk = await openDoor(await open());
    const path = await invite(desk.db, new Date(), 'meena@example.com');
    const send = async (password: string, repeated: string) =>
      (await desk.newBrowser().send(path, { password, repeated })).text;
    expect(await send('tuning fork lantern', 'tuning fork')).toContain('The two are not the same.');
    expect(await send('password', 'password')).toContain('This password is too common');
    expect(await send('', '')).toContain('Password is required');
  });

  it('is stored as a hash, ends after a day, and when a newer one is made', async () => {
    const desk = await openDoor(await open());
    const { db } = desk;
    const first = await invite(db, new Date(), 'meena@example.com');
    const second = await invite(db, new Date(), 'meena@example.com');
    const stored = JSON.stringify(await db.selectFrom('desk_invitation').selectAll().execute());
    expect(second).toMatch(/^\/invite\/[\w-]{43}$/);
    expect(stored).not.toContain(second.slice('/invite/'.length));
    expect((await desk.newBrowser().open(first)).status).toBe(404);
    expect((await desk.newBrowser().open(second)).status).toBe(200);
    wait(24 * 60 * MINUTE);
    expect((await desk.newBrowser().open(second)).status).toBe(404);
  });
});

onDatabase('the link of a demo', (open) => {
  it('opens the desk once without a password, and a real shop has none', async () => {
    const { db, ...database } = await open();
    const demo = await openDoor({ db, ...database }, { isDemo: true });
    const path = await invite(db, new Date(), DEMO_OWNER);
    const browser = demo.newBrowser();
    expect((await browser.open(path)).headers.get('refresh')).toBe('0; url=/');
    expect((await browser.open('/orders')).status).toBe(200);
    expect((await demo.newBrowser().open(path)).status).toBe(404);

    const shop = await openDoor({ db, ...database });
    const other = await invite(db, new Date(), DEMO_OWNER);
    expect((await shop.newBrowser().open(other)).status).toBe(404);
    const [name = '', value = ''] = [...browser.cookies][0] ?? [];
    const stolen = shop.newBrowser();
    stolen.cookies.set(name, value);
    expect((await stolen.open('/orders')).status).toBe(303);
  });
});
