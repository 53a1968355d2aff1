// The payment of this page: its state, and a flow that lives as long as the page does.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { AppLink } from '../platform/navigation.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { checkoutReducer, initialState, mayHavePending } from './payment-state.ts';
import type { Alert, CheckoutEvent, CheckoutState } from './payment-state.ts';
import type { OnPaid } from './paid-order.ts';
import type { PaymentFlow } from './place-order.ts';
import s from './use-payment.module.css';

interface PaymentControl {
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

// An alert of the checkout, beside the button or on /success.

/** Moves into view once it shows. */
export function AlertNote({ alert }: { alert: Alert }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place}>
      <Note tone="bad" role="alert">
        <p className={s.alert}>{alert.text}</p>
        {alert.detail && <p>{alert.detail}</p>}
        {alert.login && (
          <AppLink className={s.login} to="/login" state={{ from: PAYMENT_PAGE }}>
            Log in
          </AppLink>
        )}
      </Note>
    </div>
  );
}
