// What the page shows of a payment: a reducer over the payment's events. Without the schema library, because every
// first load of /deliveryform and /success needs it.
import type { Paise } from '../../shop/money.ts';
import { storedPayments } from '../session/session.ts';

export interface Alert {
  text: string;
  detail?: string;
  /** The next step is to sign in again, which ends it. */
  login?: true;
  /** Money has arrived, or may have: the button does not invite to pay again. */
  mayBePaid?: true;
  /** It goes when this is changed. Without one it stands until the next try. */
  cause?: 'order' | 'delivery' | undefined;
}

type Phase =
  /** The form can be sent. */
  | 'idle'
  /** The payment order is being created. */
  | 'creating'
  /** The payment window is open. */
  | 'paying'
  /** Paid, or perhaps paid: the server is asked. */
  | 'confirming'
  /** The order is placed, and the next screen is being opened. */
  | 'paid'
  /** Like 'confirming', but without a result so far; 'Place Order' asks again at once and never pays a second time. */
  | 'unconfirmed';

export interface CheckoutState {
  phase: Phase;
  alert?: Alert | undefined;
  /** A message that needs no action, for a `status`. */
  notice?: string | undefined;
  /** The server's own price, where it is not the one that the page shows. */
  quotedAmount?: Paise | undefined;
  /** The payment window was open, and nothing was paid. */
  hasTried?: true;
}

export type CheckoutEvent =
  | { type: 'submitted' }
  | { type: 'refused'; alert: Alert; quotedAmount?: Paise | undefined }
  | { type: 'opened' }
  | { type: 'failed'; alert: Alert }
  | { type: 'closed' }
  /** The window says that it was paid. */
  | { type: 'reported' }
  /** An earlier payment is resumed. */
  | { type: 'resumed' }
  /** The server does not know yet and is asked again. */
  | { type: 'waiting'; alert: Alert }
  /** The server has confirmed the payment, and the order is placed. */
  | { type: 'paid' }
  /** The server was asked; `certain` is false if the money may still be in transit. */
  | { type: 'ended'; certain: boolean; alert?: Alert; notice?: string }
  /** Something has changed, by default the order: the price quoted for the one before does not hold. */
  | { type: 'changed'; what?: 'order' | 'delivery' | 'session' };

export const CONFIRMING = 'We are confirming your payment. Please do not pay again.';
/** Until the next screen is drawn. */
export const ONE_MOMENT = 'Confirming… Please keep this page open.';

/** The payment window could not be opened. */
export const windowFailed: Alert = {
  text: 'Failed to create order. Please try again.',
  detail: 'The payment window did not open. Please check your connection.',
};

/** The code that resumes an earlier payment did not load. The server goes on by itself. */
export const lookFailed: Alert = {
  text: 'We could not check your last payment.',
  detail: 'Please do not pay again. Check your connection and load this page again.',
  mayBePaid: true,
};

export const initialState: CheckoutState = { phase: 'idle' };

export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'submitted':
      return { phase: 'creating', quotedAmount: state.quotedAmount };
    case 'refused':
      return { phase: 'idle', alert: event.alert, quotedAmount: event.quotedAmount };
    case 'opened':
      return { phase: 'paying' };
    case 'failed':
      return { phase: 'idle', alert: event.alert, hasTried: true };
    case 'closed':
      // After a failure the alert stands; after a payment the window closes by itself.
      return state.phase === 'paying' ? { phase: 'idle', hasTried: true } : state;
    case 'reported':
      return { phase: 'confirming', notice: ONE_MOMENT };
    case 'paid':
      return { phase: 'paid', notice: ONE_MOMENT };
    case 'resumed':
      return { phase: 'confirming', notice: CONFIRMING };
    case 'waiting':
      return state.notice === CONFIRMING ? state : { phase: 'unconfirmed', alert: event.alert };
    case 'ended': {
      const { certain, alert, notice } = event;
      return { phase: certain ? 'idle' : 'unconfirmed', alert, notice };
    }
    case 'changed': {
      const { what = 'order' } = event;
      const { phase, alert } = state;
      const isGone = phase === 'idle' && (alert?.login ? 'session' : alert?.cause) === what;
      return {
        ...state,
        ...(isGone && { alert: undefined }),
        ...(what === 'order' && { quotedAmount: undefined }),
      };
    }
  }
}

/** Returns whether 'Place Order' reads 'Processing...'. */
export function isBusy({ phase }: CheckoutState): boolean {
  return phase === 'creating' || phase === 'confirming' || phase === 'paid';
}

/** Returns whether the payment window is open, or was paid in. */
export function isPaying({ phase }: CheckoutState): boolean {
  return phase !== 'idle' && phase !== 'creating';
}

/** Returns whether this browser may have a payment whose result it does not know. */
export function mayHavePending(): boolean {
  return storedPayments.read() !== undefined;
}
