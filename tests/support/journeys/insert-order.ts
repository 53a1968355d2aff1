// Inserts a paid order into the database of a running shop, for journeys that start after a purchase.
import { openDatabaseBeside } from '../../../src/server/database/open-database.ts';
import * as inDatabase from '../server/insert-order.ts';
import type { RunningShop } from '../shop.ts';
import type { Shopper } from './shopper.ts';

/**
 * Adds a paid order of one Fivestar garland for adults to the shopper's account. It was sent on 26 November, and ₹250 went
 * back on 28 November. Resolves to the order's id.
 */
export async function insertOrder(shop: RunningShop, { email, name }: Shopper): Promise<string> {
  const { db, close } = await openDatabaseBeside(shop.database);
  try {
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const line = { productId: '4', selectedVersion: 'adult', quantity: 1 } as const;
    const order_id = await inDatabase.insertOrder(db, { id, email, name }, line);
    const sent = {
      order_id,
      key: `order:${order_id}:sent`,
      type: 'sent',
      at: '2026-11-26T06:30:00.000Z',
      courier: 'Delhivery',
      tracking_number: '1234567890123',
      tracking_url: 'https://www.delhivery.com/track-v2/package/1234567890123',
    } as const;
    const refunded = { order_id, type: 'refunded', at: '2026-11-28T06:30:00.000Z' } as const;
    await db
      .insertInto('order_event')
      .values([sent, { ...refunded, key: `refund:${order_id}:part`, amount: 25_000 }])
      .execute();
    return order_id;
  } finally {
    await close();
  }
}
