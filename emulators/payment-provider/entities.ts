// Payments in the ledger, and their payload.
import * as v from 'valibot';
import type { Ledger } from './ledger.ts';
import { notesOnWire } from './ledger/orders.ts';

const PaymentError = v.object({
  code: v.string(),
  description: v.string(),
  source: v.string(),
  step: v.string(),
  reason: v.string(),
});
export type PaymentError = v.InferOutput<typeof PaymentError>;

const PaymentRow = v.object({
  id: v.string(),
  order_id: v.string(),
  attempt: v.nullable(v.string()),
  amount: v.number(),
  currency: v.string(),
  status: v.picklist(['created', 'authorized', 'captured', 'refunded', 'failed']),
  captured: v.number(),
  amount_refunded: v.number(),
  description: v.nullable(v.string()),
  email: v.nullable(v.string()),
  contact: v.nullable(v.string()),
  notes: v.string(),
  error: v.nullable(v.string()),
  rrn: v.string(),
  created_at: v.number(),
});
export type PaymentRow = v.InferOutput<typeof PaymentRow>;
export type PaymentStatus = PaymentRow['status'];

export function insertPayment({ db }: Ledger, row: PaymentRow): void {
  db.prepare(
    `insert into payment
       (id, order_id, attempt, amount, currency, status, captured, amount_refunded, description, email,
        contact, notes, error, rrn, created_at)
     values
       (:id, :order_id, :attempt, :amount, :currency, :status, :captured, :amount_refunded, :description, :email,
        :contact, :notes, :error, :rrn, :created_at)`,
  ).run(row);
}

function find({ db }: Ledger, column: 'id' | 'attempt', value: string): PaymentRow | undefined {
  const row = db.prepare(`select * from payment where ${column} = ?`).get(value);
  return row && v.parse(PaymentRow, row);
}

export function findPayment(ledger: Ledger, id: string): PaymentRow | undefined {
  return find(ledger, 'id', id);
}

export function findPaymentOfAttempt(ledger: Ledger, attempt: string): PaymentRow | undefined {
  return find(ledger, 'attempt', attempt);
}

/** Returns all payments, or those of one order; newest first. */
export function listPayments({ db }: Ledger, orderId?: string): PaymentRow[] {
  const rows =
    orderId === undefined
      ? db.prepare('select * from payment order by seq desc').all()
      : db.prepare('select * from payment where order_id = ? order by seq desc').all(orderId);
  return rows.map((row) => v.parse(PaymentRow, row));
}

export interface PaymentChange {
  status: PaymentStatus;
  captured: boolean;
  amountRefunded?: number;
  error?: PaymentError | null;
}

/** Writes a payment's new state and returns the changed payment. */
export function changePayment({ db }: Ledger, row: PaymentRow, change: PaymentChange): PaymentRow {
  const next: PaymentRow = {
    ...row,
    status: change.status,
    captured: change.captured ? 1 : 0,
    amount_refunded: change.amountRefunded ?? row.amount_refunded,
    error: change.error === undefined ? row.error : storedError(change.error),
  };
  db.prepare(
    `update payment set status = ?, captured = ?, amount_refunded = ?, error = ? where id = ?`,
  ).run(next.status, next.captured, next.amount_refunded, next.error, next.id);
  return next;
}

function storedError(error: PaymentError | null): string | null {
  return error && JSON.stringify(error);
}

export function errorOf(row: PaymentRow): PaymentError | undefined {
  return row.error === null ? undefined : v.parse(PaymentError, JSON.parse(row.error));
}

/** Returns the payment as in the provider's API and webhooks. */
export function paymentEntity(row: PaymentRow) {
  const error = errorOf(row);
  const settled = row.captured === 1;
  return {
    id: row.id,
    entity: 'payment',
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    order_id: row.order_id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: row.amount_refunded,
    refund_status: refundStatus(row),
    captured: settled,
    description: row.description,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: error ? 'failure@test' : 'success@test',
    email: row.email,
    contact: row.contact,
    notes: notesOnWire(row.notes),
    // The usual fee of two per cent and 18 % tax on it, so that reports have something to add up.
    fee: settled ? Math.round(row.amount * 0.0236) : null,
    tax: settled ? Math.round(row.amount * 0.0036) : null,
    error_code: error?.code ?? null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error?.step ?? null,
    error_reason: error?.reason ?? null,
    acquirer_data: { rrn: row.rrn },
    created_at: row.created_at,
  };
}

function refundStatus(row: PaymentRow): 'full' | 'partial' | null {
  if (row.amount_refunded === 0) return null;
  return row.amount_refunded === row.amount ? 'full' : 'partial';
}
