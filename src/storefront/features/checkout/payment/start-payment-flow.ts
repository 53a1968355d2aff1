// The payment flow with everything that it works with. One module, so that it is fetched at once and only when
// it is wanted: it is half of the checkout's code, and nobody pays before the form is filled.
import * as calls from '../../../calls/payments.ts';
import { createPaymentFlow } from './payment-flow.ts';
import type { PaymentFlow, PaymentFlowParts } from './payment-flow.ts';
import { openPaymentWindow } from './payment-window.ts';

/** @param left aborts when the page is left */
export function startPaymentFlow(
  left: AbortSignal,
  parts: Pick<PaymentFlowParts, 'tell' | 'onPaid'>,
): PaymentFlow {
  return createPaymentFlow({
    ...parts,
    calls,
    openWindow: openPaymentWindow,
    wait: pauseUntil(left),
    now: () => new Date(),
  });
}

/** A pause that ends early, with an AbortError, when the page is left. */
function pauseUntil(left: AbortSignal): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        reject(left.reason as DOMException);
      };
      const timer = setTimeout(() => {
        left.removeEventListener('abort', leave);
        resolve();
      }, ms);
      left.addEventListener('abort', leave, { once: true });
    });
}
