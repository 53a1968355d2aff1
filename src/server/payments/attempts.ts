// The rows of payment attempts: kept before the provider is asked, and found again when a request is repeated.
import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type {
  AttemptState,
  PaymentAttemptTable,
  Schema,
  ShopOrderTable,
} from '../platform/database/schema.ts';

export type Attempt = Selectable<PaymentAttemptTable>;
export type ShopOrder = Selectable<ShopOrderTable>;

/** The columns that a new attempt is given; the others follow from them. */
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

/** Resolves to the account's attempt with this idempotency key. */
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

/** Resolves to the attempt of a provider's order, of any account. */
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

/** Does the same, and locks the attempt until the transaction ends: other callers wait here. */
export function lockAttempt(
  trx: Transaction<Schema>,
  providerOrderId: string,
): Promise<Attempt | undefined> {
  // SQLite has no 'select … for update'; an update that changes nothing locks on both databases.
  return trx
    .updateTable('payment_attempt')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('provider_order_id', '=', providerOrderId)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps a new attempt. Resolves to undefined if another request came first under the same idempotency key. */
export function keepAttempt(db: Kysely<Schema>, attempt: NewAttempt): Promise<Attempt | undefined> {
  const { created_at } = attempt;
  return db
    .insertInto('payment_attempt')
    .values({ ...attempt, state: 'created', updated_at: created_at, next_check_at: created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Literals, so that the queries use the index of open attempts. */
const openStates = [sql.lit<AttemptState>('created'), sql.lit<AttemptState>('paying')];

/** Resolves to whether the account has at least `count` open attempts: neither paid nor expired. */
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

/** Resolves to the account's latest open attempt: neither paid nor expired. */
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

/** Resolves to the order that an attempt became. */
export function findOrder(db: Kysely<Schema>, attemptId: string): Promise<ShopOrder | undefined> {
  return db
    .selectFrom('shop_order')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}
