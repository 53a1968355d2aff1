import { covers } from '#support/covers.ts';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import {
  asha,
  ashasProfile,
  createVisitor,
  openAccountSite,
} from '#support/server/account-site.ts';

const REGISTER = '/api/users/register';

describeOnBothDatabases('registering a profile', (open) => {
  async function visit() {
    const database = await open();
    const { app } = await openAccountSite(database);
    const visitor = createVisitor(app);
    const profiles = () => database.db.selectFrom('profile').selectAll().execute();
    return { ...database, visitor, profiles };
  }

  it(
    'stores the profile of a new account, without the password',
    covers('entity-18', 'call-7'),
    async () => {
      const { visitor, profiles } = await visit();
      const { body } = await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      const reply = await visitor.ask('POST', REGISTER, ashasProfile);
      expect(reply.status).toBe(201);
      expect(reply.body).toEqual({ id: body.user.id, name: 'Asha', email: 'asha@example.com' });
      expect(await profiles()).toEqual([
        {
          user_id: body.user.id,
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
        },
      ]);
    },
  );

  it(
    'accepts the same request again, and stores changed fields',
    covers('signup-4', 'entity-19', 'api-1'),
    async () => {
      const { visitor, profiles } = await visit();
      await visitor.ask('POST', '/api/auth/sign-up/email', asha);
      await Promise.all([1, 2, 3].map(() => visitor.ask('POST', REGISTER, ashasProfile)));
      const changed = { ...ashasProfile, landmark: 'Near the temple tank' };
      expect((await visitor.ask('POST', REGISTER, changed)).status).toBe(201);
      expect(await profiles()).toMatchObject([{ landmark: 'Near the temple tank' }]);
    },
  );

  it('refuses a wrong password and an unknown account alike', covers('api-2'), async () => {
    const { visitor, profiles } = await visit();
    await visitor.ask('POST', '/api/auth/sign-up/email', asha);
    const password = 'papaya-lassi-42';
    const wrong = { ...ashasProfile, password, confirmPassword: password };
    const first = await visitor.ask('POST', REGISTER, wrong);
    const second = await visitor.ask('POST', REGISTER, {
      ...ashasProfile,
      email: 'no@example.com',
    });
    expect(first.status).toBe(401);
    expect(second.status).toBe(401);
    expect(second.body).toEqual(first.body);
    expect(await profiles()).toEqual([]);
  });

  it('requires both passwords to match', async () => {
    const { visitor } = await visit();
    const reply = await visitor.ask('POST', REGISTER, {
      ...ashasProfile,
      confirmPassword: 'other',
    });
    expect(reply.status).toBe(400);
    expect(reply.body.detail).toBe('Passwords do not match');
    expect(reply.body.errors).toEqual([
      { field: 'confirmPassword', message: 'Passwords do not match' },
    ]);
  });

  it('refuses and names an invalid field', async () => {
    const { visitor } = await visit();
    const changes = [
      { name: '' },
      { phoneNumber: '9'.repeat(21) },
      { state: 'Atlantis' },
      { address: 'x'.repeat(501) },
    ];
    for (const change of changes) {
      const reply = await visitor.ask('POST', REGISTER, { ...ashasProfile, ...change });
      expect(reply.status).toBe(400);
      expect(reply.body.errors).toMatchObject([{ field: Object.keys(change)[0] }]);
    }
  });
});
