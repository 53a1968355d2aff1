// API client for the signed-in account's past orders.
import * as v from 'valibot';
import { ORDERS_PER_PAGE, OrdersReply } from '../../shop/payloads/orders.ts';
import type { OrderOnWire } from '../../shop/payloads/orders.ts';
import { call } from '../platform/request.ts';
import type { CallResult } from '../platform/request.ts';

const Page = v.pipe(
  OrdersReply,
  v.transform((list) => ({ list, mayHaveEarlier: list.length === ORDERS_PER_PAGE })),
);
export type OrdersPage = v.InferOutput<typeof Page>;

/**
 * Resolves to the newest orders of an account, newest first; with `last`, to those placed before it. 401 signed out,
 * 403 for the e-mail of another account.
 */
export function getOrders(email: string, last?: OrderOnWire): Promise<CallResult<OrdersPage>> {
  const path = `/orders/${encodeURIComponent(email)}`;
  if (!last) return call(path, { schema: Page });
  const { _id: before } = last;
  return call(`${path}?${new URLSearchParams({ before }).toString()}`, { schema: Page });
}
