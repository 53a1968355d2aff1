// What follows from what the server says of a payment: what to go on remembering, and what to say.
import * as alerts from './alerts.ts';
import { NOTHING_RECEIVED } from './checkout-state.ts';
import type { CheckoutEvent } from './checkout-state.ts';
import type { Confirmation } from './confirm-payment.ts';
import type { PendingPayment } from './pending-payments.ts';

export interface Outcome {
  /** What is still to be found out; nothing if the payment is settled, one way or the other. */
  keep?: PendingPayment;
  event: CheckoutEvent;
}

/** For every end but 'paid', which leads away from the page. */
export function outcomeOf(
  payment: PendingPayment,
  end: Exclude<Confirmation, { kind: 'paid' }>,
): Outcome {
  // Without the result it is an attempt like any other, and is looked at once at each visit.
  const { result, ...begun } = payment;
  const attempt: PendingPayment = { ...begun, closed: true };

  if (end.kind === 'attention') {
    return { event: { type: 'ended', certain: true, alert: alerts.needsAttention } };
  }
  if (!result) {
    if (end.kind === 'refused') return { event: { type: 'ended', certain: true } };
    const notice = end.kind === 'open' && { notice: NOTHING_RECEIVED };
    return { keep: attempt, event: { type: 'ended', certain: true, ...notice } };
  }
  if (end.kind === 'refused') {
    const alert = alerts.verificationRefused(result.paymentId);
    return { keep: attempt, event: { type: 'ended', certain: true, alert } };
  }
  const alert =
    end.kind === 'signed-out' ? alerts.signedOutBeforeConfirming : alerts.stillUnconfirmed;
  return { keep: payment, event: { type: 'ended', certain: false, alert } };
}
