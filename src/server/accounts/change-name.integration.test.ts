import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import {
  asha,
  ashasProfile,
  createVisitor,
  openAccountSite,
} from '#support/server/account-site.ts';
import { insertAccount } from '#support/server/insert-session.ts';

const UPDATE = '/api/auth/update-user';

describeOnBothDatabases('changing the name of an account', (open) => {
  async function visit() {
    const database = await open();
    const site = await openAccountSite(database);
    const bala = { ...asha, name: 'Bala', email: 'bala@example.com' };
    await insertAccount(site.auth, asha);
    await insertAccount(site.auth, bala);
    const visitor = createVisitor(site.app);
    for (const account of [bala, asha]) {
      await visitor.ask('POST', '/api/users/register', { ...ashasProfile, ...account });
    }
    await visitor.ask('POST', '/api/auth/sign-in/email', asha);
    const names = async () => ({
      user: await database.db.selectFrom('user').select('name').orderBy('email').execute(),
      profile: await database.db.selectFrom('profile').select('name').orderBy('email').execute(),
    });
    return { ...site, visitor, names };
  }

  it('changes the account and its profile, and nothing of other accounts', async () => {
    const { visitor, names } = await visit();
    const done = await visitor.ask('POST', UPDATE, {
      name: ' Asha  \u202eRaman\n',
      email: 'x@y.in',
    });
    expect(done).toMatchObject({ status: 200, body: { status: true, name: 'Asha  Raman' } });
    expect((await visitor.ask('GET', '/me')).body).toMatchObject({
      name: 'Asha  Raman',
      email: asha.email,
    });
    const both = [{ name: 'Asha  Raman' }, { name: 'Bala' }];
    expect(await names()).toEqual({ user: both, profile: both });
  });

  it.each([
    [{}, 'Name is required'],
    [{ name: ' \u200b\u3164 ' }, 'Name is required'],
    [{ name: 7 }, 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'Name is too long: please use at most 100 characters'],
  ])('refuses an invalid name at its field: %j', async (payload, message) => {
    const { visitor, names } = await visit();
    const refused = await visitor.ask('POST', UPDATE, payload);
    expect(refused).toMatchObject({ status: 400, body: { detail: message } });
    expect(refused.body.errors).toEqual([{ field: 'name', message }]);
    expect((await names()).user).toEqual([{ name: 'Asha' }, { name: 'Bala' }]);
  });

  it('returns 401 to a signed-out visitor', async () => {
    const { app } = await visit();
    const refused = await createVisitor(app).ask('POST', UPDATE, { name: 'Nobody' });
    expect(refused).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } });
  });
});
