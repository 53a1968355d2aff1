// Webhook deliveries in the ledger: what must still be sent to the shop, and when it is tried next.
import * as v from 'valibot';
import type { Ledger } from '../ledger.ts';

const DeliveryRow = v.object({
  event_id: v.string(),
  event: v.string(),
  order_id: v.string(),
  payment_id: v.string(),
  body: v.instance(Uint8Array<ArrayBufferLike>),
  signed_with: v.nullable(v.string()),
  state: v.picklist(['pending', 'held', 'delivered', 'dropped', 'abandoned']),
  copies_left: v.number(),
  tries: v.number(),
  created_at: v.number(),
  next_try_at: v.number(),
  delivered_at: v.nullable(v.number()),
  last_answer: v.nullable(v.string()),
});
export type DeliveryRow = v.InferOutput<typeof DeliveryRow>;

export function insertDelivery({ db }: Ledger, row: DeliveryRow): void {
  db.prepare(
    `insert into webhook_delivery
       (event_id, event, order_id, payment_id, body, signed_with, state, copies_left, tries, created_at,
        next_try_at, delivered_at, last_answer)
     values
       (:event_id, :event, :order_id, :payment_id, :body, :signed_with, :state, :copies_left, :tries, :created_at,
        :next_try_at, :delivered_at, :last_answer)`,
  ).run(row);
}

function read({ db }: Ledger, clause: string, ...values: (string | number)[]): DeliveryRow[] {
  return db
    .prepare(`select * from webhook_delivery ${clause}`)
    .all(...values)
    .map((row) => v.parse(DeliveryRow, row));
}

/** Returns the next `count` deliveries that must be made, the earliest first. */
export function nextDeliveries(ledger: Ledger, count: number): DeliveryRow[] {
  return read(ledger, `where state = 'pending' order by next_try_at, seq limit ?`, count);
}

/** Makes every delivery that has failed so far due at `now` (milliseconds), as if it had not been tried. */
export function resumeDeliveries({ db }: Ledger, now: number): void {
  db.prepare(
    `update webhook_delivery set tries = 0, next_try_at = ? where state = 'pending' and tries > 0`,
  ).run(now);
}

/** Pins the secret of all undelivered events that have none pinned. */
export function pinSecret({ db }: Ledger, secret: string): void {
  db.prepare(
    `update webhook_delivery set signed_with = ? where state in ('pending', 'held') and signed_with is null`,
  ).run(secret);
}

export function heldDeliveries(ledger: Ledger): DeliveryRow[] {
  return read(ledger, `where state = 'held' order by seq`);
}

export function listDeliveries(ledger: Ledger): DeliveryRow[] {
  return read(ledger, 'order by seq');
}

/** Writes the new state of a delivery after a try, a release or a restart. */
export function updateDelivery(
  { db }: Ledger,
  row: Pick<DeliveryRow, 'event_id'> & Partial<DeliveryRow>,
): void {
  const columns = Object.keys(row).filter((column) => column !== 'event_id');
  const changes = columns.map((column) => `${column} = :${column}`).join(', ');
  db.prepare(`update webhook_delivery set ${changes} where event_id = :event_id`).run(row);
}

/** Returns a delivery for people and tests: everything but the body, with times in ISO format. */
export function deliverySummary({ body, signed_with: _secret, ...row }: DeliveryRow) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return {
    ...row,
    bytes: body.length,
    created_at: iso(row.created_at),
    next_try_at: iso(row.next_try_at),
    delivered_at: iso(row.delivered_at),
  };
}
