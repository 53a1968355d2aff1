// One payment from 'Place Order' to the report of its window: creates the payment order, opens the window, and stores
// every step, so that a reload can go on. One at a time, and never two for one order.
import type { DeliveryDetails } from '../../shop/forms/delivery.ts';
import type { Paise } from '../../shop/money.ts';
import { PaymentOrderResponse, verificationDetails } from '../../shop/payloads/payments.ts';
import type { PaymentOrderRequest, VerifyRequest } from '../../shop/payloads/payments.ts';
import type { LineRequest, Quote } from '../../shop/price.ts';
import { asRecord } from '../cart/start-checkout.ts';
import { sendRequest } from '../platform/request.ts';
import type { RequestFailure, RequestResult } from '../platform/request.ts';
import { checkOnce, confirm, PATIENCE_MS, paymentFailed, resume } from './confirm-payment.ts';
import { confirmNow, ONE_MOMENT, windowFailed } from './payment.ts';
import type { Alert, Cause, PaymentPage } from './payment.ts';
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

// The form's rules come with it: an import() of their own would cost every page a helper and a file.
export { checkDelivery } from '../../shop/forms/delivery.ts';

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

/** Resolves to the server's refusal if there is one. While a payment is under way, none is begun. */
export async function placeOrder(
  page: PaymentPage,
  attempt: OrderAttempt,
): Promise<RequestFailure | undefined> {
  const before = page.get();
  if (before.phase !== 'idle') return void confirmNow(page);
  // Pressed before an earlier payment was resumed: that one comes first.
  if (paymentToResume(readPending(page.now()), attempt.userId)?.result) {
    return void (await resume(page, attempt.userId));
  }
  // In the tick of the tap: a second tap must find it.
  page.set({ phase: 'creating', quotedAmount: before.quotedAmount });
  const response = await createPaymentOrder(attempt).catch((fault: unknown) => {
    page.set({ phase: 'idle', alert: windowFailed });
    throw fault;
  });
  if (response.ok) return void (await payInWindow(page, response.value, attempt));
  const quotedAmount = readQuotedAmount(response);
  page.set({ phase: 'idle', alert: orderRefused(response), quotedAmount });
  return response;
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

/** Returns the alert for a payment order that was not created: nothing was charged, because no window opened. */
function orderRefused(failure: RequestFailure): Alert {
  if (failure.kind === 'malformed') return { text: 'Invalid order data received from server.' };
  const text = 'Failed to initiate payment.';
  if (failure.status === 401)
    return { text, detail: 'Please log in to continue.', cause: 'session' };
  return { text, detail: failure.detail || 'Please try again.', cause: refusedPart(failure) };
}

/** Returns what the server refused: the form's fields, or items, coupon or price. */
function refusedPart({ status, errors: [error] }: RequestFailure): Cause | undefined {
  if (error?.field.startsWith('delivery.')) return 'delivery';
  return error || status === 409 ? 'order' : undefined;
}

/** Returns the server's own price if it refused the displayed one with a 409. */
function readQuotedAmount({ status, body }: RequestFailure): Paise | undefined {
  const { amount } = asRecord(body);
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
  return status === 409 && isAmount ? amount : undefined;
}

async function payInWindow(
  page: PaymentPage,
  order: PaymentOrderResponse,
  attempt: OrderAttempt,
): Promise<void> {
  const { request, userId, cartLines, leaves } = attempt;
  const startedAt = page.now().toISOString();
  const payment: PendingPayment = { orderId: order.id, userId, startedAt, cartLines };
  const basket = { lines: request.items, amount: order.amount };
  storePayment(payment, page.now());
  let isReported = false;
  const events: PaymentWindowEvents = {
    paid(result) {
      isReported = true;
      const made = withResult(payment, result, attempt, order);
      storePayment(made, page.now());
      page.set({ phase: 'confirming', notice: ONE_MOMENT });
      void confirm(page, made, basket);
    },
    failed() {
      if (!isReported) page.set({ phase: 'idle', alert: paymentFailed, hasTried: true });
    },
    closed() {
      // After a payment the window closes by itself.
      if (isReported) return;
      storePayment({ ...payment, closed: true }, page.now());
      // After a failure its alert stands.
      if (page.get().phase === 'paying') page.set({ phase: 'idle', hasTried: true });
      void checkOnce(page, payment, basket);
    },
  };
  try {
    await (page.openWindow ?? openPaymentWindow)(order, request.delivery, events, leaves);
    page.set({ phase: 'paying' });
  } catch {
    removePending(order.id, page.now());
    page.set({ phase: 'idle', alert: windowFailed });
  }
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
