// POST /v1/payments/:id/refund: refunds a payment, in full or in part.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ProviderError, unknownId } from './http/provider-error.ts';
import { unixSeconds } from './ledger/clock.ts';
import { newId } from './ledger/ids.ts';
import type { PaymentRow } from './entities.ts';
import { changePayment, findPayment } from './entities.ts';
import type { RefundRow } from './ledger/refunds.ts';
import { findRefundByKey, insertRefund } from './ledger/refunds.ts';
import { recordEvent } from './webhooks/record-event.ts';
import type { Parts } from './payments/parts.ts';
import { minimumAmount, notes, paise, receipt } from './payments/request-fields.ts';

export const RefundRequest = v.object({
  amount: v.optional(
    v.pipe(paise, v.minValue(minimumAmount, 'The amount must be at least INR 1.00')),
  ),
  speed: v.optional(v.picklist(['normal', 'optimum']), 'normal'),
  receipt: v.optional(receipt),
  notes: v.optional(notes, {}),
});
export type RefundRequest = v.InferOutput<typeof RefundRequest>;

/**
 * Refunds `request.amount` paise, or all that is left, and returns the refund. The same idempotency key with
 * the same request returns the first refund. Throws a ProviderError when the payment was not captured, the
 * amount is more than is left, or the key was used with another request before.
 */
export function refundPayment(
  parts: Parts,
  paymentId: string,
  request: RefundRequest,
  idempotencyKey: string | undefined,
): RefundRow {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  const made = parts.ledger.transaction(() => {
    const payment = findPayment(parts.ledger, paymentId);
    if (!payment) throw unknownId();
    const earlier = idempotencyKey && findRefundByKey(parts.ledger, paymentId, idempotencyKey);
    if (!earlier) return refund(parts, payment, request, idempotencyKey, requestHash);
    if (earlier.request_hash !== requestHash) {
      throw new ProviderError('Different request body sent for the same Idempotency Header');
    }
    return earlier;
  });
  parts.onEvents();
  return made;
}

function refund(
  parts: Parts,
  payment: PaymentRow,
  request: RefundRequest,
  idempotencyKey: string | undefined,
  requestHash: string,
): RefundRow {
  if (payment.captured === 0) {
    throw new ProviderError('The payment status should be captured for action to be taken');
  }
  const left = payment.amount - payment.amount_refunded;
  if (left === 0) throw new ProviderError('The payment has been fully refunded already');
  const amount = request.amount ?? left;
  if (amount > left) {
    throw new ProviderError('The total refund amount is greater than the refund payment amount', {
      field: 'amount',
    });
  }
  const row: RefundRow = {
    id: newId('rfnd'),
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    receipt: request.receipt ?? null,
    notes: JSON.stringify(request.notes),
    idempotency_key: idempotencyKey ?? null,
    request_hash: requestHash,
    created_at: unixSeconds(parts.clock),
  };
  insertRefund(parts.ledger, row);
  const refunded = changePayment(parts.ledger, payment, {
    status: amount === left ? 'refunded' : payment.status,
    captured: true,
    amountRefunded: payment.amount_refunded + amount,
  });
  recordEvent(parts, 'refund.created', { payment: refunded, refund: row });
  recordEvent(parts, 'refund.processed', { payment: refunded, refund: row });
  return row;
}
