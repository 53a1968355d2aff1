// The orders of the signed-in account, a bounded number at a time.
import type { Kysely } from 'kysely';
import { ORDERS_PER_PAGE } from '../../shop/payloads/orders.ts';
import type { OrderOnWire, OrdersQuery } from '../../shop/payloads/orders.ts';
import type { CurrentUser } from '../accounts/session.ts';
import type { Schema } from '../platform/database/schema.ts';
import { eventsOf } from './order-events.ts';
import { orderOnWire } from './order-on-wire.ts';

/**
 * Resolves to at most ORDERS_PER_PAGE orders of the account, newest first, each with its events.
 * @param query with `before`, orders placed before that one; none if it does not belong to the account
 */
export async function listOrders(
  db: Kysely<Schema>,
  user: CurrentUser,
  { before }: OrdersQuery = {},
): Promise<OrderOnWire[]> {
  const own = db
    .selectFrom('shop_order')
    .where('email', '=', user.email)
    // An e-mail address may pass to another account; its earlier orders do not.
    .where('user_id', '=', user.id);
  let page = own
    .select(['id', 'email', 'amount', 'snapshot', 'placed_at'])
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ORDERS_PER_PAGE);
  if (before !== undefined) {
    const place = own.select(['placed_at', 'id']).where('id', '=', before);
    page = page.where((eb) =>
      eb(eb.refTuple('placed_at', 'id'), '<', place.$asTuple('placed_at', 'id')),
    );
  }
  const orders = await page.execute();
  if (orders.length === 0) return [];
  const events = await eventsOf(db, ...orders.map(({ id }) => id));
  const byOrder = Map.groupBy(events, ({ order_id }) => order_id);
  return orders.map((order) => orderOnWire(order, byOrder.get(order.id)));
}
