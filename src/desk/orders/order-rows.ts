// Orders as rows, for the pages of the desk.
import type { Selectable } from 'kysely';
import type { DeskOrder } from '../texts.ts';
import type { Recorded } from '../parcels/sent.tsx';
import { readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import { findDispatch, listEvents, sumRefunds } from '../../server/orders/order-events.ts';
import type { OrderEvent } from '../../server/orders/order-events.ts';
import { findUndoUntil } from './read-order.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import type { Database, ShopOrderTable } from '../../server/platform/database/schema.ts';

type Row = Pick<
  Selectable<ShopOrderTable>,
  'id' | 'email' | 'placed_at' | 'amount' | 'revision' | 'send_by' | 'making_at' | 'paid_in_pause'
>;

/** Returns an order as the pages show it. `refunded` is in paise. */
export function toDeskOrder(row: Row, snapshot: OrderSnapshot, refunded: number): DeskOrder {
  const { id, email, placed_at, amount, revision, send_by, making_at, paid_in_pause } = row;
  return {
    id,
    email,
    placedAt: placed_at,
    amount,
    refunded,
    revision,
    sendBy: send_by ?? undefined,
    isBeingMade: making_at !== null,
    isPaidInPause: paid_in_pause === 1,
    ...snapshot,
  };
}

/** Resolves to the orders with these ids, in their order; unknown ones are left out. */
export async function readDeskOrders(db: Database, ids: readonly string[]): Promise<DeskOrder[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('shop_order').selectAll().where('id', 'in', ids).execute();
  const events = Map.groupBy(await listEvents(db, ...ids), ({ order_id }) => order_id);
  const orders = new Map(
    rows.map((row) => {
      const refunded = sumRefunds(events.get(row.id) ?? []);
      return [row.id, toDeskOrder(row, readSnapshot(row.snapshot), refunded)] as const;
    }),
  );
  return ids.flatMap((id) => orders.get(id) ?? []);
}

/** Resolves to one order and what is recorded of its dispatch. Throws a 404 problem. */
export async function readDeskOrder(db: Database, id: string, now: Date) {
  const find = db.selectFrom('shop_order').selectAll().where('id', '=', id);
  const row = await find.executeTakeFirst();
  if (row === undefined) throw noOrder(id);
  const events = await listEvents(db, id);
  const order = toDeskOrder(row, readSnapshot(row.snapshot), sumRefunds(events));
  return { order, recorded: toRecorded(events, await findUndoUntil(db, events, now)) };
}

/** Returns the dispatch among the events of an order. `undoUntil`: until then it can be undone. */
export function toRecorded(
  events: readonly OrderEvent[],
  undoUntil: string | undefined,
): Recorded | undefined {
  const sent = findDispatch(events);
  if (sent === undefined) return undefined;
  const { at, courier, tracking_number, tracking_url } = sent;
  return {
    at,
    courier: courier ?? '',
    trackingNumber: tracking_number ?? '',
    trackingUrl: tracking_url ?? '',
    undoUntil,
  };
}

/** Returns whether the text may be the id of an order. */
export function isOrderId(text: string): boolean {
  return /^MA-[\dA-Z]{1,20}$/.test(text);
}

export const noOrder = (id: string) => new ProblemError(404, `There is no order ${id}.`);
