// POST /v1/orders: the shop creates an order that can be paid.
import * as v from 'valibot';
import { unixSeconds } from '../ledger/clock.ts';
import { newId } from '../ledger/ids.ts';
import type { OrderRow } from '../ledger/orders.ts';
import { insertOrder } from '../ledger/orders.ts';
import type { Parts } from './parts.ts';
import { minimumAmount, notes, paise, receipt } from './request-fields.ts';

export const OrderRequest = v.object({
  amount: v.pipe(
    paise,
    v.minValue(minimumAmount, 'Order amount less than minimum amount allowed'),
    v.maxValue(50_000_000, 'Amount exceeds maximum amount allowed.'),
  ),
  currency: v.literal('INR', 'Currency is not supported'),
  receipt: v.optional(receipt),
  notes: v.optional(notes, {}),
  payment: v.optional(
    v.object({ capture: v.optional(v.picklist(['automatic', 'manual']), 'automatic') }),
    {},
  ),
});
export type OrderRequest = v.InferOutput<typeof OrderRequest>;

/** Records an order of `request.amount` paise and returns it. Two equal requests are two orders. */
export function createOrder({ ledger, clock }: Parts, request: OrderRequest): OrderRow {
  const order: OrderRow = {
    id: newId('order'),
    amount: request.amount,
    amount_paid: 0,
    currency: request.currency,
    receipt: request.receipt ?? null,
    status: 'created',
    attempts: 0,
    notes: JSON.stringify(request.notes),
    auto_capture: request.payment.capture === 'automatic' ? 1 : 0,
    created_at: unixSeconds(clock),
  };
  insertOrder(ledger, order);
  return order;
}
