// One look at one attempt: what does the provider say of it, and what follows from that. Nothing here
// needs to know why the news did not come by itself.
import type { AppParts } from '../app-parts.ts';
import { crashAt } from '../runtime/crash-points.ts';
import { newOrderId } from '../orders/order-id.ts';
import { findOrder, lockAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { flagPayment } from './flag-payment.ts';
import { moveAttempt } from './move-attempt.ts';
import { factOf, misfitOf } from './payment-fact.ts';
import { ProviderRefused } from './provider.ts';
import type { ProviderPayment } from './provider.ts';
import { nextLook } from './reconcile-times.ts';
import type { ReconcileTimes } from './reconcile-times.ts';
import { recordRefund } from './record-refund.ts';
import { settlePayment } from './settle-payment.ts';

export type ReconcileParts = Pick<AppParts, 'db' | 'clock' | 'log' | 'provider' | 'mailer'> & {
  times: ReconcileTimes;
};

/**
 * Looks at an attempt and answers when to look again; undefined for never. Rejects when the provider or
 * the database cannot be asked: then nothing is decided, and the same look can be tried again.
 */
export async function reconcileAttempt(
  parts: ReconcileParts,
  attempt: Attempt,
): Promise<Date | undefined> {
  const { db, clock, log, times } = parts;
  if (attempt.provider_order_id === null) return expireUnopened(parts, attempt);
  await settleAll(parts, attempt, attempt.provider_order_id);
  const next = nextLook(attempt, clock(), times);
  if (next === undefined && (await moveAttempt(db, attempt.id, 'expired', clock()))) {
    log.info({ attempt: attempt.id }, 'reconcile: nobody paid, expired');
  }
  return next;
}

/** Nobody can pay what the provider gave no order for, but repeating the call can still begin it. */
async function expireUnopened(
  { db, clock, times }: ReconcileParts,
  { id, created_at }: Attempt,
): Promise<Date | undefined> {
  const end = new Date(Date.parse(created_at) + times.abandon);
  if (clock() < end) return end;
  await moveAttempt(db, id, 'expired', clock());
  return undefined;
}

async function settleAll(
  parts: ReconcileParts,
  attempt: Attempt,
  providerOrderId: string,
): Promise<void> {
  const payments = await fetchPayments(parts, providerOrderId);
  crashAt('reconcile:after-ask');
  const of = (status: ProviderPayment['status']) =>
    payments.filter((payment) => payment.orderId === providerOrderId && payment.status === status);
  for (const payment of of('refunded')) await takeBack(parts, attempt, payment);
  for (const payment of of('captured')) await settle(parts, attempt, payment);
  // Last, since what is captured already may have paid for the attempt.
  for (const payment of of('authorized')) await takeAuthorized(parts, attempt, payment);
  if (payments.length > 0) parts.mailer.kick();
}

async function fetchPayments(
  { provider, log }: ReconcileParts,
  providerOrderId: string,
): Promise<readonly ProviderPayment[]> {
  try {
    return await provider.fetchOrderPayments(providerOrderId);
  } catch (error) {
    // An order that the provider does not know (its keys were changed, say) has no payments either.
    // Any other refusal is not about the order.
    if (!(error instanceof ProviderRefused && [400, 404].includes(error.status))) throw error;
    log.warn({ err: error, providerOrder: providerOrderId }, 'reconcile: unknown to the provider');
    return [];
  }
}

async function settle(
  { db, clock, log }: ReconcileParts,
  attempt: Attempt,
  payment: ProviderPayment,
): Promise<void> {
  const settlement = await settlePayment(db, clock, newOrderId, factOf(payment, 'reconcile'));
  const told = { attempt: attempt.id, payment: payment.id, ...settlement };
  const isNews = settlement.outcome === 'paid' && settlement.fresh;
  // Money that neither browser nor webhook has reported: worth a look if it happens often.
  log[isNews ? 'warn' : 'debug'](told, 'reconcile: settled');
  crashAt('reconcile:after-settle');
}

async function takeBack(
  { db, clock, log }: ReconcileParts,
  attempt: Attempt,
  { id: paymentId, orderId: providerOrderId, amount, currency }: ProviderPayment,
): Promise<void> {
  const fact = { providerOrderId, paymentId, amount, currency, refundId: undefined };
  const record = await recordRefund(db, clock, fact);
  log.debug({ attempt: attempt.id, payment: paymentId, ...record }, 'reconcile: refunded');
}

/** The provider captures by itself; what it has not captured by now, we do, if that makes an order. */
async function takeAuthorized(
  parts: ReconcileParts,
  attempt: Attempt,
  payment: ProviderPayment,
): Promise<void> {
  const { db, provider, log } = parts;
  const told = { attempt: attempt.id, payment: payment.id };
  if ((await findOrder(db, attempt.id)) !== undefined || attempt.state === 'refunded') {
    // Left alone, an authorisation that nobody captures goes back to the shopper by itself.
    return log.info(told, 'reconcile: authorised once more, left to lapse');
  }
  const misfit = misfitOf(attempt, factOf(payment, 'reconcile'));
  if (misfit !== undefined) return flagAuthorized(parts, attempt, payment, misfit);
  log.warn(told, 'reconcile: authorised and not captured, capturing it');
  const captured = await provider.capturePayment(payment).catch((error: unknown) => {
    // Refused: it may have been captured since we asked. Its own word counts.
    if (error instanceof ProviderRefused) return provider.fetchPayment(payment.id);
    throw error;
  });
  crashAt('reconcile:after-capture');
  if (captured.status === 'captured') await settle(parts, attempt, captured);
}

async function flagAuthorized(
  { db, clock }: ReconcileParts,
  { provider_order_id }: Attempt,
  payment: ProviderPayment,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, provider_order_id ?? '');
    if (attempt === undefined) return;
    const order = await findOrder(trx, attempt.id);
    const fact = factOf(payment, 'reconcile');
    await flagPayment(trx, clock(), attempt, fact, { reason, order });
  });
}
