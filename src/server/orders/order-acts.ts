// An act of the owner on one order, in one transaction: it happens once, and not on an order that has changed since the
// owner saw it.
import type { Transaction } from 'kysely';
import { findDone, inTransaction, recordAct } from '../acts/acts.ts';
import type { Act, ActParts, DoneOtherwise } from '../acts/acts.ts';
import type { Schema } from '../platform/database/schema.ts';
import { lockOrder } from './order-events.ts';
import type { Order } from './order-events.ts';

/** Why nothing was done: there is no such order, it has changed since it was shown, or the act said something else before. */
export type NotDone = { outcome: 'unknown' } | DoneOtherwise;

/** What an act came to. Without `isDone` it changed nothing, and is not recorded. */
export interface Performed<Result> {
  isDone: boolean;
  result: Result;
}

/**
 * Performs an act on an order, which is locked. An act that was done before resolves to its first result. Throws
 * ForeignAct if that was another one.
 */
export function actOnOrder<Result extends object>(
  parts: ActParts,
  orderId: string,
  act: Act,
  perform: (trx: Transaction<Schema>, now: Date, order: Order) => Promise<Performed<Result>>,
): Promise<Result | NotDone> {
  return inTransaction(parts, async (trx, now): Promise<Result | NotDone> => {
    const order = await lockOrder(trx, orderId);
    const done = await findDone<Result>(trx, act);
    if (done) return done;
    if (order === undefined) return { outcome: 'unknown' };
    if (hasChanged(order, act.rev)) return { outcome: 'changed meanwhile' };
    const { isDone, result } = await perform(trx, now, order);
    if (isDone) await recordOnOrder(trx, now, orderId, act, result);
    return result;
  });
}

/** Returns whether an order is not as the form showed it. */
export function hasChanged(
  { revision }: Pick<Order, 'revision'>,
  rev: number | undefined,
): boolean {
  return rev !== undefined && rev !== revision;
}

/** Records an act on an order, and counts it as a change of the order. */
export async function recordOnOrder(
  trx: Transaction<Schema>,
  now: Date,
  orderId: string,
  act: Act,
  result: unknown,
): Promise<void> {
  await countChange(trx, orderId);
  await recordAct(trx, now, act, result);
}

/** Forms that show an earlier state of the order are refused from now on. */
export async function countChange(trx: Transaction<Schema>, orderId: string): Promise<void> {
  await trx
    .updateTable('shop_order')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', orderId)
    .execute();
}
