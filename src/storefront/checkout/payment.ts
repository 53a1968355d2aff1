// What can be seen of a payment: its phases and the store that holds it. The store is outside of React, so it changes in
// the tick of a tap, and a second tap finds what the first one began. Every first load of /deliveryform and /success has
// it, so it has neither the schema library nor the messages of the code that comes on demand.
import type { Paise } from '../../shop/money.ts';
import { storedPayments } from '../session/session.ts';
import type { OnPaid } from './paid-order.ts';
import type { openPaymentWindow } from './payment-window.ts';

/** What an alert is about. 'session': the next step is to log in, which ends it. */
export type Cause = 'order' | 'delivery' | 'session';

/** `text` is the specification's sentence, as written; `detail` says what to do, depending on how far the payment got. */
export interface Alert {
  text: string;
  detail?: string;
  /** It goes when this is changed. Without one it stands until the next try. */
  cause?: Cause | undefined;
  /** Money has arrived, or may have: the button does not invite to pay again. */
  mayBePaid?: true;
}

export type Payment =
  /** The form can be sent. */
  | {
      phase: 'idle';
      alert?: Alert;
      /** A message that needs no action, for a `status`. */
      notice?: string;
      /** The server's own price, where it is not the one that the page shows. */
      quotedAmount?: Paise | undefined;
      /** The payment window was open, and nothing was paid. */
      hasTried?: true;
    }
  /** The payment order is being created. */
  | { phase: 'creating'; quotedAmount?: Paise | undefined }
  /** The payment window is open. */
  | { phase: 'paying' }
  /** Paid, or perhaps paid: the server is asked. */
  | { phase: 'confirming'; notice: string }
  /** No result so far. The server is asked again later; 'Place Order' asks at once and never pays a second time. */
  | { phase: 'unconfirmed'; alert: Alert }
  /** The order is placed, and the next screen is being opened. */
  | { phase: 'paid'; notice: string };

/** A payment in any phase, with all that a page may show of it. */
export type ShownPayment = Pick<Payment, 'phase'> &
  Omit<Extract<Payment, { phase: 'idle' }>, 'phase'>;

/** The payment of one visit of a page, with what it needs of the page. */
export interface PaymentPage {
  get(): Payment;
  /** Changes the payment at once, and then notifies who has subscribed. */
  set(next: Payment): void;
  /** Removes what a change has answered: an alert by its cause; the price that was quoted for another order. */
  clear(cause: Cause): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Resolves after so many ms; rejects with an AbortError when the page is left. */
  wait(ms: number): Promise<void>;
  now(): Date;
  /** A test's replacement of the provider's window. */
  openWindow?: typeof openPaymentWindow;
  onPaid: OnPaid;
}

export function createPaymentPage(
  parts: Pick<PaymentPage, 'wait' | 'now' | 'openWindow' | 'onPaid'>,
): PaymentPage {
  let payment: Payment = { phase: 'idle' };
  const listeners = new Set<() => void>();
  const page: PaymentPage = {
    ...parts,
    get: () => payment,
    set(next) {
      payment = next;
      for (const listener of listeners) listener();
    },
    clear(cause) {
      if (payment.phase !== 'idle') return;
      const { alert, quotedAmount, ...rest } = payment;
      page.set({
        ...rest,
        ...(alert && alert.cause !== cause && { alert }),
        ...(cause !== 'order' && { quotedAmount }),
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return page;
}

/** Shows why nothing was begun, unless a payment is under way, which has messages of its own. */
export function refuse(page: PaymentPage, alert: Alert): void {
  if (page.get().phase === 'idle') page.set({ phase: 'idle', alert });
}

/** Ends the pause of a payment that waits to be confirmed (confirm-payment.ts). */
export function confirmNow(page: PaymentPage): void {
  if (page.get().phase === 'unconfirmed') page.set({ phase: 'confirming', notice: ONE_MOMENT });
}

/** Returns whether this browser may have a payment whose result it does not know. */
export function mayHavePending(): boolean {
  return storedPayments.read() !== undefined;
}

export const CONFIRMING = 'We are confirming your payment. Please do not pay again.';
/** Until the next screen is drawn. */
export const ONE_MOMENT = 'Confirming… Please keep this page open.';

/** The payment window could not be opened. */
export const windowFailed: Alert = {
  text: 'Failed to create order. Please try again.',
  detail: 'The payment window did not open. Please check your connection.',
};

/** The code that resumes an earlier payment did not load. The server goes on by itself. */
export const checkFailed: Alert = {
  text: 'We could not check your last payment.',
  detail: 'Please do not pay again. Check your connection and load this page again.',
  mayBePaid: true,
};
