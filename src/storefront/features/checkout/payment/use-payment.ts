// The payment of this page: its state, and a flow that lives as long as the page does.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { LineRequest } from '../../../../shop/price.ts';
import { checkoutReducer, initialState } from './checkout-state.ts';
import type { CheckoutEvent, CheckoutState } from './checkout-state.ts';
import type { PaymentFlow } from './payment-flow.ts';
import { mayHavePending } from './pending-mark.ts';

export interface PaymentControl {
  state: CheckoutState;
  tell: (event: CheckoutEvent) => void;
  /** The flow, fetched when it is first asked for; only for event handlers. Rejects if it cannot be fetched. */
  flow: () => Promise<PaymentFlow>;
  /** Whether an earlier payment has been looked for. */
  looked: boolean;
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
  const [looked, setLooked] = useState(false);
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
      const { startPaymentFlow } = await import('./start-payment-flow.ts');
      return startPaymentFlow(signal, {
        tell,
        onPaid: (orderId, cartLines) => latest.current(orderId, cartLines),
      });
    };
    current.current ??= start().catch((reason: unknown) => {
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
      .then(() => setLooked(true))
      .catch(reportError);
  }, [userId, flow]);

  return { state, tell, flow, looked };
}
