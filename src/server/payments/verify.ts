// After the payment window closed: the browser reports a payment, or asks for the state of one that it lost. The report
// only names a payment: the signature shows that it is real, the provider says how much was paid, and settling decides.
import * as v from 'valibot';
import { brand } from '../../shop/brand.ts';
import { idField } from '../../shop/forms/fields.ts';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import type { PaymentReturn } from '../../shop/paths.ts';
import { VerifyRequest } from '../../shop/payloads/payments.ts';
import type { PaymentStatusResponse } from '../../shop/payloads/payments.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Database } from '../platform/database/schema.ts';
import type { CurrentUser } from '../platform/http/api.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import { findAttemptByProviderOrder, scheduleCheck } from './attempts.ts';
import type { Attempt, AttemptWithOrder } from './attempts.ts';
import { checkAttempt } from './check-attempt.ts';
import { isProviderError } from './provider.ts';
import type { PaymentProvider, ProviderPayment } from './provider.ts';
import { isWindowSignature } from './razorpay.ts';
import { findSettlement, mayNotify, settleUnrecorded } from './settle.ts';

const orderIdField = idField('not an id', 100);

interface Parts {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  payment: PaymentConfig;
  mailer: { kick(): unknown };
}

/**
 * Confirms a payment and resolves to its order, also when repeated. Throws 400 for a wrong signature, 404 for a
 * payment order that is not the account's, 409 while no fitting payment has come in, 503 when the provider cannot be
 * asked. Nothing is written unless the payment is genuine.
 */
export async function verifyPayment(
  parts: Parts,
  { user, request, log }: { user: CurrentUser; request: VerifyRequest; log: Logger },
): Promise<{ orderId: string }> {
  const attempt = await findAttemptByProviderOrder(parts.db, request.razorpay_order_id);
  if (attempt?.user_id !== user.id) {
    log.warn(
      { user: user.id, attempt: attempt?.id },
      'verify: not a payment order of this account',
    );
    throw notYours();
  }
  return confirmReport(parts, { attempt, request, log });
}

/** Does the same for a report whose payment order was found, whoever sends it. */
export async function confirmReport(
  parts: Parts,
  { attempt, request, log }: { attempt: AttemptWithOrder; request: VerifyRequest; log: Logger },
): Promise<{ orderId: string }> {
  const { db, clock, mailer } = parts;
  // The report's id found the attempt; what is compared with the signature is the attempt's own.
  const providerOrderId = attempt.provider_order_id ?? '';
  const paymentId = request.razorpay_payment_id;
  if (!isSigned(request, providerOrderId, parts.payment.keySecret)) {
    log.warn({ user: attempt.user_id, attempt: attempt.id }, 'verify: wrong signature');
    throw new ProblemError(400, 'This payment could not be confirmed: its signature is wrong.', {
      code: 'payment-signature',
    });
  }
  const { order_id: orderId, paid_by: paidBy } = attempt;
  if (orderId !== null && paidBy === paymentId) return { orderId };

  crashAt('verify:before-ask');
  const payment = await fetchPayment(parts, attempt, paymentId, log);
  if (payment.id !== paymentId || payment.orderId !== providerOrderId) {
    log.error({ attempt: attempt.id }, 'verify: the provider knows this payment for another order');
    throw new ProblemError(400, 'This payment belongs to another order.');
  }
  crashAt('verify:before-settle');
  const settlement = await settleUnrecorded(db, clock, payment);
  log.info({ attempt: attempt.id, outcome: settlement.outcome }, 'verify: settled');
  crashAt('verify:after-settle');
  if (mayNotify(settlement)) mailer.kick();
  if (settlement.outcome === 'paid') return { orderId: settlement.orderId };
  throw settlement.outcome === 'attention' ? needsAttention() : stillPending();
}

/** Returns whether the payment provider signed the report, as one of the payment order `providerOrderId`. */
export function isSigned(request: VerifyRequest, providerOrderId: string, secret: string): boolean {
  const signed = { providerOrderId, paymentId: request.razorpay_payment_id };
  return isWindowSignature(request.razorpay_signature, signed, secret);
}

async function fetchPayment(
  { db, clock, provider }: Parts,
  attempt: Attempt,
  paymentId: string,
  log: Logger,
): Promise<ProviderPayment> {
  try {
    return await provider.fetchPayment(paymentId);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    log.error({ err: error, attempt: attempt.id }, 'verify: the provider could not be asked');
    // The signature is genuine, so somebody paid: this must not wait until the next check is due.
    await scheduleCheck(db, attempt.id, clock());
    throw cannotConfirm();
  }
}

/**
 * Resolves to the state of the account's payment order, for a browser that was closed, crashed or was reloaded before
 * the confirmation. Payments that were captured meanwhile are settled at once. Throws 404 for any other order. It stays
 * 'pending' while the provider cannot be asked: the webhook may still report the payment.
 */
export async function paymentStatus(
  parts: Parts,
  request: { user: CurrentUser; providerOrderId: string; log: Logger },
): Promise<PaymentStatusResponse> {
  const { db } = parts;
  const { user, providerOrderId, log } = request;
  if (!v.is(orderIdField, providerOrderId)) throw notYours();
  const attempt = await findAttemptByProviderOrder(db, providerOrderId);
  if (attempt?.user_id !== user.id) throw notYours();
  if (attempt.order_id === null) {
    const check = { attempt, providerOrderId, source: 'status', log } as const;
    await checkAttempt(parts, check).catch((error: unknown) => {
      if (!isProviderError(error)) throw error;
      log.warn({ err: error, attempt: attempt.id }, 'status: the provider could not be asked');
    });
  }
  const settlement = await findSettlement(db, providerOrderId);
  if (settlement.outcome === 'paid') return { status: 'paid', orderId: settlement.orderId };
  return { status: settlement.outcome === 'attention' ? 'attention' : 'pending' };
}

/** The same for an order of another account and for one that nobody has. */
function notYours(): ProblemError {
  return new ProblemError(404, 'This payment does not belong to an order of your account.');
}

/** After the payment window: the shopper may have paid. */
export function cannotConfirm(): ProblemError {
  return new ProblemError(
    503,
    'Your payment is being confirmed. Please do not pay again: the order appears under Your orders as soon as the payment service answers.',
    { code: 'payment-unconfirmed' },
    { 'Retry-After': '5' },
  );
}

function stillPending(): ProblemError {
  return new ProblemError(
    409,
    'The payment is not complete yet. If your bank is still working on it, please do not pay again: the order appears under Your orders once the money is in.',
    { code: 'payment-pending' },
  );
}

function needsAttention(): ProblemError {
  return new ProblemError(
    409,
    `Your payment reached us but does not match the order, so a person is looking at it. Please do not pay again; you can reach us at ${brand.phoneDisplay}.`,
    { code: 'payment-attention' },
  );
}

interface Return {
  form: URLSearchParams;
  log: Logger;
  warnOfStranger: (message: string) => void;
}

/**
 * Settles the payment that the form reports, and resolves to the path of the page on which the shopper goes on: /success
 * with the order; /success, which asks again, while nobody knows whether it was paid; the delivery form after a failure.
 * A failure is taken from nobody: the delivery form asks for the status.
 */
export async function receiveCallback(
  parts: Parameters<typeof confirmReport>[0],
  { form, log, warnOfStranger }: Return,
): Promise<string> {
  const report = v.safeParse(VerifyRequest, Object.fromEntries(form));
  if (!report.success) {
    const how = form.has('error[code]') ? 'failed' : 'refused';
    warnOfStranger(`callback: no payment, ${how}`);
    return returnPath(how);
  }
  try {
    const request = report.output;
    // Nothing is looked up for what anybody can send, so it need not be counted.
    if (!isSigned(request, request.razorpay_order_id, parts.payment.keySecret)) {
      warnOfStranger('callback: wrong signature');
      return returnPath('refused');
    }
    const attempt = await findAttemptByProviderOrder(parts.db, request.razorpay_order_id);
    if (attempt === undefined) {
      log.warn('callback: not a payment order of this shop');
      return returnPath('refused');
    }
    const { orderId } = await confirmReport(parts, { attempt, request, log });
    return `/success?order=${encodeURIComponent(orderId)}`;
  } catch (error) {
    const isExpected = error instanceof ProblemError;
    if (isExpected && error.status === 400) return returnPath('refused');
    // Somebody may have paid, whatever this is: a problem of ours must not invite a second payment.
    log[isExpected ? 'warn' : 'error']({ err: error }, 'callback: not confirmed');
    return returnPath('made');
  }
}

function returnPath(how: PaymentReturn): string {
  return `${how === 'made' ? '/success' : PAYMENT_PAGE}?payment=${how}`;
}
