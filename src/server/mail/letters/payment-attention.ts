// To the shop: money that came in but does not fit, and what a person should do about it.
import { formatRupeesExact } from '../../../shop/money.ts';
import type { AttentionFacts } from '../mail.ts';
import { longDate } from './dates.ts';
import { reachRows } from './order-sections.ts';
import type { Row, Sheet } from './sheet.ts';

export function paymentAttention(facts: AttentionFacts): Sheet {
  const { delivery, quote } = facts.snapshot;
  const order: readonly Row[] = facts.orderId ? [{ label: 'Order id', value: facts.orderId }] : [];
  return {
    subject: `Please look at payment ${facts.paymentId}`,
    preview: facts.reason,
    mark: `Payment ${facts.paymentId}`,
    heading: 'A payment needs you',
    lead: facts.reason,
    button: undefined,
    sections: [
      {
        kind: 'rows',
        title: 'The payment',
        rows: [
          { label: 'Paid', value: paidText(facts) },
          { label: 'Asked for', value: formatRupeesExact(facts.expected) },
          { label: 'Payment id', value: facts.paymentId },
          { label: 'Payment order', value: facts.providerOrderId },
          ...order,
          { label: 'Noticed on', value: longDate(facts.noticedAt) },
        ],
      },
      {
        kind: 'rows',
        title: 'The customer',
        rows: [
          { label: 'Name', value: delivery.customerName },
          ...reachRows(facts.email, delivery),
          { label: 'Wanted', value: quote.productName },
        ],
      },
      {
        kind: 'steps',
        title: 'What to do',
        steps: [
          'Open the payment in the payment provider’s dashboard and compare the amounts.',
          facts.orderId
            ? `Order ${facts.orderId} is paid already: refund this payment there.`
            : 'No order was recorded for it: refund it there, or agree with the customer on what to send.',
          'Tell the customer what you did.',
        ],
      },
    ],
  };
}

function paidText({ paid, paidCurrency }: AttentionFacts): string {
  if (paidCurrency === 'INR') return formatRupeesExact(paid);
  return `${paid} of the smallest unit of ${paidCurrency}`;
}
