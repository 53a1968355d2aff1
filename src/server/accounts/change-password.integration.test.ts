import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { asha, createVisitor, openAccountSite } from '#support/server/account-site.ts';
import { insertAccount } from '#support/server/insert-session.ts';

const CHANGE = '/api/auth/change-password';
const SIGN_IN = '/api/auth/sign-in/email';
const newPassword = 'papaya-lassi-42';
const change = { currentPassword: asha.password, newPassword };

describeOnBothDatabases('changing the password', (open) => {
  async function visit(options = {}) {
    const database = await open();
    const site = await openAccountSite(database, options);
    await insertAccount(site.auth, asha);
    const signedIn = async () => {
      const visitor = createVisitor(site.app);
      expect((await visitor.ask('POST', SIGN_IN, asha)).status).toBe(200);
      return visitor;
    };
    const signIn = (password: string) =>
      createVisitor(site.app).ask('POST', SIGN_IN, { ...asha, password });
    const emails = () =>
      database.db.selectFrom('mail').selectAll().where('kind', '=', 'password-changed').execute();
    return { ...database, ...site, signedIn, signIn, emails, here: await signedIn() };
  }

  const me = async (visitor: ReturnType<typeof createVisitor>) =>
    (await visitor.ask('GET', '/me')).status;

  it('requires the current password, and replaces it', async () => {
    const { here, signIn, emails, log } = await visit();
    const wrong = await here.ask('POST', CHANGE, { ...change, currentPassword: 'not-the-one-42' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_PASSWORD' } });
    const message = 'This is not the password of your account. Please type it again.';
    expect(wrong.body.errors).toEqual([{ field: 'currentPassword', message }]);
    expect(wrong.body.detail).toBe(message);
    expect(await emails()).toEqual([]);
    expect((await signIn(asha.password)).status).toBe(200);

    const done = await here.ask('POST', CHANGE, change);
    expect(done).toMatchObject({ status: 200, body: { status: true } });
    expect((await signIn(asha.password)).status).toBe(401);
    expect((await signIn(newPassword)).status).toBe(200);
    const lines = log.map((line) => JSON.parse(line)).filter(({ route }) => route === CHANGE);
    expect(lines).toMatchObject([
      { status: 401, refusal: 'INVALID_PASSWORD', actor: expect.any(String) },
      { status: 200, account: expect.any(String) },
    ]);
    expect(log.join()).not.toContain('lassi');
  });

  it('ends every other session, and invalidates copies of the current cookie', async () => {
    const { here, signedIn, app } = await visit();
    const [elsewhere, thief] = [await signedIn(), createVisitor(app)];
    here.cookies.forEach((value, name) => thief.cookies.set(name, value));
    expect(await Promise.all([here, elsewhere, thief].map(me))).toEqual([200, 200, 200]);
    const { headers } = await here.ask('POST', CHANGE, change);
    expect(await Promise.all([here, elsewhere, thief].map(me))).toEqual([200, 401, 401]);
    expect(headers.get('set-cookie')).toMatch(/Max-Age=2592000.*HttpOnly.*SameSite=Lax/i);
    expect((await here.ask('GET', '/api/auth/list-sessions')).body).toHaveLength(1);
    expect((await here.ask('GET', '/api/auth/get-session')).body.user.email).toBe(asha.email);
  });

  it('sets a cookie that is tied to the host on https', async () => {
    const { here } = await visit({ origin: 'https://maalai.example' });
    const { headers } = await here.ask('POST', CHANGE, change);
    expect(headers.get('set-cookie')).toMatch(/^__Host-maalai\.session_token=.*Secure/);
    expect(await me(here)).toBe(200);
  });

  it('invalidates the password reset links of the account, and of no other', async () => {
    const { here, auth, db } = await visit();
    const bala = { ...asha, name: 'Bala', email: 'bala@example.com' };
    await insertAccount(auth, bala);
    for (const { email } of [asha, bala]) {
      await here.ask('POST', '/api/auth/request-password-reset', { email });
    }
    await here.ask('POST', CHANGE, change);
    const links = db.selectFrom('verification').innerJoin('user', 'user.id', 'value');
    expect(await links.select('email').execute()).toEqual([{ email: bala.email }]);
  });

  it('notifies the account by e-mail once, and only after a successful change', async () => {
    const { here, emails, kicks } = await visit();
    await here.ask('POST', CHANGE, { ...change, newPassword: '123456' });
    expect(await emails()).toEqual([]);
    await here.ask('POST', CHANGE, change);
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email?.recipient).toBe(asha.email);
    expect(JSON.parse(email!.payload)).toEqual({
      email: asha.email,
      changedAt: '2026-03-08T09:00:00.000Z',
      isByOldPassword: true,
    });
    await expect.poll(kicks).toBe(1);
  });

  it('changes nothing if the e-mail cannot be enqueued', async () => {
    const { here, signedIn, db } = await visit();
    const elsewhere = await signedIn();
    await db.schema.alterTable('mail').renameTo('mail_away').execute();
    expect((await here.ask('POST', CHANGE, change)).status).toBe(500);
    await db.schema.alterTable('mail_away').renameTo('mail').execute();
    expect(await Promise.all([here, elsewhere].map(me))).toEqual([200, 200]);
    expect((await here.ask('POST', CHANGE, change)).status).toBe(200);
  });

  it('refuses a weak password at its field, and invalid requests', async () => {
    const { here, passwordWork } = await visit();
    passwordWork.splice(0);
    for (const weak of ['12345', 'Password', asha.email]) {
      const { status, body } = await here.ask('POST', CHANGE, { ...change, newPassword: weak });
      expect(status).toBe(400);
      expect(body.code).toBe('PASSWORD_TOO_WEAK');
      expect(body.errors).toEqual([
        { field: 'newPassword', message: expect.stringMatching(/stronger/) },
      ]);
    }
    expect(passwordWork).toEqual(['verify', 'verify', 'verify']);
    for (const wrong of [
      {},
      { newPassword },
      { ...change, currentPassword: '' },
      { ...change, currentPassword: 'x'.repeat(129) },
      { ...change, newPassword: 'x'.repeat(129) },
    ]) {
      expect((await here.ask('POST', CHANGE, wrong)).status).toBe(400);
    }
    expect(passwordWork).toHaveLength(3);
  });

  it('applies one of several concurrent changes', async () => {
    const { here, signIn } = await visit();
    const chosen = ['papaya-lassi-1', 'papaya-lassi-2', 'papaya-lassi-3'];
    const replies = await Promise.all(
      chosen.map((password) => here.ask('POST', CHANGE, { ...change, newPassword: password })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 401, 409].includes(status))).toBe(true);
    expect((await signIn(chosen[statuses.indexOf(200)]!)).status).toBe(200);
  });

  it('counts wrong passwords as failed logins', async () => {
    const { here, signIn, passwordWork } = await visit();
    for (let guess = 0; guess < 10; guess += 1) {
      await here.ask('POST', CHANGE, { ...change, currentPassword: `guess-${guess}` });
    }
    passwordWork.splice(0);
    const refused = await here.ask('POST', CHANGE, change);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(asha.password)).status).toBe(429);
    expect(passwordWork).toEqual([]);
  });

  it('returns 401 to a signed-out visitor, and 403 to another site', async () => {
    const { app, here } = await visit();
    expect(await createVisitor(app).ask('POST', CHANGE, change)).toMatchObject({
      status: 401,
      body: { code: 'SIGNED_OUT' },
    });
    const cookie = Array.from(here.cookies, (pair) => pair.join('=')).join('; ');
    const headers = { cookie, origin: 'https://evil.example', 'content-type': 'application/json' };
    const body = JSON.stringify(change);
    expect((await app.request(CHANGE, { method: 'POST', headers, body })).status).toBe(403);
  });
});
