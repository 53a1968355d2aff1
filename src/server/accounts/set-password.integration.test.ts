// A new password: with the old one, or with the link of an e-mail.
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { whileWaiting } from '#support/databases/meanwhile.ts';
import {
  another,
  asha,
  ashasProfile,
  bala,
  openAccountSite,
} from '#support/server/account-site.ts';
import { hashPassword } from './password.ts';
import type { OpenDatabase } from '../platform/database/open.ts';
import { lockAccount } from '../platform/database/account-rows.ts';
import type { Schema } from '../platform/database/schema.ts';

const CHANGE = '/api/auth/change-password';
const REQUEST = '/api/auth/request-password-reset';
const RESET = '/api/auth/reset-password';
const MINUTE = 60_000;
const change = { currentPassword: asha.password, newPassword: another };

async function visit(database: OpenDatabase, options = {}) {
  const site = await openAccountSite(database, { accounts: [asha, bala], ...options });
  const { visitor } = site;
  const links = () => site.emails('password-reset');
  return {
    ...site,
    links,
    notices: () => site.emails('password-changed'),
    /** Requests a link and resolves to the token in the newest e-mail. */
    async link(): Promise<string> {
      site.wait(1);
      await visitor.post(REQUEST, { email: asha.email });
      return (await links()).at(-1)!.facts.token;
    },
    reset: (token: unknown, newPassword = another) => visitor.post(RESET, { token, newPassword }),
    signIn: async (password: string, { email } = asha) =>
      (await site.newVisitor().signIn({ email, password })).status,
  };
}

onBoth('a new password', (open, kind) => {
  it('is one of several that are set concurrently with the old one', async () => {
    const { signedIn, signIn } = await visit(await open());
    const here = await signedIn();
    const chosen = ['papaya-lassi-1', 'papaya-lassi-2', 'papaya-lassi-3'];
    const replies = await Promise.all(
      chosen.map((newPassword) => here.post(CHANGE, { ...change, newPassword })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 401, 409].includes(status))).toBe(true);
    expect(await signIn(chosen[statuses.indexOf(200)]!)).toBe(200);
  });

  it('is one of several that are set concurrently with the same link', async () => {
    const { link, reset, signIn } = await visit(await open());
    const token = await link();
    const chosen = ['papaya-lassi-1', 'papaya-lassi-2', 'papaya-lassi-3', 'papaya-lassi-4'];
    const replies = await Promise.all(chosen.map((password) => reset(token, password)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400]);
    for (const [index, password] of chosen.entries()) {
      expect(await signIn(password)).toBe(statuses[index] === 200 ? 200 : 401);
    }
  });

  it('leaves nothing to those who had proven the old one a moment before', async () => {
    const { db, ids, link, reset, signIn, signedIn, ...site } = await visit(await open());
    const { password } = asha;
    const account = db.selectFrom('account').selectAll().where('userId', '=', ids[0]!);
    const { id: accountId, password: hash } = await account.executeTakeFirstOrThrow();
    const restore = db.updateTable('account').set({ password: hash }).where('id', '=', accountId);
    const [here, other] = [await signedIn(), await signedIn()];
    const [{ id }] = (await other.get('/api/auth/list-sessions')).body;
    const stranger = site.newVisitor();
    for (const [name, request] of Object.entries({
      signIn: () => stranger.signIn(asha),
      register: () => stranger.register(ashasProfile),
      change: () => here.post(CHANGE, change),
      revoke: () => here.post('/api/auth/revoke-session', { id, password }),
      delete: () => here.post('/api/auth/delete-user', { password }),
    })) {
      const sessions = await db.selectFrom('session').selectAll().execute();
      const token = await link();
      site.meanwhile(() => reset(token));
      const { status } = await request();
      expect([name, status]).toEqual([name, name === 'change' ? 409 : 401]);
      expect(await db.selectFrom('session').select('id').execute()).toEqual([]);
      expect(await db.selectFrom('profile').selectAll().execute()).toEqual([]);
      expect(await signIn(another)).toBe(200);
      await db.deleteFrom('session').execute();
      await db.insertInto('session').values(sessions).execute();
      await restore.execute();
    }
  });

  it('is waited for by a sign-in with the old one', async () => {
    const { db, signIn, visitor, ids } = await visit(await open());
    const changeHash = async (trx: Transaction<Schema>) => {
      await lockAccount(trx, ids[0]!);
      await trx
        .updateTable('account')
        .set({ password: await hashPassword(another) })
        .execute();
      await trx.deleteFrom('session').execute();
    };
    const answer = await whileWaiting({ db, kind }, changeHash, () => visitor.signIn(asha));
    expect(answer.status).toBe(401);
    expect(await db.selectFrom('session').select('id').execute()).toEqual([]);
    expect(await signIn(another)).toBe(200);
  });
});

onDatabase('a new password', (open) => {
  it('can be set by a link for an hour; expired links are deleted', async () => {
    const { link, reset, wait, storedLinks } = await visit(await open());
    const [late, inTime] = [await link(), await link()];
    wait(60 * MINUTE - 1);
    expect((await reset(late)).body.code).toBe('INVALID_TOKEN');
    expect((await reset(inTime)).status).toBe(200);
    await link();
    wait(60 * MINUTE);
    await link();
    expect(await storedLinks()).toHaveLength(1);
  });

  it('needs the old one, or a link', async () => {
    const { signedIn, signIn, notices, log, passwordWork } = await visit(await open());
    const here = await signedIn();
    const wrong = await here.post(CHANGE, { ...change, currentPassword: 'not-the-one-42' });
    const detail = 'This is not the password of your account. Please type it again.';
    const errors = [{ field: 'currentPassword', message: detail }];
    const body = { code: 'INVALID_PASSWORD', detail, errors };
    expect(wrong).toMatchObject({ status: 401, body });
    passwordWork.splice(0);
    const long = { ...change, newPassword: 'x'.repeat(129) };
    for (const invalid of [{}, { ...change, currentPassword: '' }, long]) {
      expect((await here.post(CHANGE, invalid)).status).toBe(400);
    }
    expect(passwordWork).toEqual([]);
    expect(await notices()).toEqual([]);
    expect(await signIn(asha.password)).toBe(200);

    const done = await here.post(CHANGE, change);
    expect(done).toMatchObject({ status: 200, body: { status: true } });
    expect([await signIn(asha.password), await signIn(another)]).toEqual([401, 200]);
    const lines = log.map((line) => JSON.parse(line)).filter(({ route }) => route === CHANGE);
    expect(lines[0]).toMatchObject({ refusal: 'INVALID_PASSWORD', actor: expect.any(String) });
    expect(lines.at(-1)).toMatchObject({ status: 200, account: expect.any(String) });
  });

  it('ends every other session, copies of the cookie and links, of this account alone', async () => {
    const { signedIn, link, visitor, db } = await visit(await open(), {
      origin: 'https://maalai.example',
    });
    const [here, elsewhere, balas] = [await signedIn(), await signedIn(), await signedIn(bala)];
    const thief = here.copy();
    await link();
    await visitor.post(REQUEST, { email: bala.email });
    const { headers } = await here.post(CHANGE, change);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-maalai\.session_token=.*Max-Age=2592000.*HttpOnly.*Secure.*SameSite=Lax/i,
    );
    const statuses = [here, elsewhere, thief, balas].map((each) => each.me());
    expect(await Promise.all(statuses)).toEqual([200, 401, 401, 200]);
    expect((await here.get('/api/auth/get-session')).body.user.email).toBe(asha.email);
    const left = db.selectFrom('verification').innerJoin('user', 'user.id', 'value');
    expect(await left.select('email').execute()).toEqual([{ email: bala.email }]);
  });

  it('is reported to the account once, and only once it is set', async () => {
    const { signedIn, link, reset, notices, kicks, wait } = await visit(await open());
    const here = await signedIn();
    await here.post(CHANGE, { ...change, newPassword: '123456' });
    await reset('x');
    const token = await link();
    await reset(token, '123456');
    expect(await notices()).toEqual([]);
    await expect.poll(kicks).toBe(1);
    for (const count of [2, 2]) {
      await reset(token);
      expect(kicks()).toBe(count);
    }
    wait(1);
    const again = await signedIn({ ...asha, password: another });
    await again.post(CHANGE, { currentPassword: another, newPassword: 'guava-lassi-42' });
    await expect.poll(kicks).toBe(3);
    const { email } = asha;
    expect((await notices()).map(({ recipient, facts }) => [recipient, facts])).toEqual([
      [email, { email, changedAt: '2026-03-08T09:00:00.001Z' }],
      [email, { email, changedAt: '2026-03-08T09:00:00.002Z', isByOldPassword: true }],
    ]);
  });

  it('is not set if the e-mail cannot be enqueued', async () => {
    const { signedIn, db } = await visit(await open());
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    await db.schema.alterTable('mail').renameTo('mail_away').execute();
    expect((await here.post(CHANGE, change)).status).toBe(500);
    await db.schema.alterTable('mail_away').renameTo('mail').execute();
    expect([await here.me(), await elsewhere.me()]).toEqual([200, 200]);
    expect((await here.post(CHANGE, change)).status).toBe(200);
  });

  it('may not be weak, with the message of the sign-up at its field; the link stays valid', async () => {
    const { signedIn, link, reset, visitor, passwordWork } = await visit(await open());
    const here = await signedIn();
    const token = await link();
    passwordWork.splice(0);
    for (const weak of ['12345', 'Password', '']) {
      const { detail } = (await visitor.signUp({ ...asha, password: weak })).body;
      const errors = [{ field: 'newPassword', message: detail }];
      const refusal = { status: 400, body: { detail, errors } };
      expect(await reset(token, weak)).toMatchObject(refusal);
      expect(await here.post(CHANGE, { ...change, newPassword: weak })).toMatchObject(refusal);
    }
    expect(passwordWork).toEqual([]);
    const long = await reset(token, 'x'.repeat(129));
    expect(long.body.errors).toMatchObject([{ field: 'newPassword' }]);
    expect((await reset(token)).status).toBe(200);
  });

  it('can be set by a link that was e-mailed, whose token is stored as a hash only', async () => {
    const { visitor, links, storedLinks, kicks } = await visit(await open());
    const reply = await visitor.post(REQUEST, { email: ' ASHA@example.com' });
    expect(reply).toMatchObject({ status: 200, body: { status: true } });
    const [email, ...others] = await links();
    expect(others).toEqual([]);
    expect(email?.recipient).toBe(asha.email);
    expect(email?.facts).toEqual({
      email: asha.email,
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: '2026-03-08T10:00:00.000Z',
    });
    expect(JSON.stringify(await storedLinks())).not.toContain(email?.facts.token);
    expect(email?.dedupe_key).not.toContain(email?.facts.token);
    await expect.poll(kicks).toBe(1);
  });

  it('is set by a link once, which ends every session and the other links of the account', async () => {
    const { link, reset, signIn, signedIn, visitor, links } = await visit(await open());
    await visitor.post(REQUEST, { email: bala.email });
    const balas = (await links())[0]!.facts.token;
    const elsewhere = await signedIn();
    const [first, second] = [await link(), await link()];
    const done = await reset(first);
    expect(done).toMatchObject({ status: 200, body: { status: true, email: asha.email } });
    expect(await elsewhere.me()).toBe(401);
    const detail = 'This link has been used or is too old. Please ask for a new one.';
    for (const used of [first, second]) {
      const refused = await reset(used, 'guava-lassi-42');
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN', detail } });
    }
    expect([await signIn(asha.password), await signIn(another)]).toEqual([401, 200]);
    expect(await signIn(bala.password, bala)).toBe(200);
    expect((await reset(balas)).body.email).toBe(bala.email);
  });

  it('is not set by anything but a token that was sent', async () => {
    const { link, reset, storedLinks } = await visit(await open());
    await link();
    const { identifier } = (await storedLinks())[0]!;
    for (const token of ['x', identifier, identifier.split(':')[1], "' or 1=1 --"]) {
      expect((await reset(token)).body.code).toBe('INVALID_TOKEN');
    }
    for (const token of ['', undefined, 42, 'x'.repeat(201)]) {
      const { status, body } = await reset(token);
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: 'token' }]);
    }
  });

  it('is requested with the same response for a known and an unknown account, after the same work', async () => {
    const { visitor, links, storedLinks, passwordWork } = await visit(await open());
    const request = async (email: string) => {
      const { status, body, headers } = await visitor.post(REQUEST, { email });
      return { status, body, headers: [...headers.keys()] };
    };
    passwordWork.splice(0);
    const known = await request(asha.email);
    expect(await storedLinks()).toHaveLength(1);
    expect(await request('nobody@example.com')).toEqual(known);
    // Both write once. Otherwise the response for an unknown account would be many times faster.
    expect(await storedLinks()).toHaveLength(2);
    expect(passwordWork).toEqual([]);
    expect(await links()).toHaveLength(1);
  });

  it('is e-mailed five times a day to a mailbox, whatever it is called; then once an hour if it is confirmed', async () => {
    const { visitor, links, storedLinks, wait, db } = await visit(await open(), { accounts: [] });
    const request = (email: string) => visitor.post(REQUEST, { email });
    const others = ['me.ena+1@gmail.com', 'm.eena+2@googlemail.com', 'meen.a@gmail.com'];
    const names = ['meena@gmail.com', ...others];
    for (const email of names) expect((await visitor.signUp({ ...asha, email })).status).toBe(200);
    for (let i = 0; i < 5; i += 1) expect(await request(names[0]!)).toMatchObject({ status: 200 });
    expect(await links()).toHaveLength(1);
    // A sign-up beyond works without its e-mail.
    expect((await visitor.signUp({ ...asha, email: 'meena+3@gmail.com' })).status).toBe(200);
    const mails = await db.selectFrom('mail').select('recipient').execute();
    expect(mails).toHaveLength(5);
    // An unknown account, and one that is not confirmed, cost the same writes.
    const before = (await storedLinks()).length;
    await request('nobody+1@gmail.com');
    expect((await storedLinks()).length).toBe(before + 1);
    await db
      .updateTable('user')
      .set({ emailVerified: sql<boolean>`true` })
      .execute();
    await request(names[1]!);
    await request(names[1]!);
    expect(await links()).toHaveLength(2);
    wait(60 * MINUTE + 1);
    await request(names[1]!);
    expect(await links()).toHaveLength(3);
  });

  it('is requested by strangers a limited number of times from an address, by a known browser always', async () => {
    const anonymous = [{ by: 'address', points: 10, seconds: 900 }] as const;
    const { visitor, signedIn } = await visit(await open(), { rules: { anonymous } });
    const own = await signedIn();
    const { email } = asha;
    expect((await visitor.post(REQUEST, { email })).status).toBe(200);
    expect((await visitor.post(REQUEST, { email })).status).toBe(429);
    expect((await own.post(REQUEST, { email })).status).toBe(200);
  });

  it('comes from a genuine link whatever invalid ones were sent from its address', async () => {
    const anonymous = [{ by: 'address', points: 30, seconds: 900 }] as const;
    const { link, reset, visitor } = await visit(await open(), { rules: { anonymous } });
    const token = await link();
    for (const status of [400, 400, 429]) expect((await reset('x')).status).toBe(status);
    const confirmed = await visitor.post('/api/auth/verify-email', { token: 'x' });
    expect(confirmed.status).toBe(429);
    expect((await reset(token, '123456')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  it('lifts the limit of wrong passwords when it is set by a link', async () => {
    const guess = { by: 'account and network', points: 2, seconds: 600 } as const;
    const { link, reset, signIn } = await visit(await open(), { rules: { password: [guess] } });
    for (const status of [401, 401, 429]) expect(await signIn('wrong-lassi-1')).toBe(status);
    await reset(await link());
    expect(await signIn(another)).toBe(200);
  });
});
