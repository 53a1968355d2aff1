import { makeSignature } from 'better-auth/crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { asha, createVisitor, openAccountSite } from '#support/server/account-site.ts';
import { insertAccount } from '#support/server/insert-session.ts';

const SIGN_IN = '/api/auth/sign-in/email';
const GET_SESSION = '/api/auth/get-session';
const LIST = '/api/auth/list-sessions';
const END_ONE = '/api/auth/revoke-session';
const END_ALL = '/api/auth/revoke-sessions';
const COOKIE = 'maalai.session_token';

const phone =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const bala = { ...asha, email: 'bala@example.com' };

describeOnBothDatabases('sessions', (open) => {
  async function visit() {
    const database = await open();
    const site = await openAccountSite(database);
    await insertAccount(site.auth, asha);
    const signedIn = async (account = asha, userAgent?: string) => {
      const visitor = createVisitor(site.app, userAgent);
      expect((await visitor.ask('POST', SIGN_IN, account)).status).toBe(200);
      return visitor;
    };
    const rows = () => database.db.selectFrom('session').selectAll().execute();
    return { ...database, ...site, signedIn, rows };
  }

  type Visitor = ReturnType<typeof createVisitor>;
  const me = async (visitor: Visitor) => (await visitor.ask('GET', '/me')).status;
  const tokenOf = (visitor: Visitor) =>
    decodeURIComponent(visitor.cookies.get(COOKIE) ?? '').split('.')[0] ?? '';

  it('are stored under a hash that does not work as a token', async () => {
    const { signedIn, rows, app, auth } = await visit();
    const visitor = await signedIn();
    const token = tokenOf(visitor);
    expect(token).toMatch(/^\w{32}$/);
    const [row, ...others] = (await rows()) as unknown as { token: string }[];
    expect(others).toEqual([]);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.token).toMatch(/^[\w-]{43}$/);

    const thief = createVisitor(app);
    const { secret } = await auth.$context;
    const signature = await makeSignature(row!.token, secret);
    thief.cookies.set(COOKIE, encodeURIComponent(`${row!.token}.${signature}`));
    expect(await me(thief)).toBe(401);
    expect(await me(visitor)).toBe(200);
  });

  it('expose their token only in the cookie', async () => {
    const { signedIn, app } = await visit();
    const visitor = createVisitor(app);
    const signIn = await visitor.ask('POST', SIGN_IN, asha);
    expect(signIn.body).toMatchObject({ token: null, user: { email: asha.email } });
    await signedIn();
    for (const reply of [
      signIn,
      await visitor.ask('GET', GET_SESSION),
      await visitor.ask('GET', LIST),
      await visitor.ask('POST', END_ALL, {}),
    ]) {
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply.body)).not.toContain(tokenOf(visitor) || 'gone');
      expect(JSON.stringify(reply.body)).not.toMatch(/"token":"/);
    }
  });

  it('end when their browser signs in again, to any account; those elsewhere stay', async () => {
    const { signedIn, auth, rows } = await visit();
    await insertAccount(auth, bala);
    const [visitor, elsewhere] = [await signedIn(), await signedIn()];
    const before = new Map(visitor.cookies);
    await visitor.ask('POST', SIGN_IN, { ...asha, password: 'papaya-lassi-42' });
    expect(await me(visitor)).toBe(200);
    await visitor.ask('POST', SIGN_IN, bala);
    expect((await visitor.ask('GET', '/me')).body.email).toBe(bala.email);
    expect(await rows()).toHaveLength(2);
    before.forEach((value, name) => visitor.cookies.set(name, value));
    expect(await me(visitor)).toBe(401);
    expect(await me(elsewhere)).toBe(200);
  });

  it('end ninety days after signing in, however often the shopper comes back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:00.000Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { signedIn } = await visit();
    const visitor = await signedIn();
    for (const day of ['2026-01-21', '2026-02-10', '2026-03-02', '2026-03-22', '2026-03-31']) {
      vi.setSystemTime(`${day}T12:00:00.000Z`);
      const { body } = await visitor.ask('GET', GET_SESSION);
      expect(body.user.email).toBe(asha.email);
      expect(Date.parse(body.session.expiresAt)).toBeLessThanOrEqual(
        Date.parse('2026-04-01T12:00:00.000Z'),
      );
    }
    vi.setSystemTime('2026-04-01T11:59:59.000Z');
    expect(await me(visitor)).toBe(200);
    expect(await (await visitor.ask('GET', LIST)).body).toHaveLength(1);
    vi.setSystemTime('2026-04-01T12:00:01.000Z');
    expect(await me(visitor)).toBe(401);
    expect((await visitor.ask('GET', GET_SESSION)).body).toBeNull();
    expect(await me(visitor)).toBe(401);
  });

  it('are listed as devices of their account, with the current one marked', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-14T12:00:00.000Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { signedIn, auth } = await visit();
    await insertAccount(auth, bala);
    await signedIn(bala);
    const here = await signedIn(asha, phone);
    vi.setSystemTime('2026-11-15T12:00:00.000Z');
    await signedIn();
    vi.setSystemTime('2026-11-17T12:00:00.000Z');
    await here.ask('GET', GET_SESSION);
    expect((await here.ask('GET', LIST)).body).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome on Android',
        createdAt: '2026-11-14T12:00:00.000Z',
        lastUsedAt: '2026-11-17T12:00:00.000Z',
        isCurrent: true,
      },
      {
        id: expect.any(String),
        device: 'Unknown device',
        createdAt: '2026-11-15T12:00:00.000Z',
        lastUsedAt: '2026-11-15T12:00:00.000Z',
        isCurrent: false,
      },
    ]);
  });

  it('can be ended one by one, by their own account only', async () => {
    const { signedIn, auth } = await visit();
    await insertAccount(auth, bala);
    const [here, lost, stranger] = [await signedIn(), await signedIn(), await signedIn(bala)];
    const { body } = await here.ask('GET', LIST);
    const id = body.find((device: { isCurrent: boolean }) => !device.isCurrent).id;
    const { password } = asha;
    const refused = await stranger.ask('POST', END_ONE, { id, password });
    expect(refused.status).toBe(404);
    expect(refused.body.detail).toBe('This device is not logged in to your account any more.');
    expect(await me(lost)).toBe(200);
    expect((await here.ask('POST', END_ONE, { id, password })).status).toBe(200);
    expect(await Promise.all([lost, here, stranger].map(me))).toEqual([401, 200, 200]);
    expect((await here.ask('POST', END_ONE, { id, password })).status).toBe(404);
    for (const wrong of [
      {},
      { id, password: '' },
      { id },
      { id, password: 7 },
      { id: 7, password },
      { id: '', password },
      { id: 'x'.repeat(101), password },
    ]) {
      expect((await here.ask('POST', END_ONE, wrong)).status).toBe(400);
    }
  });

  it('are ended one by one only with the password, which renews the token of the current one', async () => {
    const { signedIn, app } = await visit();
    const [here, other] = [await signedIn(), await signedIn()];
    const { body } = await here.ask('GET', LIST);
    const id = body.find((device: { isCurrent: boolean }) => !device.isCurrent).id;
    const refused = await here.ask('POST', END_ONE, { id, password: 'not-the-one-42' });
    expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_PASSWORD' } });
    const message = 'This is not the password of your account. Please type it again.';
    expect(refused.body.errors).toEqual([{ field: 'password', message }]);
    expect(await Promise.all([here, other].map(me))).toEqual([200, 200]);

    const thief = createVisitor(app);
    here.cookies.forEach((value, name) => thief.cookies.set(name, value));
    expect((await here.ask('POST', END_ONE, { id, password: asha.password })).status).toBe(200);
    expect(await Promise.all([here, other, thief].map(me))).toEqual([200, 401, 401]);

    const [own] = (await here.ask('GET', LIST)).body;
    const end = { id: own.id, password: asha.password };
    expect((await here.ask('POST', END_ONE, end)).status).toBe(200);
    expect(await me(here)).toBe(401);
  });

  it('can be ended all at once, except those of other accounts', async () => {
    const { signedIn, auth, rows } = await visit();
    await insertAccount(auth, bala);
    const [here, lost, stranger] = [await signedIn(), await signedIn(), await signedIn(bala)];
    const reply = await here.ask('POST', END_ALL, {});
    expect(reply).toMatchObject({ status: 200, body: { status: true } });
    expect(here.cookies.size).toBe(0);
    expect(await Promise.all([lost, here, stranger].map(me))).toEqual([401, 401, 200]);
    expect(await rows()).toHaveLength(1);
  });

  it('cannot be listed or ended by a signed-out visitor, nor ended by another site', async () => {
    const { signedIn, app } = await visit();
    const visitor = await signedIn();
    const nobody = createVisitor(app);
    expect((await nobody.ask('GET', LIST)).status).toBe(401);
    for (const path of [END_ONE, END_ALL]) {
      expect((await nobody.ask('POST', path, { id: 'x' })).status).toBe(401);
      const cookie = `${COOKIE}=${visitor.cookies.get(COOKIE)}`;
      const headers = {
        cookie,
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/json',
      };
      expect((await app.request(path, { method: 'POST', headers, body: '{}' })).status).toBe(403);
    }
    expect(await me(visitor)).toBe(200);
  });
});
