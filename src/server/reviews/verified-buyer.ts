// Whether somebody who reviews a product has paid for it.
import type { Kysely } from 'kysely';
import type { CurrentUser } from '../accounts/session.ts';
import type { Schema } from '../database/schema.ts';
import { readSnapshot } from '../orders/snapshot.ts';

/** True if a paid order of the account holds the product. */
export async function hasBought(
  db: Kysely<Schema>,
  user: CurrentUser,
  productId: string,
): Promise<boolean> {
  const orders = await db
    .selectFrom('shop_order')
    .select('snapshot')
    .where('email', '=', user.email)
    .where('user_id', '=', user.id)
    .execute();
  return orders.some(({ snapshot }) =>
    readSnapshot(snapshot).quote.lines.some((line) => line.productId === productId),
  );
}
