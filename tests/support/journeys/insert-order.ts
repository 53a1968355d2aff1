// Inserts a paid order into the database of a running shop, for journeys that start after a purchase.
import { openDatabaseBeside } from '../../../src/server/database/open-database.ts';
import * as inDatabase from '../server/insert-order.ts';
import type { RunningShop } from '../shop.ts';
import type { Shopper } from './shopper.ts';

/** Adds a paid order of one Fivestar garland for adults to the shopper's account. */
export async function insertOrder(shop: RunningShop, { email, name }: Shopper): Promise<void> {
  const { db, close } = await openDatabaseBeside(shop.database);
  try {
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const line = { productId: '4', selectedVersion: 'adult', quantity: 1 } as const;
    await inDatabase.insertOrder(db, { id, email, name }, line);
  } finally {
    await close();
  }
}
