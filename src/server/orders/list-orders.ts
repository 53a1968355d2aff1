// The orders of the signed-in account.
import type { Kysely } from 'kysely';
import type { OrderOnWire } from '../../shop/wire.ts';
import type { CurrentUser } from '../accounts/session.ts';
import type { Schema } from '../database/schema.ts';
import { orderOnWire } from './order-on-wire.ts';

/** All orders of the account, newest first. */
export async function listOrders(db: Kysely<Schema>, user: CurrentUser): Promise<OrderOnWire[]> {
  const orders = await db
    .selectFrom('shop_order')
    .select(['id', 'email', 'amount', 'snapshot', 'placed_at'])
    .where('email', '=', user.email)
    // An address may pass to another account; its earlier orders do not.
    .where('user_id', '=', user.id)
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .execute();
  return orders.map(orderOnWire);
}
