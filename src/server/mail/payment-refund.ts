// To the shopper: a refund, its reason, and when the bank shows it.
import type { RefundFacts } from './outbox.ts';
import { formatAmount, formatTime } from '../../shop/format.ts';
import type { Row, Sheet } from './sheet.ts';

export function paymentRefund(facts: RefundFacts): Sheet {
  const { paymentId, refundId, refundedAt, amount, currency, orderId, isPartial, snapshot } = facts;
  const money = formatAmount(amount, currency);
  const optional = (label: string, value: string | undefined): readonly Row[] =>
    value === undefined ? [] : [{ label, value }];
  return {
    subject: `Your refund of ${money}`,
    preview: why(facts),
    mark: `Payment ${paymentId}`,
    heading: isPartial ? 'Part of your money is on its way back' : 'Your money is on its way back',
    lead: `We have returned ${money} to the account that you paid from. ${why(facts)}`,
    button: undefined,
    sections: [
      {
        kind: 'rows',
        title: 'The refund',
        rows: [
          { label: 'Amount', value: money },
          { label: 'For', value: snapshot.quote.productName },
          ...optional('Order ID', orderId),
          { label: 'Payment ID', value: paymentId },
          ...optional('Refund ID', refundId),
          { label: 'Refunded on', value: formatTime(refundedAt) },
        ],
      },
      {
        kind: 'steps',
        title: 'What happens next',
        steps: [
          'Banks show a refund within 5 to 7 working days. You do not need to do anything.',
          'If it is not there after that, reply to this e-mail and we will look into it with the bank.',
        ],
      },
    ],
  };
}

function why({ orderId, isOrderRefunded, isPartial }: RefundFacts): string {
  if (isPartial && isOrderRefunded) return `It is part of what you paid for your order ${orderId}.`;
  if (orderId === undefined) return 'This payment did not become an order.';
  if (isOrderRefunded) return `It was the payment for your order ${orderId}.`;
  return `It was paid twice: your order ${orderId} is paid and stays as it is.`;
}
