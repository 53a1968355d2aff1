// How a payment ends, after a report of its window, a closed window, a return from the provider's page or an earlier
// visit. The result is verified, or the status of the payment order is requested, with growing pauses, until the server
// knows.
import type { PaymentReturn } from '../../shop/paths.ts';
import { PaymentStatusResponse, VerifyResponse } from '../../shop/payloads/payments.ts';
import { sendRequest } from '../platform/request.ts';
import type { RequestFailure } from '../platform/request.ts';
import type { Basket } from './paid-order.ts';
import { checkFailed, CONFIRMING, confirmNow, ONE_MOMENT } from './payment.ts';
import type { Alert, Payment, PaymentPage } from './payment.ts';
import {
  paymentToResume,
  readPending,
  removeAttemptKey,
  removePending,
  storePayment,
} from './stored-payments.ts';
import type { PendingPayment } from './stored-payments.ts';

type End =
  /** `orderId` is the payment provider's if the server does not name its own. */
  { kind: 'paid'; orderId: string } | { kind: UnpaidEnd };

type UnpaidEnd =
  /** Received, but not as it should be; the shop looks into it. */
  | 'attention'
  | 'signed-out'
  /** The server rejects the reported result, or does not know the payment order. */
  | 'refused'
  /** Not known yet. */
  | 'open';

const SECOND = 1000;
/** For a payment that was made: about five minutes. */
const PATIENT = [1, 2, 4, 8, 15, 30, 60, 60, 60, 60].map((seconds) => seconds * SECOND);
/** For one that was begun and perhaps abandoned: the person wants to go on. */
const BRIEF = [1, 2, 3].map((seconds) => seconds * SECOND);

/** Longer than usual: the server queries the payment provider before it responds. */
export const PATIENCE_MS = 20_000;

/** Error statuses that may be gone at the next try. */
const PASSING = new Set([408, 409, 425, 429]);

const text = 'Payment verification failed.';
const mayBePaid = (detail: string): Alert => ({ text, detail, mayBePaid: true });

/** The window reported a payment, but the server did not confirm it at the first try. It will be asked again. */
const notYetConfirmed = mayBePaid(
  'Your payment was made, but we could not confirm it yet. We will keep trying; please do not pay again.',
);

/** The bank or the person refused inside the payment window; only the bank knows what happened to the money. */
export const paymentFailed: Alert = {
  text: 'The payment did not go through.',
  detail: 'You can try again, or pay in another way.',
};

/** Back from the provider's page without a payment, as far as the server knows. */
const afterReturn: Readonly<Record<PaymentReturn, Alert | undefined>> = {
  made: undefined,
  failed: paymentFailed,
  refused: mayBePaid('If money has left your account, please do not pay again but contact us.'),
};

/**
 * Resumes the payment that this person began here and whose result is not known.
 * @param returned how the provider's page has sent them back, if it has
 */
export async function resume(
  page: PaymentPage,
  userId: string,
  returned?: PaymentReturn,
): Promise<void> {
  if (page.get().phase !== 'idle') return confirmNow(page);
  const alert = returned && afterReturn[returned];
  if (alert) page.set({ phase: 'idle', alert, hasTried: true });
  const payment = paymentToResume(readPending(page.now()), userId);
  if (!payment) return;
  if (!payment.result && (alert || payment.closed)) {
    storePayment({ ...payment, closed: true }, page.now());
    return checkOnce(page, payment);
  }
  page.set({ phase: 'confirming', notice: CONFIRMING });
  await confirm(page, payment, undefined, returned === 'made' || payment.result !== undefined);
}

/**
 * Confirms a payment, and shows how it ended.
 * @param basket its content, unless it was begun before this page was loaded
 * @param isMade it was probably paid: its result is known, or the provider says so
 */
export async function confirm(
  page: PaymentPage,
  payment: PendingPayment,
  basket?: Basket,
  isMade = payment.result !== undefined,
): Promise<void> {
  try {
    const end = await findEnd(page, payment, isMade ? PATIENT : BRIEF);
    if (end.kind === 'paid') return finish(page, payment, end.orderId, basket);
    const { store, show } = ends[end.kind](payment, isMade);
    if (!store) removePending(payment.orderId, page.now());
    // If it has not changed, it is already stored, unless a logout or another tab has deleted it meanwhile.
    else if (store !== payment) storePayment(store, page.now());
    page.set(show);
  } catch (fault) {
    // The page was left during a pause: the next visit resumes the payment.
    if (fault instanceof DOMException && fault.name === 'AbortError') return;
    page.set({ phase: 'idle', alert: checkFailed });
    throw fault;
  }
  if (page.get().phase !== 'unconfirmed') return;
  void untilTapped(page).then(() => confirm(page, payment, basket, isMade));
}

/** Asks once about a payment whose window was closed: it may have been made in another app. */
export async function checkOnce(
  page: PaymentPage,
  payment: PendingPayment,
  basket?: Basket,
): Promise<void> {
  const end = await checkStatus(payment);
  if (end.kind === 'paid') finish(page, payment, end.orderId, basket);
}

function finish(
  page: PaymentPage,
  payment: PendingPayment,
  orderId: string,
  basket: Basket | undefined,
): void {
  removeAttemptKey(payment.userId);
  page.set({ phase: 'paid', notice: ONE_MOMENT });
  // Another tab may have settled it first, and removed the lines from the cart.
  const isFirst = removePending(payment.orderId, page.now());
  page.onPaid(orderId, isFirst ? payment.cartLines : [], basket);
}

interface Outcome {
  /** The payment to go on storing; none if it is settled, one way or the other. */
  store?: PendingPayment;
  show: Payment;
}

/** What to store and what to show, for every end but 'paid', which leads away from the page. */
const ends: Record<UnpaidEnd, (payment: PendingPayment, isMade: boolean) => Outcome> = {
  attention() {
    const alert = mayBePaid(
      'We have received your payment, but it needs a closer look. Please do not pay again; we will write to you shortly.',
    );
    return { show: { phase: 'idle', alert } };
  },
  refused(payment) {
    if (!payment.result) return { show: { phase: 'idle' } };
    const detail = `If money has left your account, please contact us and quote payment ID ${payment.result.paymentId}.`;
    return { store: asAttempt(payment), show: { phase: 'idle', alert: { text, detail } } };
  },
  'signed-out'(payment, isMade) {
    if (!isMade) return { store: asAttempt(payment), show: { phase: 'idle' } };
    const alert = mayBePaid(
      'Please log in again so that we can confirm your payment. Do not pay again.',
    );
    return {
      store: payment,
      show: { phase: 'unconfirmed', alert: { ...alert, cause: 'session' } },
    };
  },
  // Every try is used up. The server continues by itself, with webhook and reconciler.
  open(payment, isMade) {
    const notice =
      'No payment has reached us for your last try. If your bank shows one, please wait for our e-mail; otherwise you can place the order again.';
    if (!isMade) return { store: asAttempt(payment), show: { phase: 'idle', notice } };
    const alert = mayBePaid(
      'Your payment was made, but we could not confirm it yet. Please do not pay again. Once it is confirmed, we will write to you and the order will appear under Your Orders.',
    );
    return { store: payment, show: { phase: 'unconfirmed', alert } };
  },
};

/** Returns the payment without its result: an attempt like any other, about which each visit asks once. */
function asAttempt({ orderId, userId, startedAt, cartLines }: PendingPayment): PendingPayment {
  return { orderId, userId, startedAt, cartLines, closed: true };
}

/** Asks until the payment is settled or the pauses (ms) are used up. */
async function findEnd(
  page: PaymentPage,
  payment: PendingPayment,
  pauses: readonly number[],
): Promise<End> {
  for (const pause of pauses) {
    const end = await checkStatus(payment);
    if (end.kind !== 'open') return end;
    const shown = page.get();
    // An earlier payment is confirmed as quietly as it was resumed.
    if (shown.phase === 'confirming' && shown.notice === ONE_MOMENT) {
      page.set({ phase: 'unconfirmed', alert: notYetConfirmed });
    }
    await untilTapped(page, page.wait(pause));
  }
  return checkStatus(payment);
}

/** Resolves when 'Place Order' was tapped (`confirmNow`), or with the pause. */
async function untilTapped(page: PaymentPage, pause?: Promise<void>): Promise<void> {
  let unsubscribe = () => {};
  const tapped = new Promise<void>((resolve) => {
    unsubscribe = page.subscribe(() => {
      if (page.get().phase === 'confirming') resolve();
    });
  });
  await Promise.race([tapped, pause ?? tapped]).finally(unsubscribe);
}

async function checkStatus(payment: PendingPayment): Promise<End> {
  if (!payment.result) return requestStatus(payment.orderId);
  const verified = await verify(payment, payment.result);
  if (verified.kind !== 'refused') return verified;
  // The webhook may have reported to the server what the browser could not.
  const status = await requestStatus(payment.orderId);
  return status.kind === 'paid' || status.kind === 'attention' ? status : verified;
}

/**
 * Sends the specification's payload. The details are missing only if the browser forgot them, as after a logout. Status 200
 * alone is a success (section 7).
 */
async function verify(
  { orderId, details }: PendingPayment,
  { paymentId, signature }: NonNullable<PendingPayment['result']>,
): Promise<End> {
  const response = await sendRequest('/payments/verify', {
    method: 'POST',
    body: {
      ...details,
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: signature,
    },
    schema: VerifyResponse,
    success: 200,
    timeLimitMs: PATIENCE_MS,
  });
  return response.ok
    ? { kind: 'paid', orderId: response.value.orderId ?? orderId }
    : interpretFailure(response);
}

/** @param providerOrderId the payment provider's id of the payment order */
async function requestStatus(providerOrderId: string): Promise<End> {
  const response = await sendRequest(`/payments/orders/${encodeURIComponent(providerOrderId)}`, {
    schema: PaymentStatusResponse,
    timeLimitMs: PATIENCE_MS,
  });
  if (!response.ok) return interpretFailure(response);
  const payment = response.value;
  if (payment.status === 'paid') return { kind: 'paid', orderId: payment.orderId };
  return { kind: payment.status === 'attention' ? 'attention' : 'open' };
}

function interpretFailure({ kind, status, code }: RequestFailure): End {
  if (status === 401) return { kind: 'signed-out' };
  if (code === 'payment-attention') return { kind: 'attention' };
  const isPassing = kind !== 'problem' || status >= 500 || PASSING.has(status);
  return { kind: isPassing ? 'open' : 'refused' };
}
