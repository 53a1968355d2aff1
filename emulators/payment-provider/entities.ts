// Orders, payments and refunds: their rows in the ledger, and what the API and the webhooks show of them.
import * as v from 'valibot';
import { readRows, updateRow } from './ledger.ts';
import type { Ledger } from './ledger.ts';

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

export const findOrder = (ledger: Ledger, id: string): OrderRow | undefined =>
  readRows(ledger, OrderRow, 'select * from provider_order where id = ?', id)[0];

/** Returns all orders, newest first. */
export const listOrders = (ledger: Ledger): OrderRow[] =>
  readRows(ledger, OrderRow, 'select * from provider_order order by seq desc');

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
    notes: notesPayload(row.notes),
    created_at: row.created_at,
  };
}

/** Returns notes as the provider writes them: an object, but an empty array if there are none. */
function notesPayload(stored: string): Record<string, string> | [] {
  const notes = v.parse(v.record(v.string(), v.string()), JSON.parse(stored));
  return Object.keys(notes).length === 0 ? [] : notes;
}

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

export const findPayment = (ledger: Ledger, id: string): PaymentRow | undefined =>
  readRows(ledger, PaymentRow, 'select * from payment where id = ?', id)[0];

export const findPaymentByAttempt = (ledger: Ledger, attempt: string): PaymentRow | undefined =>
  readRows(ledger, PaymentRow, 'select * from payment where attempt = ?', attempt)[0];

/** Returns all payments, or those of one order; newest first. */
export function listPayments(ledger: Ledger, orderId?: string): PaymentRow[] {
  const all = 'select * from payment';
  if (orderId === undefined) return readRows(ledger, PaymentRow, `${all} order by seq desc`);
  return readRows(ledger, PaymentRow, `${all} where order_id = ? order by seq desc`, orderId);
}

/** Writes these columns of a payment and returns the changed payment. */
export function changePayment(
  ledger: Ledger,
  row: PaymentRow,
  change: Partial<PaymentRow>,
): PaymentRow {
  updateRow(ledger, 'payment', 'id', { id: row.id, ...change });
  return { ...row, ...change };
}

export function readError(row: PaymentRow): PaymentError | undefined {
  return row.error === null ? undefined : v.parse(PaymentError, JSON.parse(row.error));
}

/** Returns the payment as in the provider's API and webhooks. */
export function paymentEntity(row: PaymentRow) {
  const error = readError(row);
  const settled = row.captured === 1;
  const isRefundedInFull = row.amount_refunded === row.amount;
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
    refund_status: row.amount_refunded === 0 ? null : isRefundedInFull ? 'full' : 'partial',
    captured: settled,
    description: row.description,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: error ? 'failure@test' : 'success@test',
    email: row.email,
    contact: row.contact,
    notes: notesPayload(row.notes),
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

/** Returns the refund of an earlier request with the same idempotency key. */
export function findRefundByKey(
  ledger: Ledger,
  paymentId: string,
  key: string,
): RefundRow | undefined {
  const query = 'select * from refund where payment_id = ? and idempotency_key = ?';
  return readRows(ledger, RefundRow, query, paymentId, key)[0];
}

/** Returns all refunds, or those of one payment; newest first. */
export function listRefunds(ledger: Ledger, paymentId?: string): RefundRow[] {
  const all = 'select * from refund';
  if (paymentId === undefined) return readRows(ledger, RefundRow, `${all} order by seq desc`);
  return readRows(ledger, RefundRow, `${all} where payment_id = ? order by seq desc`, paymentId);
}

/** Returns the refund as in the provider's API and webhooks. */
export function refundEntity(row: RefundRow) {
  return {
    id: row.id,
    entity: 'refund',
    amount: row.amount,
    currency: row.currency,
    payment_id: row.payment_id,
    notes: notesPayload(row.notes),
    receipt: row.receipt,
    acquirer_data: { arn: null },
    created_at: row.created_at,
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
  };
}

/**
 * Returns the dispute of a payment as in the provider's webhooks, as it stands at this step. Every step of one payment is
 * about the same dispute. `amount` in paise, `now` in Unix seconds.
 */
export function disputeEntity(
  payment: PaymentRow,
  step: string,
  { amount, now }: { amount: number; now: number },
) {
  return {
    id: payment.id.replace('pay_', 'disp_'),
    entity: 'dispute',
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    amount_deducted: step === 'lost' ? amount : 0,
    reason_code: 'goods_or_services_not_received',
    respond_by: now + 7 * 24 * 60 * 60,
    status: step === 'created' ? 'open' : step,
    phase: 'chargeback',
    created_at: payment.created_at,
  };
}
