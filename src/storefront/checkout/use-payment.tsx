// The payment of this page: its state, and a flow that lives as long as the page does.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { checkoutReducer, initialState } from './payment-state.ts';
import type { CheckoutEvent, CheckoutState } from './payment-state.ts';
import type { OnPaid, PaymentFlow } from './place-order.ts';
import { mayHavePending } from './pending-mark.ts';

export interface PaymentControl {
  state: CheckoutState;
  dispatch: (event: CheckoutEvent) => void;
  /**
   * Resolves to the flow, for event handlers; rejects if it cannot be fetched. It is half of the checkout's
   * code, and nobody pays before the form is filled: the first call fetches it.
   */
  flow: () => Promise<PaymentFlow>;
  /** Whether an earlier payment has been looked for. */
  hasLooked: boolean;
}

/**
 * @param userId once it is known, a payment that this person began here is resumed
 * @param onPaid `cartLines` are to be removed from the cart
 */
export function usePayment(userId: string | undefined, onPaid: OnPaid): PaymentControl {
  const [state, dispatch] = useReducer(checkoutReducer, initialState);
  const [hasLooked, setLooked] = useState(false);
  const left = useRef<AbortController>(undefined);
  const current = useRef<Promise<PaymentFlow>>(undefined);
  const latest = useRef(onPaid);

  useEffect(() => {
    latest.current = onPaid;
  }, [onPaid]);

  useEffect(() => {
    const page = new AbortController();
    left.current = page;
    current.current = undefined;
    return () => page.abort();
  }, []);

  const flow = useCallback(() => {
    const { signal } = left.current!;
    const start = async () => {
      const { createPaymentFlow } = await import('./place-order.ts');
      return createPaymentFlow({
        wait: (ms) => pause(ms, signal),
        now: () => new Date(),
        dispatch,
        onPaid: (...order) => latest.current(...order),
      });
    };
    current.current ??= start().catch((reason: unknown) => {
      // The next call tries again.
      current.current = undefined;
      throw reason;
    });
    return current.current;
  }, []);

  useEffect(() => {
    if (userId === undefined || !mayHavePending()) return;
    flow()
      .then((payment) => payment.resume(userId))
      .then(() => setLooked(true))
      .catch(reportError);
  }, [userId, flow]);

  return { state, dispatch, flow, hasLooked };
}

/** Resolves after so many ms; rejects with an AbortError when the page is left. */
function pause(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    left.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(left.reason as DOMException);
    });
  });
}
