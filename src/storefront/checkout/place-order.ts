// One payment from 'Place Order' to the order: creates the payment order, opens the window, stores its result, and has
// it confirmed. One at a time, and never two for one order.
import type { RequestFailure, RequestResult } from '../platform/request.ts';
import { toRupees } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import type { LineRequest, Quote } from '../../shop/price.ts';
import { PaymentOrderResponse, verificationDetails } from '../../shop/payloads/payments.ts';
import type { PaymentOrderRequest, VerifyRequest } from '../../shop/payloads/payments.ts';
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import { sendRequest } from '../platform/request.ts';
import {
  BRIEF,
  confirmPayment,
  ONCE,
  decideOutcome,
  PATIENCE_MS,
  PATIENT,
  paymentStatus,
  verifyPayment,
} from './confirm-payment.ts';
import * as alerts from './alerts.ts';
import {
  attemptKeyFor,
  removeAttemptKey,
  paymentToResume,
  readPending,
  storePayment,
  removePending,
} from './stored-payments.ts';
import { windowFailed } from './payment-state.ts';
import type { Alert, CheckoutEvent } from './payment-state.ts';
import { openPaymentWindow } from './payment-window.ts';
import type { PendingPayment } from './stored-payments.ts';
import type { Basket, OnPaid } from './paid-order.ts';

const paymentCalls = { createPaymentOrder, paymentStatus, verifyPayment };

export interface PaymentFlowParts {
  /** The shop's server, or a test's replacement. */
  calls?: typeof paymentCalls;
  /** The provider's window, or a test's replacement. */
  openWindow?: typeof openPaymentWindow;
  /** Resolves after so many ms; rejects with an AbortError when the page is left. */
  wait(ms: number): Promise<void>;
  now(): Date;
  dispatch(event: CheckoutEvent): void;
  onPaid: OnPaid;
}

export interface OrderAttempt {
  request: PaymentOrder;
  /** What the page showed of the request's items. */
  quote: Quote;
  userId: string;
  /** The cart lines that it pays for; none for Buy Now. */
  cartLines: readonly LineRequest[];
}

export interface PaymentFlow {
  /** Returns whether a payment is under way. If one waits to be confirmed, the server is asked again at once. */
  isUnderway(): boolean;
  /** Places the order. Resolves to the server's refusal if there is one; does nothing while a payment is under way. */
  pay(purchase: OrderAttempt): Promise<RequestFailure | undefined>;
  /** Resumes the payment that this person began here and whose result is not known. */
  resume(userId: string): Promise<void>;
}

export function createPaymentFlow({
  calls = paymentCalls,
  openWindow = openPaymentWindow,
  wait,
  now,
  dispatch,
  onPaid,
}: PaymentFlowParts): PaymentFlow {
  /** Set in the same tick as the tap, long before the page shows it. */
  let isBusy = false;
  /** The window reported it as paid; the server has not confirmed it. */
  let unconfirmed: PendingPayment | undefined;
  let endPause = () => {};
  /** The content of the orders that this page pays for, by the id of the payment order. */
  const baskets = new Map<string, Basket>();

  const pause = (ms: number) =>
    Promise.race([
      wait(ms),
      new Promise<void>((resolve) => {
        endPause = resolve;
      }),
    ]);

  function paid(payment: PendingPayment, orderId: string): void {
    isBusy = true;
    removeAttemptKey();
    dispatch({ type: 'paid' });
    // Another tab may have settled it first, and removed the lines from the cart.
    const first = removePending(payment.orderId, now());
    onPaid(orderId, first ? payment.cartLines : [], baskets.get(payment.orderId));
  }

  async function confirm(payment: PendingPayment): Promise<void> {
    isBusy = true;
    unconfirmed = payment.result && payment;
    const pauses = payment.result ? PATIENT : BRIEF;
    const onWaiting = () => dispatch({ type: 'waiting', alert: alerts.notYetConfirmed });
    const end = await confirmPayment(payment, calls, pauses, pause, onWaiting);
    if (end.kind === 'paid') return paid(payment, end.orderId);
    const { store: keep, event } = decideOutcome(payment, end);
    isBusy = false;
    unconfirmed = keep?.result && keep;
    if (!keep) removePending(payment.orderId, now());
    // If it has not changed, it is already stored, unless a logout or another tab has deleted it meanwhile.
    else if (keep !== payment) storePayment(keep, now());
    dispatch(event);
  }

  /** Asks once about a payment whose window was closed: it may have been made in another app. */
  async function lookOnce(payment: PendingPayment): Promise<void> {
    const end = await confirmPayment(payment, calls, ONCE, pause);
    if (end.kind === 'paid') paid(payment, end.orderId);
  }

  function begin(order: PaymentOrderResponse, purchase: OrderAttempt): PendingPayment {
    const { userId, cartLines } = purchase;
    const payment = { orderId: order.id, userId, startedAt: now().toISOString(), cartLines };
    storePayment(payment, now());
    baskets.set(order.id, { lines: purchase.request.items, amount: order.amount });
    return payment;
  }

  async function openWindowFor(order: PaymentOrderResponse, purchase: OrderAttempt): Promise<void> {
    const payment = begin(order, purchase);
    const { customerName: name, email, phoneNumber } = purchase.request.delivery;
    let reported = false;
    try {
      await openWindow(
        order,
        { name, email, phoneNumber },
        {
          paid(result) {
            reported = true;
            const made = withResult(payment, result, purchase, order.amount);
            storePayment(made, now());
            dispatch({ type: 'reported' });
            void untilLeft(confirm(made));
          },
          failed() {
            if (reported) return;
            isBusy = false;
            dispatch({ type: 'failed', alert: alerts.paymentFailed });
          },
          closed() {
            if (reported) return;
            isBusy = false;
            storePayment({ ...payment, closed: true }, now());
            dispatch({ type: 'closed' });
            void untilLeft(lookOnce(payment));
          },
        },
      );
      dispatch({ type: 'opened' });
    } catch {
      isBusy = false;
      removePending(order.id, now());
      dispatch({ type: 'refused', alert: windowFailed });
    }
  }

  function refuse(alert: Alert, quotedAmount?: Paise): void {
    isBusy = false;
    dispatch({ type: 'refused', alert, ...(quotedAmount !== undefined && { quotedAmount }) });
  }

  function isTaken(): boolean {
    if (unconfirmed) {
      dispatch({ type: 'reported' });
      if (isBusy) endPause();
      else void untilLeft(confirm(unconfirmed));
    }
    return isBusy;
  }

  async function pay(purchase: OrderAttempt): Promise<RequestFailure | undefined> {
    if (isTaken()) return undefined;
    // Pressed before an earlier payment was resumed: that one comes first.
    if (paymentToResume(readPending(now()), purchase.userId)?.result) {
      await resume(purchase.userId);
      return undefined;
    }
    isBusy = true;
    dispatch({ type: 'submitted' });
    const { request } = purchase;
    const reply = await calls.createPaymentOrder(request, attemptKeyFor(request));
    if (!reply.ok) {
      if (isFinal(reply)) removeAttemptKey();
      refuse(alerts.orderRefused(reply), alerts.readQuotedAmount(reply));
      return reply;
    }
    const order = reply.value;
    if (toRupees(order.amount) === request.totalAmount) await openWindowFor(order, purchase);
    else refuse(alerts.priceChanged(order.amount), order.amount);
    return undefined;
  }

  async function resume(userId: string): Promise<void> {
    const payment = paymentToResume(readPending(now()), userId);
    if (!payment || isBusy) return;
    if (payment.closed && !payment.result) return untilLeft(lookOnce(payment));
    dispatch({ type: 'resumed' });
    await untilLeft(confirm(payment));
  }

  return { isUnderway: isTaken, pay, resume };
}

/** Adds the result of the window and the details for the verification, which needs a result. */
function withResult(
  payment: PendingPayment,
  result: VerifyRequest | undefined,
  { quote, request: { delivery } }: OrderAttempt,
  amount: Paise,
): PendingPayment {
  if (!result) return payment;
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = result;
  const details = { ...verificationDetails(quote, delivery, amount) };
  return { ...payment, result: { paymentId, signature }, details };
}

/** Returns whether the same request would be refused again, so that its key is useless. */
function isFinal({ kind, status }: RequestFailure): boolean {
  return kind === 'problem' && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** A pause rejects when the page is left: then the next visit resumes the payment. */
async function untilLeft(work: Promise<void>): Promise<void> {
  await work.catch((reason: unknown) => {
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) throw reason;
  });
}

// The validation of the form, fetched on first use. A separate module that nothing else imports: otherwise the bundler
// adds a helper, and a file for it, to every page.
export { checkDelivery } from '../../shop/forms/delivery.ts';

/** The request that the server parses, with the delivery details as the form validated them. */
interface PaymentOrder extends Omit<PaymentOrderRequest, 'delivery'> {
  delivery: DeliveryDetails;
}

/**
 * Creates a payment order. The same key with the same request always resolves to the same payment order. A 409 has
 * the right amount if `totalAmount` is not the server's own price.
 */
function createPaymentOrder(
  request: PaymentOrder,
  idempotencyKey: string,
): Promise<RequestResult<PaymentOrderResponse>> {
  return sendRequest('/payments/orders', {
    method: 'POST',
    body: request,
    headers: { 'Idempotency-Key': idempotencyKey },
    schema: PaymentOrderResponse,
    timeLimitMs: PATIENCE_MS,
  });
}
