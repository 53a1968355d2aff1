// Orders in the ledger, and their payload.
import * as v from 'valibot';
import type { Ledger } from '../ledger.ts';

export type Notes = Record<string, string>;

const OrderRow = v.object({
  id: v.string(),
  amount: v.number(),
  amount_paid: v.number(),
  currency: v.string(),
  receipt: v.nullable(v.string()),
  status: v.picklist(['created', 'attempted', 'paid']),
  attempts: v.number(),
  notes: v.string(),
  auto_capture: v.number(),
  created_at: v.number(),
});
export type OrderRow = v.InferOutput<typeof OrderRow>;

export function insertOrder({ db }: Ledger, row: OrderRow): void {
  db.prepare(
    `insert into provider_order
       (id, amount, amount_paid, currency, receipt, status, attempts, notes, auto_capture, created_at)
     values
       (:id, :amount, :amount_paid, :currency, :receipt, :status, :attempts, :notes, :auto_capture, :created_at)`,
  ).run(row);
}

export function findOrder({ db }: Ledger, id: string): OrderRow | undefined {
  const row = db.prepare('select * from provider_order where id = ?').get(id);
  return row && v.parse(OrderRow, row);
}

/** Returns all orders, newest first. */
export function listOrders({ db }: Ledger): OrderRow[] {
  return db
    .prepare('select * from provider_order order by seq desc')
    .all()
    .map((row) => v.parse(OrderRow, row));
}

/** Counts one more payment attempt. An order that is paid stays paid. */
export function countAttempt({ db }: Ledger, id: string): void {
  db.prepare(
    `update provider_order
        set attempts = attempts + 1, status = case status when 'paid' then 'paid' else 'attempted' end
      where id = ?`,
  ).run(id);
}

/** Adds a captured amount (paise); the order is paid once its whole amount is captured. */
export function addCapturedAmount({ db }: Ledger, id: string, amount: number): void {
  db.prepare(
    `update provider_order
        set amount_paid = amount_paid + :amount,
            status = case when amount_paid + :amount >= amount then 'paid' else status end
      where id = :id`,
  ).run({ id, amount });
}

/** Returns the order as in the provider's API and webhooks. */
export function orderEntity(row: OrderRow) {
  return {
    id: row.id,
    entity: 'order',
    amount: row.amount,
    amount_paid: row.amount_paid,
    amount_due: Math.max(0, row.amount - row.amount_paid),
    currency: row.currency,
    receipt: row.receipt,
    offer_id: null,
    status: row.status,
    attempts: row.attempts,
    notes: notesOnWire(row.notes),
    created_at: row.created_at,
  };
}

/** Returns notes as the provider writes them: an object, but an empty array if there are none. */
export function notesOnWire(stored: string): Notes | [] {
  const notes = v.parse(v.record(v.string(), v.string()), JSON.parse(stored));
  return Object.keys(notes).length === 0 ? [] : notes;
}
