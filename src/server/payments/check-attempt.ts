// Asks the provider for all payments of an attempt's order and acts on each. The status request of a browser that lost
// a response and the reconciler both use this.
import { crashAt } from '../platform/crash-points.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { findOrder, lockAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { ProviderRefused } from './provider.ts';
import type { PaymentProvider, ProviderPayment } from './provider.ts';
import { recordRefund } from './record-refund.ts';
import { findMismatch, settlePayment } from './settle.ts';
import { flagPayment } from './surplus.ts';

interface Parts {
  db: Database;
  clock: () => Date;
  provider: PaymentProvider;
  mailer: { kick(): unknown };
}

interface Check {
  attempt: Attempt;
  providerOrderId: string;
  source: 'status' | 'reconcile';
  log: Logger;
}

/**
 * Records refunds, settles captured payments and, for the reconciler, captures authorised ones. Throws
 * when the provider or the database cannot be asked; repeating it is harmless.
 */
export async function checkAttempt(parts: Parts, check: Check): Promise<void> {
  const { providerOrderId, source } = check;
  const payments = await fetchPayments(parts, check);
  crashAt(`${source}:after-ask`);
  const thatAre = (status: ProviderPayment['status']) =>
    payments.filter((payment) => payment.orderId === providerOrderId && payment.status === status);
  for (const payment of thatAre('refunded')) await recordRefunded(parts, check, payment);
  for (const payment of thatAre('captured')) await settle(parts, check, payment);
  // Soon after a payment the provider still captures by itself. The payments left are captured only after the
  // captured ones were settled, because one of those may have paid for the attempt.
  if (source === 'reconcile') {
    for (const payment of thatAre('authorized')) await captureAuthorized(parts, check, payment);
  }
  if (payments.length > 0) parts.mailer.kick();
}

async function fetchPayments(
  { provider }: Parts,
  { providerOrderId, source, log }: Check,
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

async function recordRefunded(
  { db, clock }: Parts,
  { attempt, source, log }: Check,
  payment: ProviderPayment,
): Promise<void> {
  const record = await recordRefund(db, clock, payment);
  log.debug({ attempt: attempt.id, payment: payment.id, ...record }, `${source}: refunded`);
}

async function settle(
  { db, clock }: Parts,
  { attempt, source, log }: Check,
  payment: ProviderPayment,
): Promise<void> {
  const settlement = await settlePayment(db, clock, payment);
  // Neither the browser's verify nor the webhook reported this money: investigate if it happens often.
  const isUnreported = settlement.outcome === 'paid' && settlement.fresh;
  const level = isUnreported ? 'warn' : 'debug';
  log[level]({ attempt: attempt.id, payment: payment.id, ...settlement }, `${source}: settled`);
  crashAt(`${source}:after-settle`);
}

/** Captures a payment that is still only authorised, if that makes an order. */
async function captureAuthorized(
  parts: Parts,
  check: Check,
  payment: ProviderPayment,
): Promise<void> {
  const { db, provider } = parts;
  const { attempt, log } = check;
  const facts = { attempt: attempt.id, payment: payment.id };
  if ((await findOrder(db, attempt.id)) !== undefined || attempt.state === 'refunded') {
    // An authorisation that nobody captures returns to the shopper by itself.
    return log.info(facts, 'reconcile: authorised once more, left to lapse');
  }
  const mismatch = findMismatch(attempt, payment);
  if (mismatch !== undefined) return flagAuthorized(parts, payment, mismatch);
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
  payment: ProviderPayment,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, payment.orderId);
    const order = attempt && (await findOrder(trx, attempt.id));
    await flagPayment(trx, clock(), { reason, payment, attempt, order });
  });
}
