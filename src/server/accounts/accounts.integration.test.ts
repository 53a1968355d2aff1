import { covers } from '#support/covers.ts';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import {
  asha,
  ashasProfile,
  createVisitor,
  openAccountSite,
} from '#support/server/account-site.ts';
import { insertAccount, insertSession } from '#support/server/insert-session.ts';

describeOnBothDatabases('accounts', (open) => {
  async function visit(options = {}) {
    const database = await open();
    const site = await openAccountSite(database, options);
    return { ...database, ...site, visitor: createVisitor(site.app), options };
  }

  it(
    'signs a visitor up, in and out, and identifies the account in between',
    covers('call-2', 'call-3', 'call-5', 'api-17'),
    async () => {
      const { visitor, db } = await visit({ strongHashes: true });
      const signUp = await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      expect(signUp.status).toBe(200);
      expect(await db.selectFrom('account').select('password').execute()).toEqual([
        { password: expect.stringMatching(/^scrypt\$32768\$8\$3\$/) },
      ]);
      expect(signUp.body).toMatchObject({
        token: null,
        user: { name: 'Asha', email: 'asha@example.com' },
      });
      expect(visitor.cookies.size).toBe(0);
      expect((await visitor.ask('GET', '/api/auth/get-session')).body).toBeNull();

      const signIn = await visitor.ask('POST', '/api/auth/sign-in/email', asha);
      expect(signIn.status).toBe(200);
      expect(signIn.body.user).toMatchObject({
        id: signUp.body.user.id,
        email: 'asha@example.com',
      });
      const session = await visitor.ask('GET', '/api/auth/get-session');
      expect(session.body.user).toMatchObject({ id: signUp.body.user.id, name: 'Asha' });
      expect(session.headers.get('cache-control')).toBe('no-store');
      expect((await visitor.ask('GET', '/me')).body).toEqual({
        id: signUp.body.user.id,
        email: 'asha@example.com',
        name: 'Asha',
      });

      const before = new Map(visitor.cookies);
      expect((await visitor.ask('POST', '/api/auth/sign-out', {})).status).toBe(200);
      expect(visitor.cookies.size).toBe(0);
      before.forEach((value, name) => visitor.cookies.set(name, value));
      const after = await visitor.ask('GET', '/me');
      expect(after.status).toBe(401);
      expect(after.body.detail).toBe('Please log in to continue.');
    },
  );

  it('stores an e-mail in lower case and accepts it in any case', async () => {
    const { visitor } = await visit();
    await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, email: ' Asha@Example.COM ' });
    const email = 'ASHA@example.com';
    const signIn = await visitor.ask('POST', '/api/auth/sign-in/email', { ...asha, email });
    expect(signIn.body.user.email).toBe('asha@example.com');
    const again = await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, email });
    expect(again.status).toBe(422);
  });

  it('refuses an e-mail that already has an account, even for concurrent sign-ups', async () => {
    const { visitor, db } = await visit();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => visitor.ask('POST', '/api/auth/sign-up/email', asha)),
    );
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, ...Array(7).fill(422)]);
    const refused = replies.find((reply) => reply.status === 422);
    expect(refused?.body).toMatchObject({
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      message: 'This e-mail already has an account. Please log in instead.',
    });
    expect(await db.selectFrom('account').select('userId').execute()).toHaveLength(1);
  });

  it(
    'refuses a weak password in one helpful sentence',
    covers('rule-5', 'constant-42'),
    async () => {
      const { visitor } = await visit();
      for (const password of ['12345', 'password', 'Qwerty123', '']) {
        const reply = await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, password });
        expect(reply.status).toBe(400);
        expect(reply.body).toMatchObject({
          code: 'PASSWORD_TOO_WEAK',
          message: expect.stringMatching(/^Please choose a stronger password: .+\.$/),
          errors: [{ field: 'password' }],
        });
        expect(reply.body.detail).toBe(reply.body.message);
      }
    },
  );

  it('refuses a password that is easy to guess, and gives the reason at its field', async () => {
    const { visitor, db, passwordWork } = await visit();
    passwordWork.splice(0);
    for (const [password, reason] of [
      ['      ', 'repeated characters'],
      ['aaaaaaa', 'repeated characters'],
      ['Passw0rd!', 'leaked passwords'],
      [asha.email, 'your e-mail'],
      ['Maalai1', 'the name of the shop'],
      ['Asha1234', 'your name'],
      ['priya123', 'leaked passwords'],
    ] as const) {
      const reply = await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, password });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        code: 'PASSWORD_TOO_WEAK',
        detail: expect.stringContaining(reason),
        errors: [{ field: 'password', message: reply.body.detail }],
      });
    }
    expect(passwordWork).toEqual([]);
    expect(await db.selectFrom('user').select('id').execute()).toEqual([]);
    // Six characters are enough where nothing suggests them.
    const six = { ...asha, password: 'hT7#qL' };
    expect((await visitor.ask('POST', '/api/auth/sign-up/email', six)).status).toBe(200);
  });

  it('names the invalid field', async () => {
    const { visitor, db } = await visit();
    const changes = [
      { name: '  ' },
      { name: 'x'.repeat(101) },
      { email: 'asha' },
      { email: `${'a'.repeat(250)}@example.com` },
      { password: 'x'.repeat(129) },
      { password: 42 },
    ];
    for (const change of changes) {
      const reply = await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, ...change });
      expect(reply.status).toBe(400);
      const [field] = Object.keys(change);
      expect(reply.body.errors).toEqual([{ field, message: expect.any(String) }]);
    }
    expect(await db.selectFrom('user').select('id').execute()).toEqual([]);
  });

  it(
    'gives the same response for a wrong password and an unknown account, after the same work',
    covers('error-20'),
    async () => {
      const { visitor, passwordWork } = await visit();
      await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      const wrong = { password: 'papaya-lassi-42', confirmPassword: 'papaya-lassi-42' };
      const nobody = { email: 'nobody@example.com' };
      for (const [path, payload] of [
        ['/api/auth/sign-in/email', asha],
        ['/api/users/register', ashasProfile],
      ] as const) {
        const ask = async (change: object) => {
          passwordWork.splice(0);
          const { status, body } = await visitor.ask('POST', path, { ...payload, ...change });
          return { status, body };
        };
        const refused = await ask(wrong);
        expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
        expect(passwordWork).toEqual(['verify']);
        expect(await ask(nobody)).toEqual(refused);
        // Otherwise the response for an unknown account would be many times faster.
        expect(passwordWork).toEqual(['hash']);
      }
    },
  );

  it('limits wrong passwords for an account from an address, and does not count correct ones', async () => {
    const guess = { by: 'account and address', points: 3, seconds: 60 } as const;
    const { visitor } = await visit({ rules: { signIn: [guess] } });
    await visitor.ask('POST', '/api/auth/sign-up/email', asha);
    for (let i = 0; i < 5; i += 1) {
      expect((await visitor.ask('POST', '/api/auth/sign-in/email', asha)).status).toBe(200);
    }
    const wrong = { ...asha, password: 'papaya-lassi-42' };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => visitor.ask('POST', '/api/auth/sign-in/email', wrong)),
    );
    const statuses = replies.map((reply) => reply.status).toSorted();
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    const refused = replies.find((reply) => reply.status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused?.body.detail).toMatch(/^Too many tries\. Please wait/);
    // Registration takes a password too, and must not bypass the limit.
    const register = { ...ashasProfile, password: wrong.password, confirmPassword: wrong.password };
    expect((await visitor.ask('POST', '/api/users/register', register)).status).toBe(429);
    const other = { ...asha, email: 'other@example.com' };
    expect((await visitor.ask('POST', '/api/auth/sign-in/email', other)).status).toBe(401);
  });

  it('limits the sign-ups from an address', async () => {
    const { visitor } = await visit({
      rules: { signUp: [{ by: 'address', points: 1, seconds: 60 }] },
    });
    await visitor.ask('POST', '/api/auth/sign-up/email', asha);
    const second = { ...asha, email: 'second@example.com' };
    expect((await visitor.ask('POST', '/api/auth/sign-up/email', second)).status).toBe(429);
  });

  it(
    'sets a session cookie that scripts cannot read, tied to the host on https',
    covers('constant-43'),
    async () => {
      const cookieOf = async (origin: string) => {
        const { visitor } = await visit({ origin });
        await visitor.ask('POST', '/api/auth/sign-up/email', asha);
        const { headers } = await visitor.ask('POST', '/api/auth/sign-in/email', asha);
        return headers.getSetCookie();
      };
      const [plain, readable, ...others] = await cookieOf('http://localhost:3000');
      expect(others).toEqual([]);
      // The cookie that scripts can read reveals only that there is a session.
      expect(readable).toBe('maalai.signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax');
      expect(plain).toMatch(
        /^maalai\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const [secure] = await cookieOf('https://shop.example');
      expect(secure).toMatch(
        /^__Host-maalai\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    },
  );

  it(
    'keeps a session after a restart, and rejects a cookie that was tampered with',
    covers('constant-43'),
    async () => {
      const { visitor, db, kind } = await visit();
      await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      await visitor.ask('POST', '/api/auth/sign-in/email', asha);
      const restarted = createVisitor((await openAccountSite({ db, kind })).app);
      const [[name, value]] = [...visitor.cookies] as [[string, string]];
      restarted.cookies.set(name, value);
      expect((await restarted.ask('GET', '/me')).status).toBe(200);
      restarted.cookies.set(
        name,
        value.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
      );
      expect((await restarted.ask('GET', '/me')).status).toBe(401);
    },
  );

  it(
    'ends a session after thirty days, on the server too',
    covers('error-22', 'constant-43'),
    async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-14T12:00:00.000Z') });
      onTestFinished(() => void vi.useRealTimers());
      const { visitor } = await visit();
      await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      await visitor.ask('POST', '/api/auth/sign-in/email', asha);
      const me = async () => (await visitor.ask('GET', '/me')).status;
      vi.setSystemTime('2026-12-14T11:59:59.000Z');
      expect(await me()).toBe(200);
      vi.setSystemTime('2026-12-14T12:00:01.000Z');
      expect(await me()).toBe(401);
      expect((await visitor.ask('GET', '/api/auth/get-session')).body).toBeNull();
    },
  );

  it('extends a session by thirty days when the visitor returns before its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-14T12:00:00.000Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { visitor } = await visit();
    await visitor.ask('POST', '/api/auth/sign-up/email', asha);
    await visitor.ask('POST', '/api/auth/sign-in/email', asha);
    vi.setSystemTime('2026-12-13T12:00:00.000Z');
    const session = await visitor.ask('GET', '/api/auth/get-session');
    expect(session.body.user).toMatchObject({ email: asha.email });
    expect(session.headers.get('set-cookie')).toContain('Max-Age=2592000');
    vi.setSystemTime('2027-01-12T11:59:59.000Z');
    expect((await visitor.ask('GET', '/me')).status).toBe(200);
    vi.setSystemTime('2027-01-12T12:00:01.000Z');
    expect((await visitor.ask('GET', '/me')).status).toBe(401);
  });

  it('rejects a session whose row has expired or is missing', covers('error-22'), async () => {
    const { visitor, db, auth } = await visit();
    const id = await insertAccount(auth, { email: asha.email });
    const { name, value } = await insertSession(auth, id);
    visitor.cookies.set(name, value);
    const seen = async () => {
      const { status } = await visitor.ask('GET', '/me');
      return {
        status,
        session: (await visitor.ask('GET', '/api/auth/get-session')).body?.user?.email,
      };
    };
    expect(await seen()).toEqual({ status: 200, session: asha.email });
    const cookie: [string, string] = [name, value];
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    await sql`update session set "expiresAt" = ${expiresAt}`.execute(db);
    expect(await seen()).toEqual({ status: 401, session: undefined });
    await db.deleteFrom('session').execute();
    visitor.cookies.set(...cookie);
    expect(await seen()).toEqual({ status: 401, session: undefined });
  });

  it('exposes no other route of better-auth', covers('shop-21', 'call-6'), async () => {
    const { visitor } = await visit();
    for (const route of [
      'change-email',
      'revoke-other-sessions',
      'sign-in/social',
      'update-session',
      'ok',
    ]) {
      const reply = await visitor.ask('POST', `/api/auth/${route}`, {});
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  it('logs the account that each request concerns, and the signed-in account', async () => {
    const { visitor, log } = await visit();
    const { id } = (await visitor.ask('POST', '/api/auth/sign-up/email', asha)).body.user;
    await visitor.ask('POST', '/api/auth/sign-in/email', { ...asha, password: 'a wrong guess' });
    await visitor.ask('POST', '/api/users/register', ashasProfile);
    await visitor.ask('POST', '/api/auth/sign-in/email', { ...asha, email: 'other@example.com' });
    await visitor.ask('POST', '/api/auth/request-password-reset', { email: asha.email });
    await visitor.ask('POST', '/api/auth/sign-in/email', asha);
    await visitor.ask('GET', '/me');
    const calls = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    const [signUp, wrong, profile, other, reset, signIn, known] = calls;
    expect(signUp.account).toMatch(/^[\w-]{12}$/);
    expect(wrong).toMatchObject({ account: signUp.account, status: 401 });
    expect(wrong.refusal).toBe('INVALID_EMAIL_OR_PASSWORD');
    expect(profile).toMatchObject({ account: signUp.account, actor: id, status: 201 });
    expect(other.account).not.toBe(signUp.account);
    expect(reset.account).toBe(signUp.account);
    expect(signIn).toMatchObject({ account: signUp.account, actor: id, status: 200 });
    expect(known.actor).toBe(id);
  });

  it('logs neither addresses nor passwords', async () => {
    const { visitor, log } = await visit();
    await visitor.ask('POST', '/api/auth/sign-up/email', asha);
    await visitor.ask('POST', '/api/auth/sign-up/email', asha);
    await visitor.ask('POST', '/api/auth/sign-in/email', asha);
    await visitor.ask('POST', '/api/auth/sign-in/email', { ...asha, email: 'nobody@example.com' });
    await visitor.ask('POST', '/api/users/register', ashasProfile);
    expect(log.length).toBeGreaterThanOrEqual(5);
    expect(log.join('')).not.toMatch(/example\.com|Asha|mango|cookie/i);
  });
});
