// Orders as rows, for the pages of the desk.
import type { Selectable } from 'kysely';
import { findDispatch, listEvents, sumRefunds } from '../../server/orders/order-events.ts';
import type { OrderEvent } from '../../server/orders/order-events.ts';
import type { Database, ShopOrderTable } from '../../server/platform/database/schema.ts';
import { ProblemError } from '../../server/platform/http/problem.ts';
import { readSnapshot } from '../../shop/order.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import type { Desk } from '../page.tsx';
import type { DeskOrder } from '../texts.ts';
import { findUndoUntil } from './read-order.ts';

type Row = Pick<
  Selectable<ShopOrderTable>,
  | 'id'
  | 'email'
  | 'placed_at'
  | 'amount'
  | 'revision'
  | 'send_by'
  | 'making_at'
  | 'note'
  | 'paid_in_pause'
>;

/** Returns an order as the pages show it. `refunded` is in paise. */
export function toDeskOrder(row: Row, snapshot: OrderSnapshot, refunded: number): DeskOrder {
  const { id, email, placed_at, amount, revision, send_by, making_at, note, paid_in_pause } = row;
  return {
    id,
    email,
    placedAt: placed_at,
    amount,
    refunded,
    revision,
    sendBy: send_by ?? undefined,
    note,
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

/** A dispatch that is recorded. */
export interface Recorded {
  /** ISO-8601. */
  at: string;
  courier: string;
  trackingNumber: string;
  trackingUrl: string;
  /** Until then nobody has seen it; undefined if it cannot be undone. */
  undoUntil: string | undefined;
}

export interface OrderParts {
  db: Database;
  clock: () => Date;
  /** Returns the address of a small picture of a product. */
  findPicture: (name: string) => string | undefined;
}

/** Returns the id in the path. Throws a 404 problem if there can be no such order. */
export function readOrderId(c: Desk): string {
  const id = c.req.param('id') ?? '';
  if (!isOrderId(id)) throw new ProblemError(404, 'There is no order with this number.');
  return id;
}
