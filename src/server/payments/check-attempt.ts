// Asks the provider for all payments of an attempt's order and acts on each. The status request of a browser
// that lost a reply and the reconciler both use this.
import type { PaymentProvider } from './provider.ts';
import type { Database } from '../platform/database/schema.ts';
import { crashAt } from '../platform/crash-points.ts';
import type { Logger } from '../platform/log.ts';
import { findMismatch, createOrderId, settlePayment } from './settle.ts';
import { findOrder, lockAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { flagPayment } from './surplus.ts';
import { toPaymentFact, ProviderRefused } from './provider.ts';
import type { ProviderPayment } from './provider.ts';
import { recordRefund } from './record-refund.ts';

type Parts = {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  mailer: { kick(): unknown };
};

export interface ProviderCheck {
  attempt: Attempt;
  providerOrderId: string;
  source: 'status' | 'reconcile';
  log: Logger;
}

/**
 * Records refunds, settles captured payments and, for the reconciler, captures authorised ones. Throws
 * when the provider or the database cannot be asked; calling it again is harmless.
 */
export async function checkAttempt(parts: Parts, check: ProviderCheck): Promise<void> {
  const { providerOrderId, source } = check;
  const payments = await fetchPayments(parts, check);
  crashAt(`${source}:after-ask`);
  const of = (status: ProviderPayment['status']) =>
    payments.filter((payment) => payment.orderId === providerOrderId && payment.status === status);
  for (const payment of of('refunded')) await recordRefunded(parts, check, payment);
  for (const payment of of('captured')) await settle(parts, check, payment);
  // Soon after a payment the provider still captures by itself. The payments left are captured only after the
  // captured ones were settled, because one of those may have paid for the attempt.
  if (source === 'reconcile') {
    for (const payment of of('authorized')) await captureAuthorized(parts, check, payment);
  }
  if (payments.length > 0) parts.mailer.kick();
}

async function fetchPayments(
  { provider }: Parts,
  { providerOrderId, source, log }: ProviderCheck,
): Promise<readonly ProviderPayment[]> {
  try {
    return await provider.fetchOrderPayments(providerOrderId);
  } catch (error) {
    // An order that the provider does not know (for example after a change of keys) has no payments either.
    // Any other refusal is not about the order.
    if (!(error instanceof ProviderRefused && [400, 404].includes(error.status))) throw error;
    log.warn({ err: error, providerOrder: providerOrderId }, `${source}: unknown to the provider`);
    return [];
  }
}

async function settle(
  { db, clock }: Parts,
  { attempt, source, log }: ProviderCheck,
  payment: ProviderPayment,
): Promise<void> {
  const settlement = await settlePayment(db, clock, createOrderId, toPaymentFact(payment, source));
  const isNews = settlement.outcome === 'paid' && settlement.fresh;
  // Neither the browser's verify nor the webhook reported this money: investigate if it happens often.
  const level = isNews ? 'warn' : 'debug';
  log[level]({ attempt: attempt.id, payment: payment.id, ...settlement }, `${source}: settled`);
  crashAt(`${source}:after-settle`);
}

async function recordRefunded(
  { db, clock }: Parts,
  { attempt, source, log }: ProviderCheck,
  { id: paymentId, orderId: providerOrderId, amount, currency }: ProviderPayment,
): Promise<void> {
  const fact = { providerOrderId, paymentId, amount, currency, refundId: undefined };
  const record = await recordRefund(db, clock, fact);
  log.debug({ attempt: attempt.id, payment: paymentId, ...record }, `${source}: refunded`);
}

/** Captures a payment that is still only authorised, if that makes an order. */
async function captureAuthorized(
  parts: Parts,
  check: ProviderCheck,
  payment: ProviderPayment,
): Promise<void> {
  const { db, provider } = parts;
  const { attempt, log } = check;
  const facts = { attempt: attempt.id, payment: payment.id };
  if ((await findOrder(db, attempt.id)) !== undefined || attempt.state === 'refunded') {
    // An authorisation that nobody captures returns to the shopper by itself.
    return log.info(facts, 'reconcile: authorised once more, left to lapse');
  }
  const misfit = findMismatch(attempt, toPaymentFact(payment, 'reconcile'));
  if (misfit !== undefined) return flagAuthorized(parts, check, payment, misfit);
  log.warn(facts, 'reconcile: authorised and not captured, capturing it');
  const captured = await provider.capturePayment(payment).catch((error: unknown) => {
    // It may have been captured since we asked. The provider's own record counts.
    if (error instanceof ProviderRefused) return provider.fetchPayment(payment.id);
    throw error;
  });
  crashAt('reconcile:after-capture');
  if (captured.status === 'captured') await settle(parts, check, captured);
}

async function flagAuthorized(
  { db, clock }: Parts,
  { providerOrderId }: ProviderCheck,
  payment: ProviderPayment,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, providerOrderId);
    if (attempt === undefined) return;
    const order = await findOrder(trx, attempt.id);
    const fact = toPaymentFact(payment, 'reconcile');
    await flagPayment(trx, clock(), attempt, fact, { reason, order });
  });
}
