// The payment of this page: its state, and a flow that lives as long as the page does.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import * as calls from '../../calls/payments.ts';
import type { LineRequest } from '../../../shop/price.ts';
import { checkoutReducer, initialState } from './checkout-state.ts';
import type { CheckoutEvent, CheckoutState } from './checkout-state.ts';
import { createPaymentFlow } from './payment-flow.ts';
import type { PaymentFlow } from './payment-flow.ts';
import { openPaymentWindow } from './payment-window.ts';

export interface PaymentControl {
  state: CheckoutState;
  tell: (event: CheckoutEvent) => void;
  /** The flow; only for event handlers, there is none while rendering. */
  flow: () => PaymentFlow | undefined;
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

/**
 * @param userId once it is known, a payment that this person began here is taken up again
 * @param onPaid the order stands; `cartLines` are to leave the cart
 */
export function usePayment(
  userId: string | undefined,
  onPaid: (orderId: string, cartLines: readonly LineRequest[]) => void,
): PaymentControl {
  const [state, tell] = useReducer(checkoutReducer, initialState);
  const current = useRef<PaymentFlow>(undefined);
  const latest = useRef(onPaid);

  useEffect(() => {
    latest.current = onPaid;
  }, [onPaid]);

  useEffect(() => {
    const page = new AbortController();
    current.current = createPaymentFlow({
      calls,
      openWindow: openPaymentWindow,
      wait: pauseUntil(page.signal),
      now: () => new Date(),
      tell,
      onPaid: (orderId, cartLines) => latest.current(orderId, cartLines),
    });
    return () => page.abort();
  }, []);

  useEffect(() => {
    if (userId !== undefined) void current.current?.resume(userId);
  }, [userId]);

  const flow = useCallback(() => current.current, []);
  return { state, tell, flow };
}
