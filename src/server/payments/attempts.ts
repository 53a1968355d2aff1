// The rows behind a try to pay: begun before the provider hears of it, found again by whoever repeats.
import type { Kysely, Selectable } from 'kysely';
import type { PaymentAttemptTable, Schema, ShopOrderTable } from '../database/schema.ts';

export type Attempt = Selectable<PaymentAttemptTable>;
export type ShopOrder = Selectable<ShopOrderTable>;

/** The account's attempt that was begun under this idempotency key. */
export function findAttemptByKey(
  db: Kysely<Schema>,
  userId: string,
  key: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** The attempt behind a provider's order, whoever's it is. */
export function findAttemptByProviderOrder(
  db: Kysely<Schema>,
  providerOrderId: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
}

/** Keeps a new attempt. Undefined when another call was first under the same idempotency key. */
export function keepAttempt(
  db: Kysely<Schema>,
  attempt: Omit<Attempt, 'state' | 'reason' | 'provider_order_id' | 'updated_at'>,
): Promise<Attempt | undefined> {
  return db
    .insertInto('payment_attempt')
    .values({ ...attempt, state: 'created', updated_at: attempt.created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Ties the provider's order to an attempt that has none, and answers the id that now counts: of two
 * processes that asked at once the first wins, and nobody ever learns the other's, so nobody can pay it.
 */
export async function tieProviderOrder(
  db: Kysely<Schema>,
  attemptId: string,
  providerOrderId: string,
  now: Date,
): Promise<string> {
  await db
    .updateTable('payment_attempt')
    .set({ provider_order_id: providerOrderId, state: 'paying', updated_at: now.toISOString() })
    .where('id', '=', attemptId)
    .where('provider_order_id', 'is', null)
    .execute();
  return (await findProviderOrder(db, attemptId)) ?? providerOrderId;
}

/** The provider's order of an attempt, once there is one. */
export async function findProviderOrder(
  db: Kysely<Schema>,
  attemptId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_attempt')
    .select('provider_order_id')
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return row?.provider_order_id ?? undefined;
}

/** The order that an attempt became. */
export function findOrder(db: Kysely<Schema>, attemptId: string): Promise<ShopOrder | undefined> {
  return db
    .selectFrom('shop_order')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}
