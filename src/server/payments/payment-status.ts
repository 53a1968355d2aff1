// The state of a payment order, for a browser that was closed, crashed or was reloaded between the payment
// and its confirmation. Payments that were captured meanwhile are settled at once.
import type { PaymentStatusReply } from '../../shop/payloads/orders.ts';
import type { CurrentUser } from '../accounts/session.ts';
import type { AppParts } from '../app-parts.ts';
import { ProblemError } from '../platform/http/problem.ts';
import type { Logger } from '../platform/log.ts';
import { findAttemptByProviderOrder, findOrder } from './attempts.ts';
import { isProviderError } from './provider.ts';
import { settleFromProvider } from './check-attempt.ts';
import { findSettlement } from './settle.ts';

type StatusParts = Pick<AppParts, 'db' | 'clock' | 'provider' | 'limits' | 'mailer'>;

export interface StatusCall {
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
): Promise<PaymentStatusReply> {
  const { db, limits } = parts;
  const attempt = await findAttemptByProviderOrder(db, providerOrderId);
  if (attempt === undefined || attempt.user_id !== user.id) {
    throw new ProblemError(404, 'This payment does not belong to an order of your account.');
  }
  if ((await findOrder(db, attempt.id)) === undefined) {
    await limits.payment.take({ account: user.id, address });
    const check = { attempt, providerOrderId, source: 'status', log } as const;
    await settleFromProvider(parts, check).catch((error: unknown) => {
      if (!isProviderError(error)) throw error;
      log.warn({ err: error, attempt: attempt.id }, 'status: the provider could not be asked');
    });
  }
  const settlement = await findSettlement(db, providerOrderId);
  if (settlement.outcome === 'paid') return { status: 'paid', orderId: settlement.orderId };
  return { status: settlement.outcome === 'attention' ? 'attention' : 'pending' };
}
