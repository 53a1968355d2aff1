// The devices that are logged in to an account, and its name.
import { expect, it, onTestFinished, vi } from 'vitest';
import { onDatabase } from '#support/databases/databases.ts';
import { asha, ashasProfile, bala, openAccountSite } from '#support/server/account-site.ts';
import type { Visitor } from '#support/server/account-site.ts';

const LIST = '/api/auth/list-sessions';
const END_ONE = '/api/auth/revoke-session';
const END_ALL = '/api/auth/revoke-sessions';
const UPDATE = '/api/auth/update-user';
const phone =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const { password } = asha;

onDatabase('the account page', (open) => {
  const visit = async () => openAccountSite(await open(), { accounts: [asha, bala] });
  const statuses = (visitors: Visitor[]) => Promise.all(visitors.map((each) => each.me()));
  async function findDevice(visitor: Visitor, isCurrent: boolean): Promise<string> {
    const devices: { id: string; isCurrent: boolean }[] = (await visitor.get(LIST)).body;
    return devices.find((device) => device.isCurrent === isCurrent)!.id;
  }

  it('lists the devices of the account, with the current one marked', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-14T12:00:00.000Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { signedIn } = await visit();
    await signedIn(bala);
    const here = await signedIn(asha, phone);
    vi.setSystemTime('2026-11-15T12:00:00.000Z');
    await signedIn();
    vi.setSystemTime('2026-11-17T12:00:00.000Z');
    await here.get('/api/auth/get-session');
    expect((await here.get(LIST)).body).toMatchObject([
      {
        device: 'Chrome on Android',
        createdAt: '2026-11-14T12:00:00.000Z',
        lastUsedAt: '2026-11-17T12:00:00.000Z',
        isCurrent: true,
      },
      {
        device: 'Unknown device',
        createdAt: '2026-11-15T12:00:00.000Z',
        lastUsedAt: '2026-11-15T12:00:00.000Z',
        isCurrent: false,
      },
    ]);
  });

  it('logs out one device with the password, which renews the token of this one', async () => {
    const { signedIn } = await visit();
    const [here, lost] = [await signedIn(), await signedIn()];
    const thief = here.copy();
    const id = await findDevice(here, false);
    const refused = await here.post(END_ONE, { id, password: 'not-the-one-42' });
    const message = 'This is not the password of your account. Please type it again.';
    expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_PASSWORD' } });
    expect(refused.body.errors).toEqual([{ field: 'password', message }]);
    expect(await statuses([here, lost, thief])).toEqual([200, 200, 200]);
    expect((await here.post(END_ONE, { id, password })).status).toBe(200);
    expect(await statuses([here, lost, thief])).toEqual([200, 401, 401]);
    expect((await here.post(END_ONE, { id, password })).status).toBe(404);

    const own = await findDevice(here, true);
    expect((await here.post(END_ONE, { id: own, password })).status).toBe(200);
    expect(await here.me()).toBe(401);
  });

  it('logs out no device of another account', async () => {
    const { signedIn } = await visit();
    const [here, stranger] = [await signedIn(), await signedIn(bala)];
    const id = await findDevice(here, true);
    const refused = await stranger.post(END_ONE, { id, password });
    expect(refused.status).toBe(404);
    expect(refused.body.detail).toBe('This device is not logged in to your account any more.');
    expect(await statuses([here, stranger])).toEqual([200, 200]);
    const [nothing, empty] = [{ password: undefined }, { password: '' }];
    for (const wrong of [nothing, empty, { id: 7 }, { id: '' }, { id: 'x'.repeat(101) }]) {
      expect((await here.post(END_ONE, { id, password, ...wrong })).status).toBe(400);
    }
  });

  it('logs out all devices at once, except those of other accounts', async () => {
    const { signedIn, db } = await visit();
    const [here, lost, stranger] = [await signedIn(), await signedIn(), await signedIn(bala)];
    expect(await here.post(END_ALL)).toMatchObject({ status: 200, body: { status: true } });
    expect([...here.cookies.keys()]).toEqual(['maalai.device']);
    expect(await statuses([lost, here, stranger])).toEqual([401, 401, 200]);
    expect(await db.selectFrom('session').select('id').execute()).toHaveLength(1);
  });

  it('changes the name in the account and its profile, and nothing of other accounts', async () => {
    const { signedIn, db } = await visit();
    const here = await signedIn();
    for (const account of [bala, asha]) {
      await here.register({ ...ashasProfile, ...account });
    }
    const done = await here.post(UPDATE, { name: ' Asha  \u202eRaman\n', email: 'x@y.in' });
    expect(done).toMatchObject({ status: 200, body: { status: true, name: 'Asha  Raman' } });
    const me = { name: 'Asha  Raman', email: asha.email };
    expect((await here.get('/me')).body).toMatchObject(me);
    for (const table of ['user', 'profile'] as const) {
      const names = await db.selectFrom(table).select('name').orderBy('email').execute();
      expect(names).toEqual([{ name: 'Asha  Raman' }, { name: 'Bala' }]);
    }
  });

  it('refuses an invalid name at its field', async () => {
    const { signedIn } = await visit();
    const here = await signedIn();
    for (const [name, detail] of [
      [' \u200b\u3164 ', 'Name is required'],
      ['x'.repeat(101), 'Name is too long: please use at most 100 characters'],
    ] as const) {
      const body = { detail, errors: [{ field: 'name', message: detail }] };
      expect(await here.post(UPDATE, { name })).toMatchObject({ status: 400, body });
    }
    expect((await here.get('/me')).body.name).toBe('Asha');
  });
});
