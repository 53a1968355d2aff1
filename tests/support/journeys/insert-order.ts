// Inserts paid orders into the database of a running shop, for journeys that start after a purchase.
import type { Kysely } from 'kysely';
import type { Schema } from '../../../src/server/platform/database/schema.ts';
import * as inDatabase from '../server/insert-order.ts';
import type { RunningShop } from '../shop.ts';
import { shopTime } from './journey.ts';
import { change } from './owner.ts';
import type { Shopper } from './shopper.ts';

const line = { productId: '4', selectedVersion: 'adult', quantity: 1 } as const;

type More = Parameters<typeof inDatabase.insertOrder>[4];

/**
 * Adds `count` paid orders, each of one Fivestar garland for adults, to the shopper's account. Resolves to their ids.
 * @param more what else the shopper chose
 * @param at when they were paid, in ms
 */
export function insertOrders(
  shop: RunningShop,
  shopper: Shopper,
  count: number,
  more?: More,
  at = shopTime(),
): Promise<string[]> {
  return change(shop, async (db) => {
    const account = await findAccount(db, shopper);
    const ids = [];
    for (let made = 0; made < count; made++) {
      ids.push(await inDatabase.insertOrder(db, account, line, new Date(at), more));
    }
    return ids;
  });
}

/**
 * Adds a paid order of one Fivestar garland for adults to the shopper's account. It was sent on 26 November, and ₹250 was
 * refunded on 28 November. Resolves to the order's id.
 */
export function insertOrder(shop: RunningShop, shopper: Shopper): Promise<string> {
  return change(shop, async (db) => {
    const account = await findAccount(db, shopper);
    const order_id = await inDatabase.insertOrder(db, account, line, new Date(shopTime()));
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
    await db.updateTable('shop_order').set({ send_by: null }).where('id', '=', order_id).execute();
    return order_id;
  });
}

/** Resolves to what the shop stores of a shopper's account. */
async function findAccount(db: Kysely<Schema>, { email, name }: Shopper) {
  const found = db.selectFrom('user').select('id').where('email', '=', email);
  return { ...(await found.executeTakeFirstOrThrow()), email, name };
}
