// To the shop: a payment that does not fit, and what a person should do about it.
import { formatRupeesExact } from '../../shop/money.ts';
import type { OrderSnapshot } from '../../shop/snapshot.ts';
import type { AttentionFacts } from './outbox.ts';
import { formatAmount, formatTime } from '../../shop/format.ts';
import { reachRows } from './order-emails.ts';
import type { Row, Section, Sheet } from './sheet.ts';

export function paymentAttention(facts: AttentionFacts): Sheet {
  const { snapshot, email, expected } = facts;
  const asked: readonly Row[] =
    expected === undefined ? [] : [{ label: 'Asked for', value: formatRupeesExact(expected) }];
  const order: readonly Row[] = facts.orderId ? [{ label: 'Order ID', value: facts.orderId }] : [];
  return {
    subject: `Please look at payment ${facts.paymentId}`,
    preview: facts.reason,
    mark: `Payment ${facts.paymentId}`,
    heading: 'A payment needs your attention',
    lead: facts.reason,
    button: undefined,
    sections: [
      {
        kind: 'rows',
        title: 'The payment',
        rows: [
          {
            label: facts.isOnlyAuthorized ? 'Authorised' : 'Paid',
            value: formatAmount(facts.paid, facts.paidCurrency),
          },
          ...asked,
          { label: 'Payment ID', value: facts.paymentId },
          { label: 'Payment order', value: facts.providerOrderId },
          ...order,
          { label: 'Noticed on', value: formatTime(facts.noticedAt) },
        ],
      },
      ...(snapshot && email !== undefined ? [customerSection(email, snapshot)] : []),
      { kind: 'steps', title: 'What to do', steps: stepsFor(facts) },
    ],
  };
}

function customerSection(email: string, { delivery, quote }: OrderSnapshot): Section {
  return {
    kind: 'rows',
    title: 'The customer',
    rows: [
      { label: 'Name', value: delivery.customerName },
      ...reachRows(email, delivery),
      { label: 'Wanted', value: quote.productName },
    ],
  };
}

function stepsFor(facts: AttentionFacts): readonly string[] {
  const { paymentId, orderId, isOnlyAuthorized, isDisputed, snapshot } = facts;
  if (isDisputed) {
    return [
      'Open the dispute in the payment provider’s dashboard: it says what the bank wants to know.',
      'Send what shows that the order was made and delivered (order, tracking, messages), or accept the dispute there.',
      'If there is no answer in time, the money goes back to the customer.',
    ];
  }
  if (snapshot === undefined) {
    return [
      'Open the payment in the payment provider’s dashboard: it has the customer’s e-mail address and phone number.',
      'Agree with the customer on what to send, or refund it there.',
      `You can also refund it on the shop’s own machine: npm run refund -- ${paymentId}`,
    ];
  }
  const look = 'Open the payment in the payment provider’s dashboard and compare the amounts.';
  if (isOnlyAuthorized) {
    return [
      look,
      'The bank has only blocked the money: capture it there if you agree with the customer on what to send. If you do nothing, it goes back by itself.',
    ];
  }
  return [
    look,
    orderId
      ? `Order ${orderId} is paid already: refund this payment there.`
      : 'No order was recorded for it: refund it there, or agree with the customer on what to send.',
    `You can also refund it on the shop’s own machine: npm run refund -- ${paymentId}`,
    'The customer gets an e-mail once the money is on its way.',
  ];
}
