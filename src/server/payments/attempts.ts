// The rows of payment attempts: which states there are and how an attempt moves between them, how it is found and
// locked, and when the reconciler checks it next.
import { sql } from 'kysely';
import type { Expression, Insertable, Selectable, Transaction, Updateable } from 'kysely';
import type {
  AttemptState,
  Database,
  PaymentAttemptTable,
  Schema,
  ShopOrderTable,
} from '../platform/database/schema.ts';

export type Attempt = Selectable<PaymentAttemptTable>;
export type ShopOrder = Selectable<ShopOrderTable>;

/** The states that an attempt can be moved to: none is moved back to 'created'. */
type LaterState = Exclude<AttemptState, 'created'>;

/**
 * Which state may follow which: an attempt only moves forward.
 *
 * created: the provider has no order for it yet · paying: the provider's order can be paid ·
 * expired: no payment is expected any more, but one that comes is still accepted; after weeks only to be refunded,
 * because its lines are erased · needs_attention:
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

export const attemptStates = Object.keys(attemptMoves) as readonly AttemptState[];

/** Literals, so that the queries use the index of open attempts. */
const openStates = [sql.lit<AttemptState>('created'), sql.lit<AttemptState>('paying')];

/**
 * Stores a new attempt. The account must be locked. Resolves to undefined if it has one with the same idempotency key.
 * @param attempt with the end of its first lease (payments/provider-order.ts)
 */
export function storeAttempt(
  db: Database,
  attempt: Omit<Insertable<PaymentAttemptTable>, 'state' | 'updated_at' | 'next_check_at'>,
): Promise<Attempt | undefined> {
  const { created_at } = attempt;
  return db
    .insertInto('payment_attempt')
    .values({ ...attempt, state: 'created', updated_at: created_at, next_check_at: created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns the states from which an attempt may move to this one. */
export function statesBefore(to: LaterState): AttemptState[] {
  return attemptStates.filter((from) => attemptMoves[from].includes(to));
}

/**
 * Moves an attempt forward; nothing else changes its state. Resolves to the changed attempt, or to undefined if its
 * state does not allow the move. Of several identical moves at the same time, on either database, one succeeds.
 */
export function moveAttempt(
  db: Database,
  attemptId: string,
  to: LaterState,
  now: Date,
  change: Pick<
    Updateable<PaymentAttemptTable>,
    'reason' | 'provider_order_id' | 'opening_until' | 'next_check_at' | 'checks'
  > = {},
): Promise<Attempt | undefined> {
  return db
    .updateTable('payment_attempt')
    .set({ ...change, state: to, updated_at: now.toISOString() })
    .where('id', '=', attemptId)
    .where('state', 'in', statesBefore(to))
    .returningAll()
    .executeTakeFirst();
}

/** Resolves to the account's attempt with this idempotency key. */
export function findAttemptByKey(
  db: Database,
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

/** An attempt with the order that it became, if it did. */
export interface AttemptWithOrder extends Attempt {
  order_id: string | null;
  /** The provider's id of the payment that made it an order. */
  paid_by: string | null;
}

/** Resolves to the attempt of a provider's order, of any account. */
export function findAttemptByProviderOrder(
  db: Database,
  providerOrderId: string,
): Promise<AttemptWithOrder | undefined> {
  return db
    .selectFrom('payment_attempt')
    .leftJoin('shop_order', 'shop_order.attempt_id', 'payment_attempt.id')
    .selectAll('payment_attempt')
    .select(['shop_order.id as order_id', 'shop_order.provider_payment_id as paid_by'])
    .where('payment_attempt.provider_order_id', '=', providerOrderId)
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

/**
 * Makes room for a new attempt of an account, which is locked: nobody is ever refused one. The provider is asked about
 * each open attempt for days, so beyond `mostOpen` the oldest for which no payment was heard of ends early: it is checked
 * as long as any other, and a payment for it still becomes an order. A shopper has a handful.
 * @param isOneOfFew false once the account or its network has stored as many as a day may: then that oldest one, open or
 *   not, is deleted, and a payment for it would be flagged like any that fits no order (payments/surplus.ts)
 */
export async function makeRoom(
  db: Database,
  { id, user_id }: Pick<Attempt, 'id' | 'user_id'>,
  { isOneOfFew, now, mostOpen = 20 }: { isOneOfFew: boolean; now: Date; mostOpen?: number },
): Promise<void> {
  const own = db.selectFrom('payment_attempt').select('id').where('user_id', '=', user_id);
  const oldest = (states: readonly Expression<AttemptState>[]) =>
    own
      .where('id', '<>', id)
      .where('state', 'in', states)
      .where('payment_seen_at', 'is', null)
      .where((eb) =>
        eb.or([eb('opening_until', 'is', null), eb('opening_until', '<=', now.toISOString())]),
      )
      .orderBy('created_at')
      .limit(1);
  if (!isOneOfFew) {
    const expired = sql.lit<AttemptState>('expired');
    await db
      .deleteFrom('payment_attempt')
      .where('id', 'in', oldest([...openStates, expired]))
      .execute();
  }
  const open = own.where('state', 'in', openStates).limit(mostOpen + 1);
  if ((await open.execute()).length <= mostOpen) return;
  const first = await oldest(openStates).executeTakeFirst();
  if (first) await moveAttempt(db, first.id, 'expired', now);
}

/** Resolves to the account's latest open attempt: neither paid nor expired. */
export function findNewestOpenAttempt(db: Database, userId: string): Promise<Attempt | undefined> {
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
export function findOrder(db: Database, attemptId: string): Promise<ShopOrder | undefined> {
  return db
    .selectFrom('shop_order')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
}

/**
 * Brings the reconciler's next check of an attempt forward to its next round, and makes it check often from then on:
 * a payment was heard of, so the attempt comes before those that nobody has begun to pay.
 */
export async function scheduleCheck(db: Database, attemptId: string, now: Date): Promise<void> {
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

/**
 * Returns when an attempt with a payment is checked next. One that had expired is checked again at once: its payment may
 * be refunded later.
 */
export function checkForRefundsAt({ next_check_at }: Attempt, now: Date): string {
  return next_check_at ?? now.toISOString();
}
