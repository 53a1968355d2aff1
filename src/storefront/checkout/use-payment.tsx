// React's end of a payment: makes its store for this visit of the page, loads its code and resumes an earlier one.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import type { PaymentReturn } from '../../shop/paths.ts';
import { now } from '../platform/clock.ts';
import { loadModule } from '../platform/load.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import { ExactText } from '../ui/layout/exact-text.tsx';
import type { OnPaid } from './paid-order.ts';
import { checkFailed, createPaymentPage, mayHavePending, refuse } from './payment.ts';
import type { Alert } from './payment.ts';

/** Half of the checkout's code, and nobody pays before the form is filled. */
export const loadPlaceOrder = () => loadModule(() => import('./place-order.ts'));

/**
 * Returns the payment, its store, and `isChecked`: whether an earlier payment has been looked for.
 * @param userId once it is known, a payment that this person began here is resumed
 */
export function usePayment(userId: string | undefined, onPaid: OnPaid) {
  const [isChecked, setChecked] = useState(false);
  const latest = useRef(onPaid);
  const opened = useRef<AbortController>(undefined);
  // oxlint-disable-next-line react/refs -- read once somebody pays, long after this
  const [page] = useState(() =>
    createPaymentPage({
      wait: (ms) => pause(ms, opened.current!.signal),
      now,
      onPaid: (...order) => latest.current(...order),
    }),
  );
  const payment = useSyncExternalStore(page.subscribe, page.get, page.get);

  useEffect(() => {
    latest.current = onPaid;
  }, [onPaid]);

  useEffect(() => {
    const visit = new AbortController();
    opened.current = visit;
    return () => visit.abort();
  }, []);

  useEffect(() => {
    if (userId === undefined) return;
    page.clear('session');
    const returned = readReturn();
    if (!returned && !mayHavePending()) return;
    loadModule(() => import('./confirm-payment.ts'))
      .then(({ resume }) => resume(page, userId, returned))
      .catch((reason: unknown) => {
        reportError(reason);
        refuse(page, checkFailed);
      })
      .then(() => setChecked(true));
  }, [userId, page]);

  return { payment, page, isChecked };
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
    left.throwIfAborted();
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
        {alert.cause === 'session' && (
          <ButtonLink variant="quiet" to="/login" state={{ from: PAYMENT_PAGE }}>
            Log in
          </ButtonLink>
        )}
      </Note>
    </div>
  );
}
