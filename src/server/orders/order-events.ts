// What happened to an order after it was paid: dispatch and refunds. Each event is recorded in the transaction of the
// change that it describes, under the key of its e-mail.
import type { Insertable, Selectable, Transaction } from 'kysely';
import type { Database, OrderEventTable, Schema } from '../platform/database/schema.ts';

export type OrderEvent = Selectable<OrderEventTable>;

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

/**
 * Returns the dispatch of an order as its last correction has it, with the time of the first record; undefined if the
 * order was not sent.
 * @param events oldest first
 */
export function findDispatch(events: readonly OrderEvent[]): OrderEvent | undefined {
  const sent = events.filter(({ type }) => type === 'sent');
  const [first, last] = [sent[0], sent.at(-1)];
  return first && last && { ...last, key: first.key, at: first.at };
}

/** Returns the refunded amount, in paise. */
export function sumRefunds(events: readonly Pick<OrderEvent, 'amount'>[]): number {
  return events.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

/** Removes an order from the list of open ones. Resolves to false if it was not open. */
export async function closeOrder(trx: Transaction<Schema>, orderId: string): Promise<boolean> {
  const closed = await trx
    .updateTable('shop_order')
    .set({ send_by: null })
    .where('id', '=', orderId)
    .where('send_by', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}
