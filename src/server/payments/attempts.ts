// The rows of payment attempts: kept before the provider is asked, and found again when a request is repeated.
import { sql } from 'kysely';
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type {
  AttemptState,
  PaymentAttemptTable,
  Schema,
  ShopOrderTable,
} from '../platform/database/schema.ts';

export type Attempt = Selectable<PaymentAttemptTable>;
export type ShopOrder = Selectable<ShopOrderTable>;

/** The columns that a new attempt is given; the others follow from them. */
type NewAttempt = Pick<
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
export function storeAttempt(
  db: Kysely<Schema>,
  attempt: NewAttempt,
): Promise<Attempt | undefined> {
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

// Brings forward the reconciler's next check of an attempt whose payment was heard of, and puts it
// before attempts that nobody has begun to pay.

/** Makes the reconciler ask the provider about the attempt in its next round, and often from then on. */
export async function scheduleCheck(
  db: Kysely<Schema>,
  attemptId: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('payment_attempt')
    .set((eb) => ({
      next_check_at: at,
      checks: 0,
      payment_seen_at: eb.fn.coalesce('payment_seen_at', eb.val(at)),
    }))
    .where('id', '=', attemptId)
    // An attempt that is due is checked anyway. A check under way may have asked the provider too early.
    .where((eb) =>
      eb.or([
        eb('payment_seen_at', 'is', null),
        eb('next_check_at', 'is', null),
        eb('next_check_at', '>', at),
        eb('leased_until', '>', at),
      ]),
    )
    .execute();
}

// The states of a payment attempt, as data: which state may follow which. An attempt only moves forward, and
// only `moveAttempt` changes its state.

/**
 * created: the provider has no order for it yet · paying: the provider's order can be paid ·
 * expired: no payment is expected any more, but one that comes is still accepted · needs_attention:
 * money came in that does not fit · paid: it became an order · refunded: all of its money was refunded.
 */
export const attemptMoves: Readonly<Record<AttemptState, readonly LaterState[]>> = {
  created: ['paying', 'expired'],
  paying: ['expired', 'needs_attention', 'paid'],
  expired: ['needs_attention', 'paid'],
  needs_attention: ['paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
};

/** The states that an attempt can be moved to: none is moved back to 'created'. */
type LaterState = Exclude<AttemptState, 'created'>;

export const attemptStates = Object.keys(attemptMoves) as readonly AttemptState[];

export const laterStates = attemptStates.filter((state) => state !== 'created');

/** The states from which an attempt may move to this one. */
export function statesBefore(to: LaterState): AttemptState[] {
  return attemptStates.filter((from) => attemptMoves[from].includes(to));
}

// The only function that changes the state of an attempt.

type Change = Pick<
  Updateable<PaymentAttemptTable>,
  'reason' | 'provider_order_id' | 'opening_until' | 'next_check_at' | 'checks'
>;

/**
 * Moves an attempt forward. Resolves to the changed attempt, or to undefined if its state does not allow the
 * move. Of several identical moves at the same time, on either database, one succeeds.
 */
export function moveAttempt(
  db: Kysely<Schema>,
  attemptId: string,
  to: LaterState,
  now: Date,
  change: Change = {},
): Promise<Attempt | undefined> {
  return db
    .updateTable('payment_attempt')
    .set({ ...change, state: to, updated_at: now.toISOString() })
    .where('id', '=', attemptId)
    .where('state', 'in', statesBefore(to))
    .returningAll()
    .executeTakeFirst();
}
