// A paid order put into the database of a running shop, for tests that are about what comes after a purchase.
import { randomUUID } from 'node:crypto';
import { quote } from '../../../src/shop/price.ts';
import { openDatabaseBeside } from '../../../src/server/database/open-database.ts';
import { writeSnapshot } from '../../../src/server/orders/snapshot.ts';
import type { RunningShop } from '../shop.ts';
import type { Shopper } from './shopper.ts';

/** Adds a paid order of one Fivestar garland for adults to the shopper's account. */
export async function insertOrder(shop: RunningShop, { email, name }: Shopper): Promise<void> {
  const priced = quote([{ productId: '4', selectedVersion: 'adult', quantity: 1 }]);
  if (!priced.ok) throw new Error(priced.message);
  const delivery = {
    customerName: name,
    email,
    phoneNumber: '9876543210',
    landmark: 'Near the temple tank',
    state: 'Tamil Nadu',
    pincode: '600004',
    address: '14, North Mada Street, Mylapore, Chennai',
  };
  const snapshot = writeSnapshot({ quote: priced.quote, delivery });
  const [id, at] = [randomUUID(), new Date().toISOString()];
  const { db, close } = await openDatabaseBeside(shop.database);
  try {
    const { id: user } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const { amount } = priced.quote;
    const common = { id, user_id: user, email, amount, currency: 'INR', snapshot };
    const attempt = { request_hash: 'h', state: 'paid', receipt: id } as const;
    await db
      .insertInto('payment_attempt')
      .values({ ...common, ...attempt, created_at: at, updated_at: at })
      .execute();
    const ids = { attempt_id: id, provider_order_id: id, provider_payment_id: id };
    await db
      .insertInto('shop_order')
      .values({ ...common, ...ids, placed_at: at })
      .execute();
  } finally {
    await close();
  }
}
