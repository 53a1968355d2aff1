// The orders of the signed-in account.
import type { Kysely } from 'kysely';
import type { OrderOnWire } from '../../shop/wire.ts';
import type { CurrentUser } from '../accounts/session.ts';
import type { Schema } from '../database/schema.ts';
import type { OrderEvent } from './order-events.ts';
import { orderOnWire } from './order-on-wire.ts';

/** All orders of the account, newest first, each with what happened to it. */
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
  const events = orders.length === 0 ? [] : await eventsOfAccount(db, user);
  const byOrder = Map.groupBy(events, ({ order_id }) => order_id);
  return orders.map((order) => orderOnWire(order, byOrder.get(order.id)));
}

function eventsOfAccount(db: Kysely<Schema>, user: CurrentUser): Promise<OrderEvent[]> {
  return db
    .selectFrom('order_event')
    .innerJoin('shop_order', 'shop_order.id', 'order_event.order_id')
    .selectAll('order_event')
    .where('shop_order.email', '=', user.email)
    .where('shop_order.user_id', '=', user.id)
    .orderBy('order_event.at')
    .orderBy('order_event.key')
    .execute();
}
