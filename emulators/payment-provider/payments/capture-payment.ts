// POST /v1/payments/:id/capture: the shop captures a payment that was only authorised.
import * as v from 'valibot';
import { ProviderError, unknownId } from '../http/provider-error.ts';
import type { PaymentRow } from '../entities.ts';
import { findPayment } from '../entities.ts';
import type { Parts } from './parts.ts';
import { paise } from './request-fields.ts';
import { capture } from './settle.ts';

export const CaptureRequest = v.object({
  amount: paise,
  currency: v.optional(v.literal('INR', 'Currency is not supported'), 'INR'),
});

/**
 * Captures an authorised payment in full (`amount` in paise must be its amount) and returns it.
 * Throws a ProviderError when it was captured before, was never authorised, or the amount differs.
 */
export function capturePayment(
  parts: Parts,
  paymentId: string,
  request: v.InferOutput<typeof CaptureRequest>,
): PaymentRow {
  const payment = parts.ledger.transaction(() => {
    const open = findPayment(parts.ledger, paymentId);
    if (!open) throw unknownId();
    if (open.captured === 1) throw new ProviderError('This payment has already been captured');
    if (open.status !== 'authorized') {
      throw new ProviderError(
        'Only payments which have been authorized and not yet captured can be captured',
      );
    }
    if (request.amount !== open.amount) {
      throw new ProviderError('Capture amount must be equal to the amount authorized', {
        field: 'amount',
      });
    }
    return capture(parts, open);
  });
  parts.onEvents();
  return payment;
}
