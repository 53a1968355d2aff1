// One payment from 'Place Order' to the placed order: creates the payment order, opens the window, has its result
// confirmed, and remembers every step, so that a reload can go on. One at a time, and never two for one order.
import { checkDelivery } from '../../shop/forms/delivery.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import { toRupees } from '../../shop/money.ts';
import type { PaymentReturn } from '../../shop/paths.ts';
import { PaymentOrderResponse, verificationDetails } from '../../shop/payloads/payments.ts';
import type { PaymentOrderRequest, VerifyRequest } from '../../shop/payloads/payments.ts';
import type { LineRequest, Quote } from '../../shop/price.ts';
import { sendRequest } from '../platform/request.ts';
import type { RequestFailure, RequestResult } from '../platform/request.ts';
import * as alerts from './alerts.ts';
import {
  BRIEF,
  confirmPayment,
  decideOutcome,
  ONCE,
  PATIENCE_MS,
  PATIENT,
} from './confirm-payment.ts';
import type { Basket, OnPaid } from './paid-order.ts';
import { windowFailed } from './payment-state.ts';
import type { CheckoutEvent } from './payment-state.ts';
import { openPaymentWindow } from './payment-window.ts';
import type { PaymentWindowEvents } from './payment-window.ts';
import {
  attemptKeyFor,
  paymentToResume,
  readPending,
  removeAttemptKey,
  removePending,
  storePayment,
} from './stored-payments.ts';
import type { PendingPayment } from './stored-payments.ts';

export interface PaymentFlowParts {
  /** The provider's window, or a test's replacement. */
  openWindow?: typeof openPaymentWindow;
  /** Resolves after so many ms; rejects with an AbortError when the page is left. */
  wait(ms: number): Promise<void>;
  now(): Date;
  dispatch(event: CheckoutEvent): void;
  onPaid: OnPaid;
}

export interface OrderAttempt {
  /** The request that the server parses, with the delivery details as the form validated them. */
  request: Omit<PaymentOrderRequest, 'delivery'> & { delivery: DeliveryDetails };
  /** What the page showed of the request's items. */
  quote: Quote;
  userId: string;
  /** The cart lines that it pays for; none for Buy Now. */
  cartLines: readonly LineRequest[];
  /** The person chose to leave the page to pay; otherwise the browser decides. */
  leaves?: true | undefined;
}

export type PaymentFlow = ReturnType<typeof createPaymentFlow>;

export function createPaymentFlow({
  openWindow = openPaymentWindow,
  wait,
  now,
  dispatch,
  onPaid,
}: PaymentFlowParts) {
  /** Set in the same tick as the tap, long before the page shows it. */
  let isBusy = false;
  /** The window reported it as paid; the server has not confirmed it. */
  let unconfirmed: PendingPayment | undefined;
  let endPause = () => {};
  /** The content of the orders that this page pays for, by the id of the payment order. */
  const baskets = new Map<string, Basket>();

  /** Places the order. Resolves to the server's refusal if there is one; does nothing while a payment is under way. */
  async function pay(attempt: OrderAttempt): Promise<RequestFailure | undefined> {
    if (isUnderway()) return undefined;
    // Pressed before an earlier payment was resumed: that one comes first.
    if (paymentToResume(readPending(now()), attempt.userId)?.result) {
      await resume(attempt.userId);
      return undefined;
    }
    isBusy = true;
    dispatch({ type: 'submitted' });
    const response = await createPaymentOrder(attempt).catch((fault: unknown) => {
      release({ type: 'refused', alert: windowFailed });
      throw fault;
    });
    if (!response.ok) {
      const quotedAmount = alerts.readQuotedAmount(response);
      release({ type: 'refused', alert: alerts.orderRefused(response), quotedAmount });
      return response;
    }
    const order = response.value;
    if (toRupees(order.amount) === attempt.request.totalAmount) {
      await payInWindow(order, attempt);
    } else {
      const alert = alerts.priceChanged(order.amount);
      release({ type: 'refused', alert, quotedAmount: order.amount });
    }
    return undefined;
  }

  /** Returns whether a payment is under way. If one waits to be confirmed, the server is asked again at once. */
  function isUnderway(): boolean {
    if (unconfirmed) {
      dispatch({ type: 'reported' });
      if (isBusy) endPause();
      else void untilLeft(confirm(unconfirmed, true));
    }
    return isBusy;
  }

  /** 'Place Order' can be used again. */
  function release(event: CheckoutEvent): void {
    isBusy = false;
    dispatch(event);
  }

  async function payInWindow(order: PaymentOrderResponse, attempt: OrderAttempt): Promise<void> {
    const { request, userId, cartLines, leaves } = attempt;
    const payment = { orderId: order.id, userId, startedAt: now().toISOString(), cartLines };
    storePayment(payment, now());
    baskets.set(order.id, { lines: request.items, amount: order.amount });
    let isReported = false;
    try {
      const events: PaymentWindowEvents = {
        paid(result) {
          isReported = true;
          const made = withResult(payment, result, attempt, order);
          storePayment(made, now());
          dispatch({ type: 'reported' });
          void untilLeft(confirm(made));
        },
        failed() {
          if (!isReported) release({ type: 'failed', alert: alerts.paymentFailed });
        },
        closed() {
          if (isReported) return;
          storePayment({ ...payment, closed: true }, now());
          release({ type: 'closed' });
          void untilLeft(checkOnce(payment));
        },
      };
      await openWindow(order, request.delivery, events, leaves);
      dispatch({ type: 'opened' });
    } catch {
      removePending(order.id, now());
      release({ type: 'refused', alert: windowFailed });
    }
  }

  /** @param isMade it was probably paid: its result is known, or the provider says so */
  async function confirm(
    payment: PendingPayment,
    isMade = payment.result !== undefined,
  ): Promise<void> {
    isBusy = true;
    unconfirmed = isMade ? payment : undefined;
    const pauses = isMade ? PATIENT : BRIEF;
    const onWaiting = () => dispatch({ type: 'waiting', alert: alerts.notYetConfirmed });
    const end = await confirmPayment(payment, pauses, pause, onWaiting);
    if (end.kind === 'paid') return finish(payment, end.orderId);
    const { store, event } = decideOutcome(payment, end, isMade);
    unconfirmed = event.certain ? undefined : store;
    if (!store) removePending(payment.orderId, now());
    // If it has not changed, it is already stored, unless a logout or another tab has deleted it meanwhile.
    else if (store !== payment) storePayment(store, now());
    release(event);
  }

  /** Asks once about a payment whose window was closed: it may have been made in another app. */
  async function checkOnce(payment: PendingPayment): Promise<void> {
    const end = await confirmPayment(payment, ONCE, pause);
    if (end.kind === 'paid') finish(payment, end.orderId);
  }

  /** A pause between two requests; a tap ends it. */
  function pause(ms: number): Promise<void> {
    const tapped = new Promise<void>((resolve) => {
      endPause = resolve;
    });
    return Promise.race([wait(ms), tapped]);
  }

  function finish(payment: PendingPayment, orderId: string): void {
    isBusy = true;
    removeAttemptKey(payment.userId);
    dispatch({ type: 'paid' });
    // Another tab may have settled it first, and removed the lines from the cart.
    const isFirst = removePending(payment.orderId, now());
    onPaid(orderId, isFirst ? payment.cartLines : [], baskets.get(payment.orderId));
  }

  /**
   * Resumes the payment that this person began here and whose result is not known.
   * @param returned how the provider's page has sent them back, if it has
   */
  async function resume(userId: string, returned?: PaymentReturn): Promise<void> {
    if (isBusy) return;
    const alert = returned && alerts.afterReturn[returned];
    if (alert) dispatch({ type: 'failed', alert });
    const payment = paymentToResume(readPending(now()), userId);
    if (!payment) return;
    if (!payment.result && (alert || payment.closed)) {
      storePayment({ ...payment, closed: true }, now());
      return untilLeft(checkOnce(payment));
    }
    dispatch({ type: 'resumed' });
    await untilLeft(confirm(payment, returned === 'made' || payment.result !== undefined));
  }

  // The form's rules come with the flow: an import() of their own would cost every page a helper and a file.
  return { checkDelivery, isUnderway, pay, resume };
}

/**
 * Creates a payment order. The same request always resolves to the same payment order, until it is paid or refused for
 * good. A 409 has the right amount if `totalAmount` is not the server's own price.
 */
async function createPaymentOrder({
  request,
  userId,
}: OrderAttempt): Promise<RequestResult<PaymentOrderResponse>> {
  const response = await sendRequest('/payments/orders', {
    method: 'POST',
    body: request,
    headers: { 'Idempotency-Key': attemptKeyFor(request, userId) },
    schema: PaymentOrderResponse,
    timeLimitMs: PATIENCE_MS,
  });
  if (!response.ok && isFinal(response)) removeAttemptKey(userId);
  return response;
}

/** Returns whether the same request would be refused again, so that its key is useless. */
function isFinal({ kind, status }: RequestFailure): boolean {
  return kind === 'problem' && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Adds the result of the window and the details for the verification, which needs a result. */
function withResult(
  payment: PendingPayment,
  result: VerifyRequest | undefined,
  { quote, request: { delivery } }: OrderAttempt,
  { amount }: PaymentOrderResponse,
): PendingPayment {
  if (!result) return payment;
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = result;
  const details = { ...verificationDetails(quote, delivery, amount) };
  return { ...payment, result: { paymentId, signature }, details };
}

/** A pause rejects when the page is left: then the next visit resumes the payment. */
async function untilLeft(work: Promise<void>): Promise<void> {
  await work.catch((reason: unknown) => {
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
  });
}
