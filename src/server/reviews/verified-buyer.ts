// Finds out whether the author of a review has paid for the product.
import type { Kysely } from 'kysely';
import type { CurrentUser } from '../accounts/session.ts';
import type { Schema } from '../platform/database/schema.ts';
import { readSnapshot } from '../../shop/snapshot.ts';

/** Resolves to true if a paid order of the account contains the product. */
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
