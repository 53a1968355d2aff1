// GET /api/users/delivery: what the delivery form can fill in.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '#support/databases/databases.ts';
import { explain, watch } from '#support/databases/query-plans.ts';
import { insertOrder } from '#support/server/insert-order.ts';
import {
  asha,
  ashasProfile,
  createVisitor,
  openAccountSite,
} from '#support/server/account-site.ts';
import { insertAccount } from '#support/server/insert-session.ts';
import { DeliveryResponse } from '../../shop/payloads/payments.ts';
import { readSnapshot, withoutPerson } from '../../shop/order.ts';

const DELIVERY = '/api/users/delivery';
const line = { productId: '6', quantity: 1 };

describeOnBothDatabases('GET /api/users/delivery', (open, kind) => {
  async function visit(database?: Awaited<ReturnType<typeof open>>) {
    const opened = database ?? (await open());
    const { app, auth } = await openAccountSite(opened);
    const id = await insertAccount(auth, asha);
    const here = createVisitor(app);
    await here.ask('POST', '/api/auth/sign-in/email', asha);
    const read = async () => {
      const { status, body } = await here.ask('GET', DELIVERY);
      expect(status).toBe(200);
      expect(v.parse(DeliveryResponse, body)).toEqual(body);
      return body;
    };
    return { ...opened, app, auth, here, read, account: { id, email: asha.email } };
  }

  it('is empty for an account without order and profile', async () => {
    const { read } = await visit();
    expect(await read()).toEqual({});
  });

  it('returns the data of the sign-up, without empty fields and without the date of birth', async () => {
    const { here, read } = await visit();
    const profile = { ...ashasProfile, landmark: '', state: '' };
    expect((await here.ask('POST', '/api/users/register', { ...profile, ...asha })).status).toBe(
      201,
    );
    expect(await read()).toEqual({
      customerName: asha.name,
      phoneNumber: ashasProfile.phoneNumber,
      pincode: ashasProfile.pincode,
      address: ashasProfile.address,
    });
  });

  it('returns the recipient and address of the last order, once there is one', async () => {
    const { db, here, read, account } = await visit();
    await here.ask('POST', '/api/users/register', { ...ashasProfile, ...asha });
    for (const [name, year] of Object.entries({ Kavya: 2024, Meera: 2025, Devi: 2023 })) {
      await insertOrder(db, { ...account, name }, line);
      await db
        .updateTable('shop_order')
        .set({ placed_at: `${year}-01-01T00:00:00.000Z` })
        .where('placed_at', '>', '2026')
        .execute();
    }
    expect(await read()).toEqual({
      customerName: 'Meera',
      phoneNumber: '9876543210',
      landmark: 'Near the temple tank',
      state: 'Tamil Nadu',
      pincode: '600004',
      address: '14, North Mada Street, Mylapore, Chennai',
    });
  });

  it('returns 401 to a signed-out visitor, and nothing of another or an earlier account', async () => {
    const { app, db, read, auth } = await visit();
    const refused = await createVisitor(app).ask('GET', DELIVERY);
    expect(refused).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } });
    const other = await insertAccount(auth, { email: 'bala@example.com' });
    await insertOrder(db, { id: other, email: 'bala@example.com' }, line);
    await insertOrder(db, { id: 'an earlier account', email: asha.email }, line);
    expect(await read()).toEqual({});
  });

  it('returns nothing of an erased person, and forbids caching', async () => {
    const { db, here, read, account } = await visit();
    await insertOrder(db, account, line);
    const { snapshot } = await db
      .selectFrom('shop_order')
      .select('snapshot')
      .executeTakeFirstOrThrow();
    const books = withoutPerson(readSnapshot(snapshot));
    await db.updateTable('shop_order').set({ snapshot: books }).execute();
    expect(await read()).toEqual({});
    const { headers } = await here.ask('GET', DELIVERY);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('reads one order through the index, however many there are', async () => {
    const database = await open();
    const { db, queries } = watch(database.db);
    const { read } = await visit({ ...database, db });
    queries.clear();
    await read();
    // PostgreSQL scans small tables; only SQLite's plans do not depend on the number of rows.
    if (kind !== 'sqlite') return;
    const plans = await Promise.all([...queries.values()].map((query) => explain(database, query)));
    expect(plans.join('\n')).toContain('shop_order_email');
    expect(plans.join('\n')).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
