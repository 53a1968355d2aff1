// API client for the signed-in account's past orders.
import { OrdersReply } from '../../shop/wire.ts';
import { call } from './http.ts';
import type { CallResult } from './http.ts';

/** Resolves to the orders of an account, newest first. 401 signed out, 403 for the e-mail of another account. */
export function getOrders(email: string): Promise<CallResult<OrdersReply>> {
  return call(`/orders/${encodeURIComponent(email)}`, { schema: OrdersReply });
}
