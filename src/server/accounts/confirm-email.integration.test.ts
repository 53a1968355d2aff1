// Confirms that an e-mail address belongs to its account, by a link that is sent there.
import { expect, it } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { another, asha, bala, openAccountSite } from '#support/server/account-site.ts';

const CONFIRM = '/api/auth/verify-email';
const AGAIN = '/api/auth/send-verification-email';
const DAY = 86_400_000;

onDatabase('confirming an e-mail', (open) => {
  async function visit(options = {}) {
    const site = await openAccountSite(await open(), options);
    const { visitor } = site;
    return {
      ...site,
      links: () => site.emails('email-confirmation'),
      confirm: (token: unknown) => visitor.post(CONFIRM, { token }),
      async isConfirmed({ email } = asha) {
        const query = site.db.selectFrom('user').select('emailVerified');
        const user = await query.where('email', '=', email).executeTakeFirstOrThrow();
        return Boolean(user.emailVerified);
      },
      /** Requests a link that sets a new password, and resolves to its token. */
      async resetLink(): Promise<string> {
        await visitor.post('/api/auth/request-password-reset', { email: asha.email });
        return (await site.emails('password-reset'))[0]!.facts.token;
      },
    };
  }

  it('accepts a link once, for seven days, and for its own account only', async () => {
    const { visitor, links, confirm, isConfirmed, wait, storedLinks } = await visit();
    for (const account of [asha, bala]) await visitor.signUp(account);
    const all = await links();
    const tokenFor = ({ email }: typeof asha) =>
      all.find(({ facts }) => facts.email === email)!.facts.token;
    wait(7 * DAY - 1);
    const done = await confirm(tokenFor(asha));
    expect(done).toMatchObject({ status: 200, body: { status: true } });
    expect([await isConfirmed(), await isConfirmed(bala)]).toEqual([true, false]);
    const again = await confirm(tokenFor(asha));
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({
      code: 'INVALID_TOKEN',
      detail:
        'This link has been used or is too old. If you have used it, your e-mail is confirmed; if not, please ask for a new one.',
    });
    wait(1);
    expect((await confirm(tokenFor(bala))).body.code).toBe('INVALID_TOKEN');
    expect(await isConfirmed(bala)).toBe(false);
    await visitor.signUp({ ...asha, email: 'third@example.com' });
    expect(await storedLinks()).toHaveLength(1);
  });

  it('starts with an e-mail at sign-up; only the hash of its token is stored', async () => {
    const { visitor, links, storedLinks, isConfirmed, kicks } = await visit();
    const signUp = await visitor.signUp(asha);
    expect(signUp.body.user).toMatchObject({ email: asha.email, emailVerified: false });
    const [email, ...others] = await links();
    expect(others).toEqual([]);
    expect(email?.recipient).toBe(asha.email);
    expect(email?.facts).toEqual({
      email: asha.email,
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-03-15T09:00:00.000Z',
    });
    expect(JSON.stringify(await storedLinks())).not.toContain(email?.facts.token);
    expect(email?.dedupe_key).not.toContain(email?.facts.token);
    expect(await isConfirmed()).toBe(false);
    await expect.poll(kicks).toBe(1);
    expect((await visitor.signUp(asha)).status).toBe(422);
    expect(await links()).toHaveLength(1);
  });

  it('enqueues the e-mail in the same transaction as the account', async () => {
    const { visitor, db } = await visit();
    await db.schema.alterTable('mail').renameTo('mail_away').execute();
    expect((await visitor.signUp(asha)).status).toBe(500);
    for (const table of ['user', 'account', 'verification'] as const) {
      expect(await db.selectFrom(table).select('id').execute()).toEqual([]);
    }
    await db.schema.alterTable('mail_away').renameTo('mail').execute();
    expect((await visitor.signUp(asha)).status).toBe(200);
  });

  it('accepts no other text, nor the token of a password reset', async () => {
    const { visitor, confirm, storedLinks, isConfirmed, resetLink } = await visit();
    await visitor.signUp(asha);
    const { identifier } = (await storedLinks())[0]!;
    for (const wrong of ['x', identifier, identifier.split(':')[1], await resetLink()]) {
      expect((await confirm(wrong)).body.code).toBe('INVALID_TOKEN');
    }
    expect(await isConfirmed()).toBe(false);
  });

  it('also happens with a password reset by e-mail', async () => {
    const { visitor, links, isConfirmed, confirm, resetLink } = await visit();
    await visitor.signUp(asha);
    const reset = { token: await resetLink(), newPassword: another };
    expect(await isConfirmed()).toBe(false);
    await visitor.post('/api/auth/reset-password', reset);
    expect(await isConfirmed()).toBe(true);
    const [email] = await links();
    expect((await confirm(email!.facts.token)).status).toBe(400);
  });

  it('sends the e-mail again to a signed-in account a limited number of times, unless it is confirmed', async () => {
    const rules = { email: [{ by: 'mailbox', points: 3, seconds: 60 }] };
    const { links, confirm, isConfirmed, signedIn } = await visit({ rules, accounts: [asha] });
    const here = await signedIn();
    for (const sent of [1, 2]) {
      expect(await here.post(AGAIN)).toMatchObject({ status: 200, body: { status: true } });
      expect(await links()).toHaveLength(sent);
    }
    expect((await confirm((await links())[0]!.facts.token)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    expect((await here.post(AGAIN)).status).toBe(200);
    expect(await links()).toHaveLength(2);
    expect((await here.post(AGAIN)).status).toBe(429);
  });
});
