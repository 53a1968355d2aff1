import { covers } from '#support/covers.ts';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import {
  asha,
  ashasProfile,
  createVisitor,
  openAccountSite,
} from '#support/server/account-site.ts';

describeOnBothDatabases('accounts', (open) => {
  async function visit(options = {}) {
    const database = await open();
    const site = await openAccountSite(database, options);
    return { ...database, ...site, visitor: createVisitor(site.app), options };
  }

  it(
    'signs up, signs in, is known, signs out',
    covers('call-2', 'call-3', 'call-5', 'api-17'),
    async () => {
      const { visitor } = await visit();
      const signUp = await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      expect(signUp.status).toBe(200);
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

  it('keeps an e-mail in lower case and lets in by any case', async () => {
    const { visitor } = await visit();
    await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, email: ' Asha@Example.COM ' });
    const email = 'ASHA@example.com';
    const signIn = await visitor.ask('POST', '/api/auth/sign-in/email', { ...asha, email });
    expect(signIn.body.user.email).toBe('asha@example.com');
    const again = await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, email });
    expect(again.status).toBe(422);
  });

  it('tells that an e-mail has an account, even to two who sign up at once', async () => {
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
    const accounts = await db.selectFrom('account').select(['userId', 'password']).execute();
    expect(accounts).toHaveLength(1);
    expect(accounts[0]?.password).toMatch(/^scrypt\$32768\$8\$3\$/);
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

  it('names the wrong field', async () => {
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
    'answers a wrong password and an unknown account alike, in the same time',
    covers('error-20'),
    async () => {
      const { visitor } = await visit();
      await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      const timed = async (credentials: object) => {
        const began = performance.now();
        const { status, body } = await visitor.ask('POST', '/api/auth/sign-in/email', credentials);
        return { status, body, took: performance.now() - began };
      };
      const wrong = await timed({ ...asha, password: 'papaya-lassi-42' });
      const unknown = await timed({ ...asha, email: 'nobody@example.com' });
      expect(wrong.status).toBe(401);
      expect(wrong.body.code).toBe('INVALID_EMAIL_OR_PASSWORD');
      expect({ ...unknown, took: 0 }).toEqual({ ...wrong, took: 0 });
      // Both cost one hash, some hundred milliseconds. A lookup alone takes a hundredth of that.
      expect(unknown.took / wrong.took).toBeGreaterThan(0.1);
      expect(wrong.took / unknown.took).toBeGreaterThan(0.1);
    },
  );

  it('stops guessing at an account from an address, but not its owner elsewhere', async () => {
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
    // The registration call takes a password too: it is no way around.
    const register = { ...ashasProfile, password: wrong.password, confirmPassword: wrong.password };
    expect((await visitor.ask('POST', '/api/users/register', register)).status).toBe(429);
    const other = { ...asha, email: 'other@example.com' };
    expect((await visitor.ask('POST', '/api/auth/sign-in/email', other)).status).toBe(401);
  });

  it('limits how many accounts an address opens', async () => {
    const { visitor } = await visit({
      rules: { signUp: [{ by: 'address', points: 1, seconds: 60 }] },
    });
    await visitor.ask('POST', '/api/auth/sign-up/email', asha);
    const second = { ...asha, email: 'second@example.com' };
    expect((await visitor.ask('POST', '/api/auth/sign-up/email', second)).status).toBe(429);
  });

  it(
    'has a cookie that scripts cannot read, tied to the host on https',
    covers('constant-43'),
    async () => {
      const cookieOf = async (origin: string) => {
        const { visitor } = await visit({ origin });
        await visitor.ask('POST', '/api/auth/sign-up/email', asha);
        const { headers } = await visitor.ask('POST', '/api/auth/sign-in/email', asha);
        return headers.getSetCookie();
      };
      const [plain, ...others] = await cookieOf('http://localhost:3000');
      expect(others).toEqual([]);
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
    'keeps a session over a restart, and takes none that was tampered with',
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

  it('offers no other call of the provider', covers('shop-21', 'call-6'), async () => {
    const { visitor } = await visit();
    for (const call of ['update-user', 'delete-user', 'sign-in/social', 'change-email', 'ok']) {
      const reply = await visitor.ask('POST', `/api/auth/${call}`, {});
      expect(reply.status).toBe(404);
      expect(reply.headers.get('content-type')).toBe('application/problem+json');
    }
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
