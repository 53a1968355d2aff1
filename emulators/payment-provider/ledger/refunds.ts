// Refunds in the ledger, and their payload.
import * as v from 'valibot';
import type { Ledger } from '../ledger.ts';
import { notesOnWire } from './orders.ts';

const RefundRow = v.object({
  id: v.string(),
  payment_id: v.string(),
  amount: v.number(),
  currency: v.string(),
  receipt: v.nullable(v.string()),
  notes: v.string(),
  idempotency_key: v.nullable(v.string()),
  request_hash: v.string(),
  created_at: v.number(),
});
export type RefundRow = v.InferOutput<typeof RefundRow>;

export function insertRefund({ db }: Ledger, row: RefundRow): void {
  db.prepare(
    `insert into refund
       (id, payment_id, amount, currency, receipt, notes, idempotency_key, request_hash, created_at)
     values
       (:id, :payment_id, :amount, :currency, :receipt, :notes, :idempotency_key, :request_hash, :created_at)`,
  ).run(row);
}

/** Returns the refund of an earlier request with the same idempotency key. */
export function findRefundByKey(
  { db }: Ledger,
  paymentId: string,
  key: string,
): RefundRow | undefined {
  const row = db
    .prepare('select * from refund where payment_id = ? and idempotency_key = ?')
    .get(paymentId, key);
  return row && v.parse(RefundRow, row);
}

/** Returns all refunds, newest first. */
export function listRefunds({ db }: Ledger): RefundRow[] {
  return db
    .prepare('select * from refund order by seq desc')
    .all()
    .map((row) => v.parse(RefundRow, row));
}

/** Returns the refund as in the provider's API and webhooks. */
export function refundEntity(row: RefundRow) {
  return {
    id: row.id,
    entity: 'refund',
    amount: row.amount,
    currency: row.currency,
    payment_id: row.payment_id,
    notes: notesOnWire(row.notes),
    receipt: row.receipt,
    acquirer_data: { arn: null },
    created_at: row.created_at,
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  };
}
