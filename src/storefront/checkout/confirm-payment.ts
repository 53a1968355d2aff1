// Finds out how a payment ended: verifies the result of the window, or requests the status of the payment order, again
// and again with growing pauses, until the server knows. Also decides what follows from the end.
import { PaymentStatusResponse, VerifyResponse } from '../../shop/payloads/payments.ts';
import { sendRequest } from '../platform/request.ts';
import type { RequestFailure } from '../platform/request.ts';
import * as alerts from './alerts.ts';
import type { CheckoutEvent } from './payment-state.ts';
import type { PendingPayment } from './stored-payments.ts';

type Confirmation =
  /** `orderId` is the payment provider's if the server does not name its own. */
  | { kind: 'paid'; orderId: string }
  /** Received, but not as it should be; the shop looks into it. */
  | { kind: 'attention' }
  | { kind: 'signed-out' }
  /** The server rejects the reported result. */
  | { kind: 'refused' }
  /** Every try is used up without a result. */
  | { kind: 'open' };

type Interpretation = Confirmation | { kind: 'wait' };

const SECOND = 1000;
/** For a payment that was made: about five minutes. */
export const PATIENT = [1, 2, 4, 8, 15, 30, 60, 60, 60, 60].map((seconds) => seconds * SECOND);
/** For one that was begun and perhaps abandoned: the person wants to go on. */
export const BRIEF = [1, 2, 3].map((seconds) => seconds * SECOND);
/** For one whose window was closed: a single request. */
export const ONCE: readonly number[] = [];

/** Longer than usual: the server queries the payment provider before it responds. */
export const PATIENCE_MS = 20_000;

/** Error statuses that may be gone at the next try. */
const PASSING = new Set([408, 409, 425, 429]);

/**
 * Asks until the payment is settled or the pauses (ms) are used up.
 * @param wait resolves after the pause, or rejects when the page is left
 * @param onWaiting called each time a response settles nothing and another try follows
 */
export async function confirmPayment(
  payment: PendingPayment,
  pauses: readonly number[],
  wait: (ms: number) => Promise<void>,
  onWaiting: () => void = () => {},
): Promise<Confirmation> {
  for (const pause of pauses) {
    const interpretation = await checkStatus(payment);
    if (interpretation.kind !== 'wait') return interpretation;
    onWaiting();
    await wait(pause);
  }
  const last = await checkStatus(payment);
  return last.kind === 'wait' ? { kind: 'open' } : last;
}

async function checkStatus(payment: PendingPayment): Promise<Interpretation> {
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
): Promise<Interpretation> {
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
async function requestStatus(providerOrderId: string): Promise<Interpretation> {
  const response = await sendRequest(`/payments/orders/${encodeURIComponent(providerOrderId)}`, {
    schema: PaymentStatusResponse,
    timeLimitMs: PATIENCE_MS,
  });
  if (!response.ok) return interpretFailure(response);
  const payment = response.value;
  if (payment.status === 'paid') return { kind: 'paid', orderId: payment.orderId };
  return { kind: payment.status === 'attention' ? 'attention' : 'wait' };
}

function interpretFailure({ kind, status, code }: RequestFailure): Interpretation {
  if (status === 401) return { kind: 'signed-out' };
  if (code === 'payment-attention') return { kind: 'attention' };
  const isPassing = kind !== 'problem' || status >= 500 || PASSING.has(status);
  return { kind: isPassing ? 'wait' : 'refused' };
}

interface Outcome {
  /** The payment to go on storing; none if it is settled, one way or the other. */
  store?: PendingPayment;
  event: Extract<CheckoutEvent, { type: 'ended' }>;
}

/**
 * Returns what to store and what to show, for every end but 'paid', which leads away from the page.
 * @param isMade it was probably paid
 */
export function decideOutcome(
  payment: PendingPayment,
  end: Exclude<Confirmation, { kind: 'paid' }>,
  isMade: boolean,
): Outcome {
  // Without the result it is an attempt like any other: each visit asks once.
  const { result, details: _, ...begun } = payment;
  const attempt: PendingPayment = { ...begun, closed: true };

  if (end.kind === 'attention') {
    return { event: { type: 'ended', certain: true, alert: alerts.needsAttention } };
  }
  if (!result && end.kind === 'refused') return { event: { type: 'ended', certain: true } };
  if (!isMade) {
    const notice = end.kind === 'open' && { notice: alerts.NOTHING_RECEIVED };
    return { store: attempt, event: { type: 'ended', certain: true, ...notice } };
  }
  if (result && end.kind === 'refused') {
    const alert = alerts.verificationRefused(result.paymentId);
    return { store: attempt, event: { type: 'ended', certain: true, alert } };
  }
  const alert =
    end.kind === 'signed-out' ? alerts.signedOutBeforeConfirming : alerts.stillUnconfirmed;
  return { store: payment, event: { type: 'ended', certain: false, alert } };
}
