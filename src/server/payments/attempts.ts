// The rows behind a try to pay: begun before the provider hears of it, found again by whoever repeats.
import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type {
  AttemptState,
  PaymentAttemptTable,
  Schema,
  ShopOrderTable,
} from '../database/schema.ts';

export type Attempt = Selectable<PaymentAttemptTable>;
export type ShopOrder = Selectable<ShopOrderTable>;

/** What an attempt begins with; the rest of the row follows from it. */
export type NewAttempt = Pick<
  Attempt,
  | 'id'
  | 'user_id'
  | 'email'
  | 'idempotency_key'
  | 'request_hash'
  | 'amount'
  | 'currency'
  | 'receipt'
  | 'snapshot'
  | 'created_at'
>;

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

/** The same, and until the transaction ends nobody else changes it: they wait here for their turn. */
export function lockAttempt(
  trx: Transaction<Schema>,
  providerOrderId: string,
): Promise<Attempt | undefined> {
  // 'select … for update' is not known to SQLite; an update that changes nothing locks on both.
  return trx
    .updateTable('payment_attempt')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('provider_order_id', '=', providerOrderId)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps a new attempt. Undefined when another call was first under the same idempotency key. */
export function keepAttempt(db: Kysely<Schema>, attempt: NewAttempt): Promise<Attempt | undefined> {
  const { created_at } = attempt;
  return db
    .insertInto('payment_attempt')
    .values({ ...attempt, state: 'created', updated_at: created_at, next_check_at: created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Literals, so that the index of open attempts serves. */
const openStates = [sql.lit<AttemptState>('created'), sql.lit<AttemptState>('paying')];

/** Whether the account has this many attempts open: begun, and neither paid nor expired. */
export async function hasOpenAttempts(
  db: Kysely<Schema>,
  userId: string,
  count: number,
): Promise<boolean> {
  const open = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', openStates)
    .limit(count)
    .execute();
  return open.length >= count;
}

/** The account's latest attempt that is open: neither paid nor expired. */
export function findNewestOpenAttempt(
  db: Kysely<Schema>,
  userId: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', openStates)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The order that an attempt became. */
export function findOrder(db: Kysely<Schema>, attemptId: string): Promise<ShopOrder | undefined> {
  return db
    .selectFrom('shop_order')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}
