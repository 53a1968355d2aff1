// The payment of this page: its state, its flow, which lives as long as the page does, and its alert.
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import type { PaymentReturn } from '../../shop/paths.ts';
import { now } from '../platform/clock.ts';
import { loadModule } from '../platform/load.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import type { OnPaid } from './paid-order.ts';
import { checkoutReducer, initialState, lookFailed, mayHavePending } from './payment-state.ts';
import type { Alert } from './payment-state.ts';
import type { PaymentFlow } from './place-order.ts';

/**
 * Returns the state of the payment, and `hasLooked`: whether an earlier payment has been looked for. `loadFlow`, for
 * event handlers, resolves to the flow, or rejects if it cannot be loaded. It is half of the checkout's code, and
 * nobody pays before the form is filled: the first call loads it.
 * @param userId once it is known, a payment that this person began here is resumed
 */
export function usePayment(userId: string | undefined, onPaid: OnPaid) {
  const [state, dispatch] = useReducer(checkoutReducer, initialState);
  const [hasLooked, setLooked] = useState(false);
  const page = useRef<AbortController>(undefined);
  const flow = useRef<Promise<PaymentFlow>>(undefined);
  const latest = useRef(onPaid);

  useEffect(() => {
    latest.current = onPaid;
  }, [onPaid]);

  useEffect(() => {
    const opened = new AbortController();
    page.current = opened;
    flow.current = undefined;
    return () => opened.abort();
  }, []);

  const loadFlow = useCallback(() => {
    const { signal } = page.current!;
    async function load(): Promise<PaymentFlow> {
      const { createPaymentFlow } = await loadModule(() => import('./place-order.ts'));
      return createPaymentFlow({
        wait: (ms) => pause(ms, signal),
        now,
        dispatch,
        onPaid: (...order) => latest.current(...order),
      });
    }
    flow.current ??= load().catch((reason: unknown) => {
      // The next call tries again.
      flow.current = undefined;
      throw reason;
    });
    return flow.current;
  }, []);

  useEffect(() => {
    if (userId === undefined) return;
    dispatch({ type: 'changed', what: 'session' });
    const returned = readReturn();
    if (!returned && !mayHavePending()) return;
    loadFlow()
      .then((payment) => payment.resume(userId, returned))
      .catch((reason: unknown) => {
        reportError(reason);
        dispatch({ type: 'refused', alert: lookFailed });
      })
      .then(() => setLooked(true));
  }, [userId, loadFlow]);

  return { state, dispatch, loadFlow, hasLooked };
}

/**
 * Returns how the payment provider's page has sent the shopper back, from the URL. A failure is removed from there: a
 * reload does not show it again.
 */
function readReturn(): PaymentReturn | undefined {
  const how = new URLSearchParams(location.search).get('payment');
  if (how === 'made') return how;
  if (how !== 'failed' && how !== 'refused') return undefined;
  history.replaceState(history.state, '', location.pathname);
  return how;
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

/** An alert beside the button or on /success. Moves into view once it shows. */
export function AlertNote({ alert }: { alert: Alert }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={note}>
      <Note tone={alert.mayBePaid ? 'plain' : 'bad'} role="alert">
        <p>
          <b>
            <ExactText text={alert.text} />
          </b>
        </p>
        {alert.detail && (
          <p>
            <ExactText text={alert.detail} />
          </p>
        )}
        {alert.login && (
          <ButtonLink variant="quiet" to="/login" state={{ from: PAYMENT_PAGE }}>
            Log in
          </ButtonLink>
        )}
      </Note>
    </div>
  );
}
