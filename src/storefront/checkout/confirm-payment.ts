// Finds out how a payment ended: verifies the result of the window, or asks for the status of the payment order, again
// and again with growing pauses, until the server knows. Also decides what follows from the end.
import type { RequestResult } from '../platform/request.ts';
import type { VerificationDetails, VerifyRequest } from '../../shop/payloads/payments.ts';
import { PaymentStatusResponse, VerifyResponse } from '../../shop/payloads/payments.ts';
import { sendRequest } from '../platform/request.ts';
import * as alerts from './alerts.ts';
import type { CheckoutEvent } from './payment-state.ts';
import type { PendingPayment } from './stored-payments.ts';

interface ConfirmCalls {
  verifyPayment(payment: Verification): Promise<RequestResult<VerifyResponse>>;
  paymentStatus(orderId: string): Promise<RequestResult<PaymentStatusResponse>>;
}

type Confirmation =
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

const PASSING = new Set([408, 409, 425, 429]);

function ofFailure(failure: RequestResult<unknown> & { ok: false }): Interpretation {
  if (failure.status === 401) return { kind: 'signed-out' };
  if (failure.code === 'payment-attention') return { kind: 'attention' };
  const passing =
    failure.kind !== 'problem' || failure.status >= 500 || PASSING.has(failure.status);
  return passing ? { kind: 'wait' } : { kind: 'refused' };
}

/** Interprets the reply to a verification. */
export function ofVerification(reply: RequestResult<VerifyResponse>): Interpretation {
  return reply.ok ? { kind: 'paid', orderId: reply.value.orderId } : ofFailure(reply);
}

/** Interprets the reply to a request for the status. */
export function ofStatus(reply: RequestResult<PaymentStatusResponse>): Interpretation {
  if (!reply.ok) return ofFailure(reply);
  if (reply.value.status === 'paid') return { kind: 'paid', orderId: reply.value.orderId };
  return { kind: reply.value.status === 'attention' ? 'attention' : 'wait' };
}

async function checkStatus(payment: PendingPayment, calls: ConfirmCalls): Promise<Interpretation> {
  if (!payment.result) return ofStatus(await calls.paymentStatus(payment.orderId));
  const verified = ofVerification(
    await calls.verifyPayment({
      ...payment.details,
      razorpay_order_id: payment.orderId,
      razorpay_payment_id: payment.result.paymentId,
      razorpay_signature: payment.result.signature,
    }),
  );
  if (verified.kind !== 'refused') return verified;
  // The webhook may have reported to the server what the browser could not.
  const status = ofStatus(await calls.paymentStatus(payment.orderId));
  return status.kind === 'paid' || status.kind === 'attention' ? status : verified;
}

/**
 * Asks until the payment is settled or the pauses (ms) are used up.
 * @param onWaiting called each time a reply settles nothing and another try follows
 * @param wait resolves after the pause, or rejects when the page is left
 */
export async function confirmPayment(
  payment: PendingPayment,
  calls: ConfirmCalls,
  pauses: readonly number[],
  wait: (ms: number) => Promise<void>,
  onWaiting: () => void = () => {},
): Promise<Confirmation> {
  for (const pause of pauses) {
    const interpretation = await checkStatus(payment, calls);
    if (interpretation.kind !== 'wait') return interpretation;
    onWaiting();
    await wait(pause);
  }
  const last = await checkStatus(payment, calls);
  return last.kind === 'wait' ? { kind: 'open' } : last;
}

interface Outcome {
  /** The payment to go on remembering; none if it is settled, one way or the other. */
  store?: PendingPayment;
  event: CheckoutEvent;
}

/** Returns what to remember and what to show, for every end but 'paid', which leads away from the page. */
export function decideOutcome(
  payment: PendingPayment,
  end: Exclude<Confirmation, { kind: 'paid' }>,
): Outcome {
  // Without the result it is an attempt like any other: each visit asks once.
  const { result, details: _, ...begun } = payment;
  const attempt: PendingPayment = { ...begun, closed: true };

  if (end.kind === 'attention') {
    return { event: { type: 'ended', certain: true, alert: alerts.needsAttention } };
  }
  if (!result) {
    if (end.kind === 'refused') return { event: { type: 'ended', certain: true } };
    const notice = end.kind === 'open' && { notice: alerts.NOTHING_RECEIVED };
    return { store: attempt, event: { type: 'ended', certain: true, ...notice } };
  }
  if (end.kind === 'refused') {
    const alert = alerts.verificationRefused(result.paymentId);
    return { store: attempt, event: { type: 'ended', certain: true, alert } };
  }
  const alert =
    end.kind === 'signed-out' ? alerts.signedOutBeforeConfirming : alerts.stillUnconfirmed;
  return { store: payment, event: { type: 'ended', certain: false, alert } };
}

// API client for payments.

/** Longer than usual: the server queries the payment provider before it responds. */
export const PATIENCE_MS = 20_000;

/** The specification's payload. The details are missing only if the browser forgot them, as after a logout. */
export type Verification = VerifyRequest & Partial<VerificationDetails>;

/**
 * Sends the result of the payment window and what was bought. Resolves to the shop's order id, also when repeated.
 */
export function verifyPayment(payment: Verification): Promise<RequestResult<VerifyResponse>> {
  return sendRequest('/payments/verify', {
    method: 'POST',
    body: payment,
    schema: VerifyResponse,
    timeLimitMs: PATIENCE_MS,
  });
}

/** Resolves to the status of a payment order, by the payment provider's id. */
export function paymentStatus(
  providerOrderId: string,
): Promise<RequestResult<PaymentStatusResponse>> {
  return sendRequest(`/payments/orders/${encodeURIComponent(providerOrderId)}`, {
    schema: PaymentStatusResponse,
    timeLimitMs: PATIENCE_MS,
  });
}
