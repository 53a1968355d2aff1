// An account with an order, for what begins after a purchase.
import type { Page } from '@playwright/test';
import type { RunningShop } from '../shop.ts';
import { insertOrder } from './insert-order.ts';
import { ordersOf, signIn } from './shopper.ts';

/** Signs a new account in that has an order. Resolves to the order's id. */
export async function newOrder(page: Page, shop: RunningShop): Promise<string> {
  const shopper = await signIn(page, shop);
  await insertOrder(shop, shopper);
  const [order] = await ordersOf(page, shopper);
  return (order as { _id: string })['_id'];
}
