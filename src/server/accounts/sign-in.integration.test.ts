// Signing in and out, what ends a session, and the limits of guesses.
import { makeSignature } from 'better-auth/crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import {
  another,
  asha,
  ashasProfile,
  bala,
  openAccountSite,
} from '#support/server/account-site.ts';
import { ProblemError } from '../platform/http/problem.ts';
import { limitRules } from '../web/limit-rules.ts';

const GET_SESSION = '/api/auth/get-session';
const COOKIE = 'maalai.session_token';

function fakeDate(now: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
}

// Both databases, because better-auth writes the times.
onBoth('a session', (open) => {
  const visit = async (accounts = [asha]) => openAccountSite(await open(), { accounts });

  it('ends thirty days after the last visit [error-22 constant-43]', async () => {
    fakeDate('2026-11-14T12:00:00.000Z');
    const { signedIn } = await visit();
    const [visitor, regular] = [await signedIn(), await signedIn()];
    vi.setSystemTime('2026-12-13T12:00:00.000Z');
    const { headers } = await regular.get(GET_SESSION);
    expect(headers.get('set-cookie')).toContain('Max-Age=2592000');
    vi.setSystemTime('2026-12-14T11:59:59.000Z');
    expect(await visitor.me()).toBe(200);
    vi.setSystemTime('2026-12-14T12:00:01.000Z');
    expect(await visitor.me()).toBe(401);
    expect((await visitor.get(GET_SESSION)).body).toBeNull();
    vi.setSystemTime('2027-01-12T11:59:59.000Z');
    expect(await regular.me()).toBe(200);
    vi.setSystemTime('2027-01-12T12:00:01.000Z');
    expect(await regular.me()).toBe(401);
  });
});

onDatabase('a session', (open) => {
  const visit = async (accounts = [asha]) => openAccountSite(await open(), { accounts });

  it('begins with a sign-in, identifies the account, and ends with the sign-out [call-2,3,5 api-17]', async () => {
    const { visitor } = await visit([]);
    const { id } = (await visitor.signUp(bala)).body.user;
    expect((await visitor.get(GET_SESSION)).body).toBeNull();

    const user = { id, email: bala.email, name: 'Bala' };
    const signIn = await visitor.signIn({ ...bala, email: 'BALA@example.com' });
    expect(signIn).toMatchObject({ status: 200, body: { token: null, user } });
    const session = await visitor.get(GET_SESSION);
    expect(session.body.user).toMatchObject(user);
    expect(session.headers.get('cache-control')).toBe('no-store');
    expect((await visitor.get('/me')).body).toEqual({ ...user, isConfirmed: false });

    const thief = visitor.copy();
    expect((await visitor.post('/api/auth/sign-out')).status).toBe(200);
    expect([...visitor.cookies.keys()]).toEqual(['maalai.device']);
    const after = await thief.get('/me');
    expect(after).toMatchObject({ status: 401, body: { detail: 'Please log in to continue.' } });
  });

  it('ends ninety days after signing in, however often the shopper comes back', async () => {
    fakeDate('2026-01-01T12:00:00.000Z');
    const { signedIn } = await visit();
    const visitor = await signedIn();
    for (const day of ['2026-01-21', '2026-02-10', '2026-03-02', '2026-03-22', '2026-03-31']) {
      vi.setSystemTime(`${day}T12:00:00.000Z`);
      const { user, session } = (await visitor.get(GET_SESSION)).body;
      expect(user.email).toBe(asha.email);
      const end = Date.parse('2026-04-01T12:00:00.000Z');
      expect(Date.parse(session.expiresAt)).toBeLessThanOrEqual(end);
    }
    vi.setSystemTime('2026-04-01T11:59:59.000Z');
    expect(await visitor.me()).toBe(200);
    vi.setSystemTime('2026-04-01T12:00:01.000Z');
    expect(await visitor.me()).toBe(401);
    expect((await visitor.get(GET_SESSION)).body).toBeNull();
    // The password is as good as it was.
    expect((await visitor.signIn(asha)).status).toBe(200);
  });
});

onDatabase('the cookie of a session', (open) => {
  const visit = async (options = {}) =>
    openAccountSite(await open(), { accounts: [asha, bala], ...options });

  it('is hidden from scripts, and tied to the host on https [constant-43]', async () => {
    const cookiesAt = async (origin: string) =>
      (await (await visit({ origin })).newVisitor().signIn(asha)).headers.getSetCookie();
    const common = '[^;]+; Max-Age=2592000; Path=/; HttpOnly; ';
    const [plain, device, readable, ...others] = await cookiesAt('http://localhost:3000');
    expect(others).toEqual([]);
    // Outlives the session: the browser stays known.
    expect(device).toMatch(
      /^maalai\.device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(plain).toMatch(new RegExp(`^maalai\\.session_token=${common}SameSite=Lax$`));
    // The cookie that scripts can read reveals only that there is a session.
    expect(readable).toBe('maalai.signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax');
    const [secure, secureDevice] = await cookiesAt('https://shop.example');
    expect(secureDevice).toMatch(/^__Host-maalai\.device=.*; HttpOnly; Secure; SameSite=Lax$/);
    expect(secure).toMatch(
      new RegExp(`^__Host-maalai\\.session_token=${common}Secure; SameSite=Lax$`),
    );
  });

  it('works after a restart, but not if it was tampered with [constant-43]', async () => {
    const { signedIn, db, kind } = await visit();
    const cookie = (await signedIn()).cookies.get(COOKIE)!;
    const restarted = (await openAccountSite({ db, kind })).newVisitor();
    restarted.cookies.set(COOKIE, cookie);
    expect(await restarted.me()).toBe(200);
    const tampered = cookie.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
    restarted.cookies.set(COOKIE, tampered);
    expect(await restarted.me()).toBe(401);
  });

  it('has the only copy of the token: the database has a hash that does not work as one', async () => {
    const { signedIn, db, newVisitor, auth } = await visit();
    const visitor = await signedIn();
    const [token = ''] = decodeURIComponent(visitor.cookies.get(COOKIE) ?? '').split('.');
    expect(token).toMatch(/^[\w-]{32}$/);
    const row = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
    const { token: hash } = row as unknown as { token: string };
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    const thief = newVisitor();
    const { secret } = await auth.$context;
    thief.cookies.set(COOKIE, encodeURIComponent(`${hash}.${await makeSignature(hash, secret)}`));
    expect(await thief.me()).toBe(401);

    for (const path of [GET_SESSION, '/api/auth/list-sessions']) {
      const { status, body } = await visitor.get(path);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(token);
      expect(JSON.stringify(body)).not.toMatch(/"token":"/);
    }
  });

  it('ends when its browser signs in again, to any account; those elsewhere stay', async () => {
    const { signedIn, db } = await visit();
    const [visitor, elsewhere] = [await signedIn(), await signedIn()];
    const before = visitor.copy();
    await visitor.signIn({ ...asha, password: another });
    expect(await visitor.me()).toBe(200);
    await visitor.signIn(bala);
    expect((await visitor.get('/me')).body.email).toBe(bala.email);
    expect(await Promise.all([before.me(), elsewhere.me()])).toEqual([401, 200]);
    expect(await db.selectFrom('session').select('id').execute()).toHaveLength(2);
  });
});

onDatabase('a sign-in', (open) => {
  const visit = async (options = {}) =>
    openAccountSite(await open(), { accounts: [asha], ...options });

  it('takes an international domain as it is typed, and in ASCII as browsers send it', async () => {
    const { visitor } = await visit();
    const [typed, sent] = ['Chitra@दुकान.भारत', 'chitra@xn--11b7ah1gn.xn--h2brj9c'];
    const chitra = { ...asha, email: typed };
    expect((await visitor.signUp(chitra)).body).toMatchObject({ user: { email: sent } });
    expect((await visitor.signUp({ ...chitra, email: sent })).status).toBe(422);
    for (const email of [typed, sent]) {
      expect((await visitor.signIn({ ...chitra, email })).status).toBe(200);
      expect((await visitor.get(`/orders/${encodeURIComponent(email)}`)).status).toBe(200);
    }
  });

  it('gives the same response for a wrong password and an unknown account, after the same work [error-20 api-2]', async () => {
    const { visitor, passwordWork, db } = await visit();
    const wrong = { password: another, confirmPassword: another };
    for (const [send, payload] of [
      [visitor.signIn, asha],
      [visitor.register, ashasProfile],
    ] as const) {
      const refusal = async (change: object) => {
        passwordWork.splice(0);
        const { status, body } = await send({ ...payload, ...change });
        return { status, body };
      };
      const refused = await refusal(wrong);
      expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
      expect(passwordWork).toEqual(['verify']);
      expect(await refusal({ email: 'nobody@example.com' })).toEqual(refused);
      // Otherwise the response for an unknown account would be many times faster.
      expect(passwordWork).toEqual(['hash']);
    }
    expect(await db.selectFrom('profile').select('name').execute()).toEqual([]);
  });

  it('is limited by wrong passwords for an account from a network; correct ones do not count', async () => {
    const guess = { by: 'account and network', points: 3, seconds: 60 } as const;
    const { newVisitor, signedIn } = await visit({ rules: { password: [guess] } });
    const [stranger, owner] = [newVisitor(), await signedIn()];
    const wrong = { ...asha, password: another };
    const replies = await Promise.all(Array.from({ length: 6 }, () => stranger.signIn(wrong)));
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused?.body.detail).toMatch(
      /^Too many tries\. Please wait \d+ seconds and try again, or set a new password with ‘Forgot password\?’\.$/,
    );
    // What else checks a password must not bypass the limit.
    const register = { ...ashasProfile, password: another, confirmPassword: another };
    expect((await stranger.register(register)).status).toBe(429);
    const other = { ...asha, email: 'other@example.com' };
    expect((await stranger.signIn(other)).status).toBe(401);
    // Who has signed in before is not locked out by others, in a session or after it.
    const change = { currentPassword: asha.password, newPassword: 'guava-lassi-42' };
    expect((await owner.post('/api/auth/change-password', change)).status).toBe(200);
    await owner.post('/api/auth/sign-out');
    expect((await owner.signIn({ ...asha, password: 'guava-lassi-42' })).status).toBe(200);
  });

  it('from a known browser is limited by its own wrong passwords; strangers invent no such browser', async () => {
    const ofStrangers = { by: 'network', points: 0, seconds: 60 } as const;
    const rules = { password: [ofStrangers, ...limitRules.password.slice(3)] };
    const { newVisitor } = await visit({ accounts: [], rules });
    const [owner, stranger] = [newVisitor(), newVisitor()];
    await owner.signUp(asha);
    expect((await owner.signIn(asha)).status).toBe(200);
    const wrong = { ...asha, password: another };
    const known = owner.cookies.get('maalai.device') ?? '';
    const unsigned = known.replace(/\.[^.]+$/, '');
    for (const invented of ['', 'a.b', known.slice(1), unsigned, `${known}.x`]) {
      stranger.cookies.set('maalai.device', invented);
      expect((await stranger.signIn(asha)).status).toBe(429);
    }
    // Of another account: the cookie names those that it is good for.
    expect((await owner.signIn({ ...asha, email: 'other@example.com' })).status).toBe(429);
    for (let i = 0; i < 10; i += 1) expect((await owner.signIn(wrong)).status).toBe(401);
    expect((await owner.signIn(asha)).status).toBe(429);
    const password = { password: another };
    for (let i = 0; i < 10; i += 1) {
      expect((await owner.post('/api/auth/delete-user', password)).status).toBe(401);
    }
    expect((await owner.post('/api/auth/delete-user', password)).status).toBe(429);
    expect((await owner.post('/api/auth/sign-out')).status).toBe(200);
  });

  it('exposes no other route of better-auth [shop-21 call-6]', async () => {
    const { visitor } = await visit();
    const others = ['change-email', 'revoke-other-sessions', 'sign-in/social', 'update-session'];
    for (const route of [...others, 'ok']) {
      const { status, headers } = await visitor.post(`/api/auth/${route}`);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
  });

  it.each([
    ['GET', '/api/auth/list-sessions'],
    ['POST', '/api/auth/revoke-session'],
    ['POST', '/api/auth/revoke-sessions'],
    ['POST', '/api/auth/update-user'],
    ['POST', '/api/auth/change-password'],
    ['POST', '/api/auth/send-verification-email'],
    ['POST', '/api/auth/delete-user'],
    ['GET', '/api/users/delivery'],
  ] as const)('is required by %s %s', async (method, path) => {
    const { visitor } = await visit();
    const refused = method === 'GET' ? await visitor.get(path) : await visitor.post(path);
    expect(refused).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } });
  });

  it('logs the account that each request concerns, and the signed-in account', async () => {
    const { visitor, log, ids } = await visit();
    const [id] = ids;
    await visitor.signUp(asha);
    await visitor.signIn({ ...asha, password: another });
    await visitor.register(ashasProfile);
    await visitor.signIn({ ...asha, email: 'other@example.com' });
    await visitor.post('/api/auth/request-password-reset', { email: asha.email });
    await visitor.signIn(asha);
    await visitor.get('/me');
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    const [signUp, wrong, profile, other, reset, signIn, known] = lines;
    const { account } = signUp;
    expect(account).toMatch(/^[\w-]{12}$/);
    expect(wrong).toMatchObject({ account, status: 401, refusal: 'INVALID_EMAIL_OR_PASSWORD' });
    expect(profile).toMatchObject({ account, actor: id, status: 201 });
    expect(other.account).not.toBe(account);
    expect(reset.account).toBe(account);
    expect(signIn).toMatchObject({ account, actor: id, status: 200 });
    expect(known.actor).toBe(id);
  });

  it('counts no wrong password if it is refused because very many wait', async () => {
    const rules = { password: [{ by: 'account and network', points: 1, seconds: 600 }] } as const;
    const { visitor, auth } = await visit({ rules });
    const { password } = await auth.$context;
    const { verify } = password;
    password.verify = () => Promise.reject(new ProblemError(503, 'Many people are logging in.'));
    for (let i = 0; i < 3; i += 1) expect((await visitor.signIn(asha)).status).toBe(503);
    password.verify = verify;
    const wrong = { ...asha, password: another };
    for (const status of [401, 429]) expect((await visitor.signIn(wrong)).status).toBe(status);
  });
});
