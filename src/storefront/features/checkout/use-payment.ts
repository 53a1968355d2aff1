// The payment of this page: its state, and a flow that lives as long as the page does.
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { LineRequest } from '../../../shop/price.ts';
import { checkoutReducer, initialState } from './checkout-state.ts';
import type { CheckoutEvent, CheckoutState } from './checkout-state.ts';
import type { PaymentFlow, PaymentFlowParts } from './payment-flow.ts';
import { mayHavePending } from './pending-mark.ts';

export interface PaymentControl {
  state: CheckoutState;
  tell: (event: CheckoutEvent) => void;
  /** The flow, fetched when it is first asked for; only for event handlers. Rejects if it cannot be fetched. */
  flow: () => Promise<PaymentFlow>;
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

/** Taking payments is half the page's code, and nobody pays before the form is filled. */
async function fetchFlow(
  parts: Omit<PaymentFlowParts, 'calls' | 'openWindow'>,
): Promise<PaymentFlow> {
  const [{ createPaymentFlow }, { openPaymentWindow }, calls] = await Promise.all([
    import('./payment-flow.ts'),
    import('./payment-window.ts'),
    import('../../calls/payments.ts'),
  ]);
  return createPaymentFlow({ ...parts, calls, openWindow: openPaymentWindow });
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
    current.current ??= fetchFlow({
      wait: pauseUntil(signal),
      now: () => new Date(),
      tell,
      onPaid: (orderId, cartLines) => latest.current(orderId, cartLines),
    }).catch((reason: unknown) => {
      // The next one to ask tries again.
      current.current = undefined;
      throw reason;
    });
    return current.current;
  }, []);

  useEffect(() => {
    if (userId === undefined || !mayHavePending()) return;
    flow()
      .then((payment) => payment.resume(userId))
      .catch(reportError);
  }, [userId, flow]);

  return { state, tell, flow };
}
