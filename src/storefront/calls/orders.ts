// The signed-in person's past orders.
import { OrdersReply } from '../../shop/wire.ts';
import { call } from './http.ts';
import type { CallResult } from './http.ts';

/** The orders of an account, newest first. 401 signed out, 403 for any other e-mail than one's own. */
export function getOrders(email: string): Promise<CallResult<OrdersReply>> {
  return call(`/orders/${encodeURIComponent(email)}`, { schema: OrdersReply });
}
