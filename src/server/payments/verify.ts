// What the browser reports after the payment window closed. The report only names a payment: the signature
// shows that it is real, the provider says how much was paid, and settling decides.
import type { Limits } from '../platform/http/limits.ts';
import type { PaymentConfig } from '../platform/settings.ts';
import type { PaymentProvider } from './provider.ts';
import type { Database } from '../platform/database/schema.ts';
import type {
  PaymentStatusResponse,
  VerifyResponse,
  VerifyRequest,
} from '../../shop/payloads/payments.ts';
import type { CurrentUser } from '../platform/http/api.ts';
import { crashAt } from '../platform/crash-points.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { createOrderId, findSettlement, settlePayment } from './settle.ts';
import { scheduleCheck, findAttemptByProviderOrder, findOrder } from './attempts.ts';
import {
  cannotConfirm,
  toPaymentFact,
  isProviderError,
  needsAttention,
  stillPending,
} from './provider.ts';
import { isWindowSignature } from './razorpay.ts';
import { checkAttempt } from './check-attempt.ts';

type VerifyParts = {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  payment: PaymentConfig;
  mailer: { kick(): unknown };
};

/**
 * Confirms a payment and resolves to its order, also when called again. Throws 400 for a
 * wrong signature, 404 for a payment order that is not the account's, 409 while no fitting payment has
 * come in, 503 when the provider cannot be asked. Nothing is written unless the payment is genuine.
 */
export async function verifyPayment(
  parts: VerifyParts,
  { user, request, log }: { user: CurrentUser; request: VerifyRequest; log: Logger },
): Promise<VerifyResponse> {
  const { db, clock, provider, payment } = parts;
  const attempt = await findAttemptByProviderOrder(db, request.razorpay_order_id);
  const providerOrderId = attempt?.provider_order_id;
  if (!attempt || !providerOrderId || attempt.user_id !== user.id) {
    log.warn(
      { user: user.id, attempt: attempt?.id },
      'verify: not a payment order of this account',
    );
    throw new ProblemError(404, 'This payment does not belong to an order of your account.');
  }
  const paymentId = request.razorpay_payment_id;
  const signed = { providerOrderId, paymentId };
  if (!isWindowSignature(request.razorpay_signature, signed, payment.keySecret)) {
    log.warn({ user: user.id, attempt: attempt.id }, 'verify: wrong signature');
    throw new ProblemError(400, 'This payment could not be confirmed: its signature is wrong.', {
      code: 'payment-signature',
    });
  }
  const order = await findOrder(db, attempt.id);
  if (order?.provider_payment_id === paymentId) return { orderId: order.id };

  crashAt('verify:before-ask');
  const said = await provider.fetchPayment(paymentId).catch(async (error: unknown) => {
    if (!isProviderError(error)) throw error;
    log.error({ err: error, attempt: attempt.id }, 'verify: the provider could not be asked');
    // The signature is genuine, so somebody paid: this must not wait until the next check is due.
    await scheduleCheck(db, attempt.id, clock());
    throw cannotConfirm();
  });
  if (said.id !== paymentId || said.orderId !== providerOrderId) {
    log.error({ attempt: attempt.id }, 'verify: the provider knows this payment for another order');
    throw new ProblemError(400, 'This payment belongs to another order.');
  }
  crashAt('verify:before-settle');
  const settlement = await settlePayment(db, clock, createOrderId, toPaymentFact(said, 'verify'));
  log.info({ attempt: attempt.id, outcome: settlement.outcome }, 'verify: settled');
  crashAt('verify:after-settle');
  parts.mailer.kick();
  if (settlement.outcome === 'paid') return { orderId: settlement.orderId };
  throw settlement.outcome === 'attention' ? needsAttention() : stillPending();
}

// The state of a payment order, for a browser that was closed, crashed or was reloaded between the payment
// and its confirmation. Payments that were captured meanwhile are settled at once.

type StatusParts = {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  limits: Limits<'payment'>;
  mailer: { kick(): unknown };
};

interface StatusCall {
  user: CurrentUser;
  providerOrderId: string;
  /** The caller's, for the limits. */
  address: string;
  log: Logger;
}

/**
 * Resolves to the state of the account's payment order. Throws 404 for any other, 429 for too many requests.
 * It stays 'pending' while the provider cannot be asked: the webhook may still report the payment.
 */
export async function paymentStatus(
  parts: StatusParts,
  { user, providerOrderId, address, log }: StatusCall,
): Promise<PaymentStatusResponse> {
  const { db, limits } = parts;
  const attempt = await findAttemptByProviderOrder(db, providerOrderId);
  if (attempt === undefined || attempt.user_id !== user.id) {
    throw new ProblemError(404, 'This payment does not belong to an order of your account.');
  }
  if ((await findOrder(db, attempt.id)) === undefined) {
    await limits.payment.consume({ account: user.id, address });
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
