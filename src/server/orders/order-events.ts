// What happened to an order after it was paid: dispatch, refunds, that it is to be made again. Each event is recorded in
// the transaction of the change that it describes, under the key of its e-mail.
import type { Insertable, Selectable, Transaction } from 'kysely';
import type { OrderSnapshot } from '../../shop/order.ts';
import { findDone, inTransaction, recordAct } from '../acts/acts.ts';
import type { Act, ActParts, DoneOtherwise } from '../acts/acts.ts';
import type {
  Database,
  OrderEventTable,
  Schema,
  ShopOrderTable,
} from '../platform/database/schema.ts';

export type Order = Selectable<ShopOrderTable>;
export type OrderEvent = Selectable<OrderEventTable>;

/** Returns where e-mails about an order go: to its account, or to what the owner corrected; '' once its person is erased. */
export function mailAddress({ email }: Pick<Order, 'email'>, { delivery }: OrderSnapshot): string {
  return email === '' ? '' : delivery.email;
}

/** Records an event of an order. */
export async function recordEvent(
  trx: Transaction<Schema>,
  event: Insertable<OrderEventTable>,
): Promise<void> {
  await trx.insertInto('order_event').values(event).execute();
}

/** Resolves to all events of an order, or of several, oldest first. */
export function listEvents(db: Database, ...orderIds: string[]): Promise<OrderEvent[]> {
  return db
    .selectFrom('order_event')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('at')
    .orderBy('key')
    .execute();
}

/** Returns the key of the dispatch of an order: another one each time it is made. Those of corrections begin with it. */
export function dispatchKey(orderId: string, events: readonly OrderEvent[]): string {
  const again = events.findLast(({ type }) => type === 'again');
  return `${again?.key ?? `order:${orderId}`}:sent`;
}

/**
 * Returns the dispatch of an order as its last correction has it, with the time of the first record; undefined if the
 * order was not sent, or is to be made again since.
 * @param events oldest first
 */
export function findDispatch(events: readonly OrderEvent[]): OrderEvent | undefined {
  const current = dispatchKey(events[0]?.order_id ?? '', events);
  const sent = events.filter(({ key, type }) => type === 'sent' && key.startsWith(current));
  const [first, last] = [sent[0], sent.at(-1)];
  return first && last && { ...last, key: first.key, at: first.at };
}

/** Returns the events that shoppers see. The others are dispatches that the owner may still undo. */
export function shownEvents(events: readonly OrderEvent[], now: Date): OrderEvent[] {
  const at = now.toISOString();
  return events.filter(({ shown_at }) => shown_at === null || shown_at <= at);
}

/** Returns the refunded amount, in paise. */
export function sumRefunds(events: readonly Pick<OrderEvent, 'amount'>[]): number {
  return events.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

/** Resolves to an order, locked until the transaction ends: of two acts at once, the second waits here. */
export function lockOrder(trx: Transaction<Schema>, orderId: string): Promise<Order | undefined> {
  // SQLite has no 'select … for update'; an update that changes nothing locks on both databases.
  return trx
    .updateTable('shop_order')
    .set((eb) => ({ revision: eb.ref('revision') }))
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
}

/** Removes an order from the list of open ones. Resolves to false if it was not open. */
export async function closeOrder(trx: Transaction<Schema>, orderId: string): Promise<boolean> {
  // Locked even if it is not open, because an undo may be about to open it.
  const order = await lockOrder(trx, orderId);
  if (!order || order.send_by === null) return false;
  await trx.updateTable('shop_order').set({ send_by: null }).where('id', '=', orderId).execute();
  return true;
}

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
