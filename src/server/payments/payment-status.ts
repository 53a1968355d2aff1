// How far a payment order got, for a browser that lost its place: closed, crashed or reloaded between
// paying and hearing of it. Whatever was captured meanwhile is settled here and now.
import type { PaymentStatusReply } from '../../shop/wire.ts';
import type { CurrentUser } from '../accounts/session.ts';
import type { AppParts } from '../app-parts.ts';
import { crashAt } from '../runtime/crash-points.ts';
import { ProblemError } from '../http/problem.ts';
import type { Logger } from '../runtime/log.ts';
import { newOrderId } from '../orders/order-id.ts';
import { findAttemptByProviderOrder, findOrder } from './attempts.ts';
import { factOf } from './payment-fact.ts';
import { isProviderError } from './provider.ts';
import type { ProviderPayment } from './provider.ts';
import { settlePayment } from './settle-payment.ts';

type Parts = Pick<AppParts, 'db' | 'clock' | 'provider' | 'limits' | 'mailer'>;

export interface StatusCall {
  user: CurrentUser;
  providerOrderId: string;
  /** The caller's, for the limits. */
  address: string;
  log: Logger;
}

/**
 * The state of the account's payment order. Throws 404 for any other, 429 for asking all the time.
 * While the provider cannot be asked the answer is 'pending': the webhook may still bring the news.
 */
export async function paymentStatus(
  parts: Parts,
  { user, providerOrderId, address, log }: StatusCall,
): Promise<PaymentStatusReply> {
  const { db, clock, provider, limits } = parts;
  const attempt = await findAttemptByProviderOrder(db, providerOrderId);
  if (attempt === undefined || attempt.user_id !== user.id) {
    throw new ProblemError(404, 'This payment does not belong to an order of your account.');
  }
  const order = await findOrder(db, attempt.id);
  if (order !== undefined) return { status: 'paid', orderId: order.id };
  await limits.payment.take({ account: user.id, address });

  const payments = await provider
    .fetchOrderPayments(providerOrderId)
    .catch((error: unknown): readonly ProviderPayment[] => {
      if (!isProviderError(error)) throw error;
      log.warn({ err: error, attempt: attempt.id }, 'status: the provider could not be asked');
      return [];
    });
  let attention = attempt.state === 'needs_attention' || attempt.state === 'refunded';
  let orderId: string | undefined;
  for (const payment of payments.filter(({ status }) => status === 'captured')) {
    crashAt('status:before-settle');
    const settlement = await settlePayment(db, clock, newOrderId, factOf(payment, 'status'));
    log.info({ attempt: attempt.id, outcome: settlement.outcome }, 'status: settled');
    crashAt('status:after-settle');
    if (settlement.outcome === 'paid') orderId = settlement.orderId;
    attention ||= settlement.outcome === 'attention';
    parts.mailer.kick();
  }
  if (orderId !== undefined) return { status: 'paid', orderId };
  return { status: attention ? 'attention' : 'pending' };
}
