import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { asha, createVisitor, openAccountSite } from '#support/server/account-site.ts';
import { insertAccount, insertSession } from '#support/server/insert-session.ts';
import type { EmailConfirmationFacts } from '../mail/mail.ts';

const SIGN_UP = '/api/auth/sign-up/email';
const CONFIRM = '/api/auth/verify-email';
const AGAIN = '/api/auth/send-verification-email';
const DAY = 86_400_000;

describeOnBothDatabases('the confirmation of an e-mail', (open) => {
  async function visit(options = {}) {
    const database = await open();
    let now = Date.parse('2026-03-08T09:00:00.000Z');
    const site = await openAccountSite(database, { clock: () => new Date(now), ...options });
    const visitor = createVisitor(site.app);
    const letters = async () => {
      const mails = database.db.selectFrom('mail').selectAll();
      const rows = await mails.where('kind', '=', 'email-confirmation').execute();
      return rows.map((row) => ({
        ...row,
        facts: JSON.parse(row.payload) as EmailConfirmationFacts,
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
      letters,
      isConfirmed,
      confirm: (token: unknown) => visitor.ask('POST', CONFIRM, { token }),
      wait: (milliseconds: number) => void (now += milliseconds),
      /** A browser in which an account is logged in that was not made by a sign-up. */
      async signedIn(isAlready = false) {
        const id = await insertAccount(site.auth, { ...asha, isConfirmed: isAlready });
        const { name, value } = await insertSession(site.auth, id);
        visitor.cookies.set(name, value);
      },
    };
  }

  it('is asked for by the letter of a sign-up, whose token is kept by its hash only', async () => {
    const { visitor, letters, db, isConfirmed, kicks } = await visit();
    const signUp = await visitor.ask('POST', SIGN_UP, asha);
    expect(signUp.body.user).toMatchObject({ email: asha.email, emailVerified: false });
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ recipient: asha.email });
    expect(letter?.facts).toEqual({
      email: asha.email,
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-03-15T09:00:00.000Z',
    });
    const stored = JSON.stringify(await db.selectFrom('verification').selectAll().execute());
    expect(stored).not.toContain(letter?.facts.token);
    expect(letter?.dedupe_key).not.toContain(letter?.facts.token);
    expect(await isConfirmed()).toBe(false);
    await expect.poll(kicks).toBe(1);

    expect((await visitor.ask('POST', SIGN_UP, asha)).status).toBe(422);
    expect(await letters()).toHaveLength(1);
  });

  it('comes with the account or not at all', async () => {
    const { visitor, db } = await visit();
    await sql`alter table mail rename to letterbox`.execute(db);
    expect((await visitor.ask('POST', SIGN_UP, asha)).status).toBe(500);
    for (const table of ['user', 'account', 'verification'] as const) {
      expect(await db.selectFrom(table).select('id').execute()).toEqual([]);
    }
    await sql`alter table letterbox rename to mail`.execute(db);
    expect((await visitor.ask('POST', SIGN_UP, asha)).status).toBe(200);
  });

  it('works once, for seven days, and for its own account only', async () => {
    const { visitor, letters, confirm, isConfirmed, wait, db } = await visit();
    await visitor.ask('POST', SIGN_UP, asha);
    await visitor.ask('POST', SIGN_UP, { ...asha, email: 'bala@example.com' });
    const all = await letters();
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

  it('is given by no other text, nor by the link to a new password', async () => {
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

  it('is also given by setting a new password through a letter', async () => {
    const { visitor, letters, db, isConfirmed, confirm } = await visit();
    await visitor.ask('POST', SIGN_UP, asha);
    await visitor.ask('POST', '/api/auth/request-password-reset', { email: asha.email });
    const reset = db.selectFrom('mail').select('payload').where('kind', '=', 'password-reset');
    const { token } = JSON.parse((await reset.executeTakeFirstOrThrow()).payload);
    expect(await isConfirmed()).toBe(false);
    const newPassword = 'papaya-lassi-42';
    await visitor.ask('POST', '/api/auth/reset-password', { token, newPassword });
    expect(await isConfirmed()).toBe(true);
    const [letter] = await letters();
    expect((await confirm(letter!.facts.token)).status).toBe(400);
  });

  it('is asked for again by who is logged in, unless it is given', async () => {
    const { visitor, letters, confirm, isConfirmed, signedIn } = await visit();
    expect((await visitor.ask('POST', AGAIN, {})).status).toBe(401);
    await signedIn();
    expect((await visitor.ask('POST', AGAIN, {})).body).toEqual({ status: true });
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect((await confirm(letter!.facts.token)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    expect((await visitor.ask('POST', AGAIN, {})).status).toBe(200);
    expect(await letters()).toHaveLength(1);
  });

  it('is not asked for without end', async () => {
    const rules = { confirmation: [{ by: 'account', points: 2, seconds: 60 }] } as const;
    const { visitor, letters, signedIn } = await visit({ rules });
    await signedIn();
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await visitor.ask('POST', AGAIN, {})).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await letters()).toHaveLength(2);
  });

  it('logs neither the address nor the token', async () => {
    const { visitor, letters, confirm, log } = await visit();
    await visitor.ask('POST', SIGN_UP, asha);
    const [letter] = await letters();
    await confirm(letter!.facts.token);
    await confirm(letter!.facts.token);
    expect(log.join('')).toContain(CONFIRM);
    expect(log.join('')).not.toContain(letter!.facts.token);
    expect(log.join('')).not.toMatch(/example\.com|Asha/);
  });
});
