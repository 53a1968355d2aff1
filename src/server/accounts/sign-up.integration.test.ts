// The two steps of a sign-up: the account, then its profile.
import { expect, it } from 'vitest';
import { onBoth, onDatabase } from '#support/databases/databases.ts';
import { another, asha, ashasProfile, openAccountSite } from '#support/server/account-site.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { OpenDatabase } from '../platform/database/open.ts';

async function visit(database: OpenDatabase, options = {}) {
  const site = await openAccountSite(database, options);
  const { db } = site;
  const users = () => db.selectFrom('user').select('id').execute();
  const profiles = () => db.selectFrom('profile').selectAll().execute();
  return { ...site, users, profiles };
}

onBoth('a sign-up', (open) => {
  it('refuses an e-mail that already has an account, even for concurrent sign-ups', async () => {
    const { visitor, users } = await visit(await open());
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => visitor.signUp({ ...asha, email: ' Asha@Example.COM ' })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)]);
    expect(replies.find(({ status }) => status === 200)?.body.user.email).toBe(asha.email);
    expect(replies.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      message: 'This e-mail already has an account. Please log in instead.',
    });
    expect(await users()).toHaveLength(1);
    expect((await visitor.signUp({ ...asha, email: 'ASHA@example.com' })).status).toBe(422);
  });
});

onDatabase('a sign-up', (open) => {
  it('stores the profile of a new account, without the password, and replaces it when it is repeated [entity-18,19 call-7 signup-4 api-1]', async () => {
    const { visitor, profiles } = await visit(await open());
    const { id } = (await visitor.signUp(asha)).body.user;
    const replies = await Promise.all([1, 2, 3].map(() => visitor.register(ashasProfile)));
    const body = { id, name: 'Asha', email: 'asha@example.com' };
    for (const reply of replies) expect(reply).toMatchObject({ status: 201, body });
    const profile = {
      user_id: id,
      name: 'Asha',
      email: 'asha@example.com',
      phone_number: '9876543210',
      pincode: '600004',
      dob: '1995-03-08',
      state: 'Tamil Nadu',
      address: '14, North Mada Street\nMylapore',
      landmark: null,
      created_at: '2026-03-08T09:00:00.000Z',
      updated_at: '2026-03-08T09:00:00.000Z',
    };
    expect(await profiles()).toEqual([profile]);
    const landmark = 'Near the temple tank';
    expect((await visitor.register({ ...ashasProfile, landmark })).status).toBe(201);
    expect(await profiles()).toEqual([{ ...profile, landmark }]);
  });

  it('stores a strong hash of the password, whatever the keyboard, and signs nobody in', async () => {
    const { visitor, db } = await visit(await open());
    const [password, elsewhere] = ['स\u095cक-lassi-42', 'स\u0921\u093cक-lassi-42'];
    const { status, body } = await visitor.signUp({ ...asha, password });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: null, user: { name: 'Asha', emailVerified: false } });
    expect([...visitor.cookies.keys()]).toEqual(['maalai.device']);
    expect(await db.selectFrom('account').select('password').execute()).toEqual([
      { password: expect.stringMatching(/^scrypt\$32768\$8\$3\$/) },
    ]);
    expect((await visitor.signIn({ ...asha, password: elsewhere })).status).toBe(200);
  });

  it('refuses a weak password in a helpful sentence [rule-5 constant-42]', async () => {
    const { visitor, users, passwordWork } = await visit(await open());
    for (const [password, message] of [
      ['12345', 'Password is too short: please use at least 6 characters'],
      ['Qwerty', 'This password is too common. Please choose another one.'],
    ] as const) {
      const body = { detail: message, errors: [{ field: 'password', message }] };
      expect(await visitor.signUp({ ...asha, password })).toMatchObject({ status: 400, body });
    }
    expect(passwordWork).toEqual([]);
    expect(await users()).toEqual([]);
    expect((await visitor.signUp({ ...asha, password: asha.email })).status).toBe(200);
  });

  it('refuses and names an invalid field', async () => {
    const { visitor, users } = await visit(await open());
    for (const [step, change, message = /./] of [
      ['signUp', { name: '  ' }],
      ['signUp', { email: 'asha' }],
      ['signUp', { password: 'x'.repeat(129) }],
      ['signUp', { password: 42 }],
      ['register', { state: 'Atlantis' }],
      ['register', { confirmPassword: another }, /^Passwords do not match$/],
    ] as const) {
      const [field] = Object.keys(change);
      const errors = [{ field, message: expect.stringMatching(message) }];
      const reply = await visitor[step]({ ...ashasProfile, ...change });
      expect(reply).toMatchObject({ status: 400, body: { errors } });
    }
    expect(await users()).toEqual([]);
  });

  it('is limited by address: accounts that were made count, and those that exist; mistakes do not', async () => {
    const rules = { signUp: [{ by: 'address', points: 2, seconds: 60 }] };
    const { visitor, auth } = await visit(await open(), { rules });
    for (let i = 0; i < 3; i += 1) {
      expect((await visitor.signUp({ ...asha, password: '123456' })).status).toBe(400);
    }
    const { password } = await auth.$context;
    const { hash } = password;
    password.hash = () => Promise.reject(new ProblemError(503, 'Many people are logging in.'));
    expect((await visitor.signUp(asha)).status).toBe(503);
    password.hash = hash;
    expect((await visitor.signUp(asha)).status).toBe(200);
    expect((await visitor.signUp(asha)).status).toBe(422);
    expect((await visitor.signUp({ ...asha, email: 'second@example.com' })).status).toBe(429);
  });
});
