// The texts that the refund command prints.
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import type { OrderRefund, Refund, RefundRefusal } from '../payments/refund.ts';

/** Returns the result of the refund of a payment. */
export function refundText(paymentId: string, refund: Refund): string {
  const { money, id } = partsOf(refund);
  switch (refund.outcome) {
    case 'refunded':
      return `Refunded ${money} of ${paymentId}${id}. The customer gets an e-mail.`;
    case 'refunded before':
      return `${money} of ${paymentId} was refunded before${id}. Nothing more was sent.`;
    case 'pending':
      return `The refund of ${money} of ${paymentId} is on its way${id}. The shop records it when the provider is done.`;
  }
}

/** Returns the result of the refund of an order, and what can be done next. */
export function orderRefundText(orderId: string, refund: OrderRefund): string {
  const { money, id } = partsOf(refund);
  const { left, isNotified, outcome } = refund;
  if (outcome === 'pending') return refundText(orderId, refund);
  const rest = left === 0 ? 'Nothing of it is left.' : `${formatRupeesExact(left)} of it is left.`;
  if (outcome === 'refunded') {
    const notice = isNotified
      ? 'The customer gets an e-mail.'
      : 'The account was deleted, so nobody gets an e-mail.';
    return `Refunded ${money} of ${orderId}${id}. ${rest} ${notice}`;
  }
  const before = `${money} of ${orderId} was refunded before${id}. Nothing more was sent. ${rest}`;
  if (left < refund.amount) return before;
  const again = `npm run refund -- ${orderId} --amount ${rupeesText(refund.amount)} --times ${refund.times + 1}`;
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
    case 'provider refused': {
      const { paymentId, status, description } = refusal;
      return `The provider does not refund ${paymentId}, which is ${status}: ${description}`;
    }
    case 'failed at provider':
      return `The refund ${refusal.refundId} of ${refusal.paymentId} failed at the provider.`;
  }
}

function partsOf({ amount, currency, refundId }: Refund) {
  const id = refundId === undefined ? '' : ` (${refundId})`;
  return { money: formatAmount(amount, currency), id };
}

function rupeesText(paise: number): string {
  return (paise / 100).toFixed(2);
}
