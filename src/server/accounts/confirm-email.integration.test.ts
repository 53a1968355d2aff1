import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { asha, createVisitor, openAccountSite } from '#support/server/account-site.ts';
import { insertAccount, insertSession } from '#support/server/insert-session.ts';
import type { LinkFacts } from '../mail/outbox.ts';

const SIGN_UP = '/api/auth/sign-up/email';
const CONFIRM = '/api/auth/verify-email';
const AGAIN = '/api/auth/send-verification-email';
const DAY = 86_400_000;

describeOnBothDatabases('confirming an e-mail', (open) => {
  async function visit(options = {}) {
    const database = await open();
    let now = Date.parse('2026-03-08T09:00:00.000Z');
    const site = await openAccountSite(database, { clock: () => new Date(now), ...options });
    const visitor = createVisitor(site.app);
    const emails = async () => {
      const mails = database.db.selectFrom('mail').selectAll();
      const rows = await mails.where('kind', '=', 'email-confirmation').execute();
      return rows.map((row) => ({
        ...row,
        facts: JSON.parse(row.payload) as LinkFacts,
      }));
    };
    const isConfirmed = async (email = asha.email) => {
      const query = database.db.selectFrom('user').select('emailVerified');
      const user = await query.where('email', '=', email).executeTakeFirstOrThrow();
      return Boolean(user.emailVerified);
    };
    return {
      ...database,
      ...site,
      visitor,
      emails,
      isConfirmed,
      confirm: (token: unknown) => visitor.ask('POST', CONFIRM, { token }),
      wait: (milliseconds: number) => void (now += milliseconds),
      /** Signs the visitor in to an account that was not created by a sign-up. */
      async signedIn(isAlready = false) {
        const id = await insertAccount(site.auth, { ...asha, isConfirmed: isAlready });
        const { name, value } = await insertSession(site.auth, id);
        visitor.cookies.set(name, value);
      },
    };
  }

  it('starts with an e-mail at sign-up; only the hash of its token is stored', async () => {
    const { visitor, emails, db, isConfirmed, kicks } = await visit();
    const signUp = await visitor.ask('POST', SIGN_UP, asha);
    expect(signUp.body.user).toMatchObject({ email: asha.email, emailVerified: false });
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ recipient: asha.email });
    expect(email?.facts).toEqual({
      email: asha.email,
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-03-15T09:00:00.000Z',
    });
    const stored = JSON.stringify(await db.selectFrom('verification').selectAll().execute());
    expect(stored).not.toContain(email?.facts.token);
    expect(email?.dedupe_key).not.toContain(email?.facts.token);
    expect(await isConfirmed()).toBe(false);
    await expect.poll(kicks).toBe(1);

    expect((await visitor.ask('POST', SIGN_UP, asha)).status).toBe(422);
    expect(await emails()).toHaveLength(1);
  });

  it('enqueues the e-mail in the same transaction as the account', async () => {
    const { visitor, db } = await visit();
    await sql`alter table mail rename to mail_away`.execute(db);
    expect((await visitor.ask('POST', SIGN_UP, asha)).status).toBe(500);
    for (const table of ['user', 'account', 'verification'] as const) {
      expect(await db.selectFrom(table).select('id').execute()).toEqual([]);
    }
    await sql`alter table mail_away rename to mail`.execute(db);
    expect((await visitor.ask('POST', SIGN_UP, asha)).status).toBe(200);
  });

  it('accepts a link once, for seven days, and for its own account only', async () => {
    const { visitor, emails, confirm, isConfirmed, wait, db } = await visit();
    await visitor.ask('POST', SIGN_UP, asha);
    await visitor.ask('POST', SIGN_UP, { ...asha, email: 'bala@example.com' });
    const all = await emails();
    const tokenOf = (email: string) => all.find(({ facts }) => facts.email === email)!.facts.token;
    wait(7 * DAY - 1);
    expect(await confirm(tokenOf(asha.email))).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect([await isConfirmed(), await isConfirmed('bala@example.com')]).toEqual([true, false]);
    const again = await confirm(tokenOf(asha.email));
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      code: 'INVALID_TOKEN',
      detail:
        'This link has been used or is too old. If you have used it, your e-mail is confirmed; if not, please ask for a new one.',
    });
    wait(1);
    expect((await confirm(tokenOf('bala@example.com'))).body.code).toBe('INVALID_TOKEN');
    expect(await isConfirmed('bala@example.com')).toBe(false);
    await visitor.ask('POST', SIGN_UP, { ...asha, email: 'third@example.com' });
    expect(await db.selectFrom('verification').select('id').execute()).toHaveLength(1);
  });

  it('accepts no other text, nor the token of a password reset', async () => {
    const { visitor, confirm, db, isConfirmed } = await visit();
    await visitor.ask('POST', SIGN_UP, asha);
    const [row] = await db.selectFrom('verification').selectAll().execute();
    await visitor.ask('POST', '/api/auth/request-password-reset', { email: asha.email });
    const reset = db.selectFrom('mail').select('payload').where('kind', '=', 'password-reset');
    const { token } = JSON.parse((await reset.executeTakeFirstOrThrow()).payload);
    for (const wrong of ['x', row!.identifier, row!.identifier.split(':')[1], token]) {
      expect((await confirm(wrong)).body.code).toBe('INVALID_TOKEN');
    }
    for (const wrong of ['', undefined, 42, 'x'.repeat(201)]) {
      const { status, body } = await confirm(wrong);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'token' }]);
    }
    expect(await isConfirmed()).toBe(false);
  });

  it('also happens with a password reset by e-mail', async () => {
    const { visitor, emails, db, isConfirmed, confirm } = await visit();
    await visitor.ask('POST', SIGN_UP, asha);
    await visitor.ask('POST', '/api/auth/request-password-reset', { email: asha.email });
    const reset = db.selectFrom('mail').select('payload').where('kind', '=', 'password-reset');
    const { token } = JSON.parse((await reset.executeTakeFirstOrThrow()).payload);
    expect(await isConfirmed()).toBe(false);
    const newPassword = 'papaya-lassi-42';
    await visitor.ask('POST', '/api/auth/reset-password', { token, newPassword });
    expect(await isConfirmed()).toBe(true);
    const [email] = await emails();
    expect((await confirm(email!.facts.token)).status).toBe(400);
  });

  it('sends the e-mail again to a signed-in account, unless it is confirmed', async () => {
    const { visitor, emails, confirm, isConfirmed, signedIn } = await visit();
    expect((await visitor.ask('POST', AGAIN, {})).status).toBe(401);
    await signedIn();
    expect((await visitor.ask('POST', AGAIN, {})).body).toEqual({ status: true });
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect((await confirm(email!.facts.token)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    expect((await visitor.ask('POST', AGAIN, {})).status).toBe(200);
    expect(await emails()).toHaveLength(1);
  });

  it('limits how often the e-mail is sent', async () => {
    const rules = { confirmation: [{ by: 'account', points: 2, seconds: 60 }] } as const;
    const { visitor, emails, signedIn } = await visit({ rules });
    await signedIn();
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await visitor.ask('POST', AGAIN, {})).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await emails()).toHaveLength(2);
  });

  it('logs neither the address nor the token', async () => {
    const { visitor, emails, confirm, log } = await visit();
    await visitor.ask('POST', SIGN_UP, asha);
    const [email] = await emails();
    await confirm(email!.facts.token);
    await confirm(email!.facts.token);
    expect(log.join('')).toContain(CONFIRM);
    expect(log.join('')).not.toContain(email!.facts.token);
    expect(log.join('')).not.toMatch(/example\.com|Asha/);
  });
});
