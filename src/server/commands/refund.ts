// Refunds an order, a part of it, or a payment that became no order, and says what can be done next.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import { readTestKeys } from '../payment-stand-in/stand-in.ts';
import { isProviderError } from '../payments/provider.ts';
import { createRazorpayClient } from '../payments/razorpay.ts';
import type { RazorpayClientOptions } from '../payments/razorpay.ts';
import { refundOrder, refundPayment } from '../payments/refund.ts';
import type { OrderRefund, Refund, RefundRefusal } from '../payments/refund.ts';
import type { Database } from '../platform/database/schema.ts';
import { CommandError } from '../platform/failures.ts';
import type { Settings } from '../platform/settings.ts';
import type { RefundTarget } from './arguments.ts';
import { notDoneText } from './order-texts.ts';

/** Refunds at the provider and records it. Repeating it after a failure is safe. */
export async function refund(
  { db, settings }: { db: Database; settings: Settings },
  target: RefundTarget,
): Promise<string> {
  const provider = createRazorpayClient(findProvider(settings));
  const parts = { db, provider, clock: () => new Date() };
  try {
    if ('paymentId' in target) {
      const { paymentId } = target;
      const result = await refundPayment(parts, paymentId);
      if (result.outcome === 'refused') throw new CommandError(refusalText(paymentId, result));
      return refundText(paymentId, result);
    }
    const { orderId, request } = target;
    const result = await refundOrder(parts, orderId, request);
    if (result.outcome === 'refused') throw new CommandError(refusalText(orderId, result));
    if (!('amount' in result)) throw new CommandError(notDoneText(orderId, result));
    return orderRefundText(orderId, result);
  } catch (error) {
    if (!isProviderError(error)) throw error;
    throw new CommandError(
      `The payment provider gave no usable answer (${error.message}). The same command again is safe.`,
    );
  }
}

/** Returns the live provider, or the payment stand-in of the shop that runs on this data directory. */
function findProvider({ payments, dataDir }: Settings): RazorpayClientOptions {
  if (payments.mode === 'live') return payments;
  const directory = join(dataDir, 'test-payments');
  const address = join(directory, 'address');
  if (!existsSync(address)) {
    throw new CommandError('The payment stand-in runs with the shop: start the shop first.');
  }
  const { keyId, keySecret } = readTestKeys(directory);
  return { apiUrl: readFileSync(address, 'utf8').trim(), keyId, keySecret };
}

function refundText(paymentOrOrder: string, result: Refund): string {
  const { money, id } = describeMoney(result);
  switch (result.outcome) {
    case 'refunded':
      return `Refunded ${money} of ${paymentOrOrder}${id}. The customer gets an e-mail.`;
    case 'refunded before':
      return `${money} of ${paymentOrOrder} was refunded before${id}. Nothing more was sent.`;
    case 'pending':
      return `The refund of ${money} of ${paymentOrOrder} is on its way${id}. The shop records it when the provider is done.`;
  }
}

/** Returns the result of the refund of an order, with what is left of it, and how to refund the same amount again. */
export function orderRefundText(orderId: string, result: OrderRefund): string {
  const { money, id } = describeMoney(result);
  const { left, isNotified, outcome, amount } = result;
  if (outcome === 'pending') return refundText(orderId, result);
  const rest = left === 0 ? 'Nothing of it is left.' : `${formatRupeesExact(left)} of it is left.`;
  if (outcome === 'refunded') {
    const notice = isNotified
      ? 'The customer gets an e-mail.'
      : 'The account was deleted, so nobody gets an e-mail.';
    return `Refunded ${money} of ${orderId}${id}. ${rest} ${notice}`;
  }
  const before = `${refundText(orderId, result)} ${rest}`;
  if (left < amount) return before;
  const again = `npm run refund -- ${orderId} --amount ${(amount / 100).toFixed(2)} --times ${result.times + 1}`;
  return `${before}\nIf ${money} is to go back once more: ${again}`;
}

/** Returns why the order or payment was not refunded. */
export function refusalText(id: string, refusal: RefundRefusal): string {
  switch (refusal.because) {
    case 'unknown order':
      return `There is no order ${id}.`;
    case 'not flagged': {
      const { orderId } = refusal;
      const why = orderId
        ? `it paid for the order ${orderId}. To give the order's money back: npm run refund -- ${orderId}`
        : 'the shop has no such payment, or has not flagged it';
      return `${id} is not refunded: ${why}.`;
    }
    case 'not the next time': {
      const { amount, already } = refusal;
      const times = already === 1 ? 'once' : `${already} times`;
      const before = already === 0 ? 'has not gone back yet' : `went back ${times}`;
      return `${formatRupeesExact(amount)} of ${id} ${before}: the next is --times ${already + 1}.`;
    }
    case 'more than is left': {
      const [amount, left, paid] = [refusal.amount, refusal.left, refusal.paid].map(
        formatRupeesExact,
      );
      return `Only ${left} of ${id} is left of ${paid}: ${amount} cannot go back.`;
    }
    case 'another under way': {
      const { amount, actor } = refusal;
      return `${actor} is refunding ${formatRupeesExact(amount)} of ${id} at this moment: look again in a minute.`;
    }
    case 'provider refused': {
      const { paymentId, status, description } = refusal;
      return `The provider does not refund ${paymentId}, which is ${status}: ${description}`;
    }
    case 'failed at provider':
      return `The refund ${refusal.refundId} of ${refusal.paymentId} failed at the provider: the money is still with the shop. Refund it in the provider’s dashboard.`;
  }
}

function describeMoney({ amount, currency, refundId }: Refund) {
  const id = refundId === undefined ? '' : ` (${refundId})`;
  return { money: formatAmount(amount, currency), id };
}
