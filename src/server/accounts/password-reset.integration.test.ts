import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { asha, createVisitor, openAccountSite } from '#support/server/account-site.ts';
import { insertAccount } from '#support/server/insert-session.ts';
import type { LinkFacts } from '../mail/outbox.ts';

const ASK = '/api/auth/request-password-reset';
const RESET = '/api/auth/reset-password';
const SIGN_IN = '/api/auth/sign-in/email';
const MINUTE = 60_000;

describeOnBothDatabases('resetting a forgotten password', (open) => {
  async function visit(options = {}) {
    const database = await open();
    let now = Date.parse('2026-03-08T09:00:00.000Z');
    const clock = () => new Date(now);
    const site = await openAccountSite(database, { clock, ...options });
    const visitor = createVisitor(site.app);
    await insertAccount(site.auth, asha);
    const emails = async () => {
      const mails = database.db.selectFrom('mail').selectAll().where('kind', '=', 'password-reset');
      const rows = await mails.orderBy('created_at').execute();
      return rows.map((row) => ({ ...row, facts: JSON.parse(row.payload) as LinkFacts }));
    };
    return {
      ...database,
      ...site,
      visitor,
      emails,
      wait: (milliseconds: number) => void (now += milliseconds),
      /** Requests a link and resolves to the token in the newest e-mail. */
      async link(): Promise<string> {
        now += 1;
        await visitor.ask('POST', ASK, { email: asha.email });
        return (await emails()).at(-1)!.facts.token;
      },
      reset: (token: unknown, newPassword: unknown = 'papaya-lassi-42') =>
        visitor.ask('POST', RESET, { token, newPassword }),
      signIn: (password: string) => visitor.ask('POST', SIGN_IN, { ...asha, password }),
    };
  }

  it('sends one e-mail to the account, and stores only the hash of the token', async () => {
    const { visitor, emails, db, kicks } = await visit();
    const reply = await visitor.ask('POST', ASK, { email: ' ASHA@example.com' });
    expect(reply).toMatchObject({ status: 200, body: { status: true } });
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ kind: 'password-reset', recipient: asha.email });
    expect(email?.facts).toEqual({
      email: asha.email,
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-03-08T10:00:00.000Z',
    });
    const stored = JSON.stringify(await db.selectFrom('verification').selectAll().execute());
    expect(stored).not.toContain(email?.facts.token);
    expect(email?.dedupe_key).not.toContain(email?.facts.token);
    await expect.poll(kicks).toBe(1);
  });

  it('sets the new password once, and ends every session', async () => {
    const { link, reset, signIn, visitor, app } = await visit();
    await signIn(asha.password);
    const elsewhere = createVisitor(app);
    await elsewhere.ask('POST', SIGN_IN, asha);
    const token = await link();

    const done = await reset(token);
    expect(done).toMatchObject({ status: 200, body: { status: true, email: asha.email } });
    expect((await visitor.ask('GET', '/me')).status).toBe(401);
    expect((await elsewhere.ask('GET', '/me')).status).toBe(401);
    expect((await signIn(asha.password)).status).toBe(401);
    expect((await signIn('papaya-lassi-42')).status).toBe(200);

    const again = await reset(token, 'guava-lassi-42');
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      code: 'INVALID_TOKEN',
      detail: 'This link has been used or is too old. Please ask for a new one.',
    });
    expect((await signIn('papaya-lassi-42')).status).toBe(200);
  });

  it('notifies the account by e-mail once, and only after a successful reset', async () => {
    const { link, reset, db, kicks } = await visit();
    const notices = () =>
      db.selectFrom('mail').selectAll().where('kind', '=', 'password-changed').execute();
    const token = await link();
    await reset('x');
    await reset(token, '123456');
    expect(await notices()).toEqual([]);
    await expect.poll(kicks).toBe(1);
    await reset(token);
    await reset(token);
    const [email, ...others] = await notices();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ recipient: asha.email });
    expect(JSON.parse(email!.payload)).toEqual({
      email: asha.email,
      changedAt: '2026-03-08T09:00:00.001Z',
    });
    expect(kicks()).toBe(2);
  });

  it('accepts one of several concurrent requests with the same link', async () => {
    const { link, reset, signIn } = await visit();
    const token = await link();
    const passwords = ['papaya-lassi-1', 'papaya-lassi-2', 'papaya-lassi-3', 'papaya-lassi-4'];
    const replies = await Promise.all(passwords.map((password) => reset(token, password)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400]);
    const winner = passwords[statuses.indexOf(200)]!;
    for (const password of passwords) {
      expect((await signIn(password)).status).toBe(password === winner ? 200 : 401);
    }
  });

  it('invalidates older links, and changes no other account', async () => {
    const { link, reset, visitor, emails, wait, auth } = await visit();
    const bala = { ...asha, name: 'Bala', email: 'bala@example.com' };
    await insertAccount(auth, bala);
    await visitor.ask('POST', ASK, { email: bala.email });
    const balas = (await emails())[0]!.facts.token;
    const [first, second] = [await link(), await link()];
    wait(MINUTE);
    expect((await reset(first)).status).toBe(200);
    expect((await reset(second)).status).toBe(400);
    expect((await visitor.ask('POST', SIGN_IN, bala)).status).toBe(200);
    expect((await reset(balas)).body.email).toBe(bala.email);
  });

  it('accepts a link for an hour, and deletes expired links', async () => {
    const { link, reset, wait, db } = await visit();
    const [late, inTime] = [await link(), await link()];
    wait(60 * MINUTE - 1);
    expect((await reset(late)).status).toBe(400);
    expect((await reset(inTime)).status).toBe(200);
    const old = await link();
    wait(60 * MINUTE);
    expect((await reset(old)).body.code).toBe('INVALID_TOKEN');
    await link();
    expect(await db.selectFrom('verification').select('id').execute()).toHaveLength(1);
  });

  it('refuses a weak password with the message of the sign-up, and keeps the link valid', async () => {
    const { link, reset, visitor } = await visit();
    const token = await link();
    const signUp = await visitor.ask('POST', '/api/auth/sign-up/email', { ...asha, password: '1' });
    for (const password of ['12345', 'Password', '']) {
      const { status, body } = await reset(token, password);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'PASSWORD_TOO_WEAK',
        detail: signUp.body.detail,
        errors: [{ field: 'newPassword', message: signUp.body.detail }],
      });
    }
    const own = await reset(token, `${asha.name}2026`);
    expect(own.body).toMatchObject({
      code: 'PASSWORD_TOO_WEAK',
      detail: expect.stringContaining('your name'),
      errors: [{ field: 'newPassword', message: own.body.detail }],
    });
    expect((await reset(token, 'x'.repeat(129))).body.errors).toMatchObject([
      { field: 'newPassword' },
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('accepts only a token that was sent', async () => {
    const { link, reset, db } = await visit();
    await link();
    const [row] = await db.selectFrom('verification').selectAll().execute();
    for (const token of ['x', row!.identifier, row!.identifier.split(':')[1], "' or 1=1 --"]) {
      expect((await reset(token)).body.code).toBe('INVALID_TOKEN');
    }
    for (const token of ['', undefined, 42, 'x'.repeat(201)]) {
      const { status, body } = await reset(token);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'token' }]);
    }
  });

  it('gives the same response for a known and an unknown account, after the same work', async () => {
    const { visitor, emails, db, passwordWork } = await visit();
    const links = async () => (await db.selectFrom('verification').select('id').execute()).length;
    const ask = async (email: string) => {
      const { status, body, headers } = await visitor.ask('POST', ASK, { email });
      return { status, body, headers: [...headers.keys()] };
    };
    passwordWork.splice(0);
    const known = await ask(asha.email);
    expect(await links()).toBe(1);
    expect(await ask('nobody@example.com')).toEqual(known);
    // Both write once. Otherwise the response for an unknown account would be many times faster.
    expect(await links()).toBe(2);
    expect(passwordWork).toEqual([]);
    expect(await emails()).toHaveLength(1);
  });

  it('limits the e-mails by account and by address, for unknown accounts too', async () => {
    const rule = { points: 2, seconds: 60 } as const;
    const { visitor, emails } = await visit({
      rules: {
        passwordReset: [
          { by: 'account', ...rule },
          { by: 'address', points: 5, seconds: 60 },
        ],
      },
    });
    const statuses = async (email: string, times: number) => {
      const replies = [];
      for (let i = 0; i < times; i += 1) replies.push(await visitor.ask('POST', ASK, { email }));
      return replies.map(({ status }) => status);
    };
    expect(await statuses(asha.email, 3)).toEqual([200, 200, 429]);
    expect(await statuses('nobody@example.com', 3)).toEqual([200, 200, 429]);
    expect(await statuses('third@example.com', 2)).toEqual([200, 429]);
    expect(await emails()).toHaveLength(2);
    const reset = await visitor.ask('POST', RESET, { token: 'x', newPassword: 'papaya-lassi-42' });
    expect(reset.status).toBe(429);
    expect(reset.body.detail).toMatch(/^Too many tries\. Please wait/);
  });

  it('resets the limit of wrong passwords', async () => {
    const guess = { by: 'account and address', points: 2, seconds: 600 } as const;
    const { link, reset, signIn } = await visit({ rules: { signIn: [guess] } });
    await signIn('wrong-lassi-1');
    await signIn('wrong-lassi-2');
    expect((await signIn(asha.password)).status).toBe(429);
    await reset(await link());
    expect((await signIn('papaya-lassi-42')).status).toBe(200);
  });

  it('logs neither the address nor the token', async () => {
    const { link, reset, log } = await visit();
    const token = await link();
    await reset(token);
    await reset(token);
    const written = log.join('');
    expect(written).toContain('/api/auth/reset-password');
    expect(written).not.toContain(token);
    expect(written).not.toMatch(/example\.com|lassi/);
  });
});
