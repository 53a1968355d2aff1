// Asks the provider for all payments of an attempt's order and acts on each. The status request of a browser that lost
// a response and the reconciler both use this.
import { crashAt } from '../platform/crash-points.ts';
import type { Database } from '../platform/database/schema.ts';
import type { Logger } from '../platform/log.ts';
import { findOrder, lockAttempt } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { ProviderRefused } from './provider.ts';
import type { PaymentProvider, ProviderPayment } from './provider.ts';
import { recordPartialRefund, recordRefund, sumRecorded } from './record-refund.ts';
import { findMismatch, settlePayment } from './settle.ts';
import { flagPayment, notifyOfFailedRefund } from './surplus.ts';

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
 * Records refunds, settles captured payments and, for the reconciler, captures authorised ones. Resolves to whether a
 * refund is pending. Throws when the provider or the database cannot be asked; repeating it is harmless.
 */
export async function checkAttempt(parts: Parts, check: Check): Promise<boolean> {
  const { providerOrderId, source } = check;
  const payments = await emptyIfUnreachable(
    parts.provider.fetchOrderPayments(providerOrderId),
    check,
  );
  crashAt(`${source}:after-ask`);
  const withStatus = (status: ProviderPayment['status']) =>
    payments.filter((payment) => payment.orderId === providerOrderId && payment.status === status);
  let isRefundPending = false;
  for (const payment of withStatus('refunded')) {
    if (await recordRefunds(parts, check, payment)) isRefundPending = true;
  }
  for (const payment of withStatus('captured')) {
    await settle(parts, check, payment);
    // Only then does a part belong to the order that the payment became.
    if (await recordRefunds(parts, check, payment)) isRefundPending = true;
  }
  // Soon after a payment the provider still captures by itself. The payments left are captured only after the
  // captured ones were settled, because one of those may have paid for the attempt.
  if (source === 'reconcile') {
    for (const payment of withStatus('authorized')) await captureAuthorized(parts, check, payment);
  }
  if (payments.length > 0) parts.mailer.kick();
  return isRefundPending;
}

async function emptyIfUnreachable<T>(
  list: Promise<readonly T[]>,
  { providerOrderId, source, log }: Check,
): Promise<readonly T[]> {
  try {
    return await list;
  } catch (error) {
    // What the provider does not know (for example after a change of keys) has no payments or refunds either.
    // Any other refusal is not about the order.
    if (!(error instanceof ProviderRefused && [400, 404].includes(error.status))) throw error;
    log.warn({ err: error, providerOrder: providerOrderId }, `${source}: unknown to the provider`);
    return [];
  }
}

/**
 * Records what went back of a payment, if the provider's sum is not the recorded one: each part under the provider's id,
 * as its webhook does. Notifies the shop of refunds that failed. Resolves to whether one is pending.
 */
async function recordRefunds(
  parts: Parts,
  check: Check,
  payment: ProviderPayment,
): Promise<boolean> {
  const { db, clock, provider } = parts;
  const { attempt, source, log } = check;
  const isWhole = payment.status === 'refunded';
  const returned = isWhole ? payment.amount : (payment.refunded ?? 0);
  if (returned === (await sumRecorded(db, attempt, payment))) return false;
  const refunds = await emptyIfUnreachable(provider.fetchRefunds(payment.id), check);
  const processed = refunds.filter(({ status }) => status === 'processed');
  let fresh = false;
  for (const part of processed.filter(({ amount }) => amount < payment.amount)) {
    if (await recordPartialRefund(db, clock, part, payment)) fresh = true;
  }
  for (const refund of refunds.filter(({ status }) => status === 'failed')) {
    await notifyOfFailedRefund(parts, refund, payment);
  }
  const isPending = refunds.some(({ status }) => status === 'pending');
  if (isWhole && !isPending) {
    const refundId = processed.find(({ amount }) => amount === payment.amount)?.id;
    const record = await recordRefund(db, clock, { ...payment, refundId });
    if (record.outcome === 'refunded' && record.fresh) fresh = true;
  }
  // The webhook did not report this refund: investigate if it happens often.
  const facts = { attempt: attempt.id, payment: payment.id, returned, isPending, fresh };
  log[fresh ? 'warn' : 'debug'](facts, `${source}: refunds`);
  return isPending;
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
