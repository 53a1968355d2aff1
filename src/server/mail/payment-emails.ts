// To the shop: a payment that does not fit, and what a person should do about it.
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import { formatTime } from '../../shop/dates.ts';
import type { AttentionFacts, RefundFacts } from './outbox.ts';
import { reachRows } from './order-emails.ts';
import type { Row, Section, EmailContent } from './render.ts';

export function paymentAttention(facts: AttentionFacts): EmailContent {
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

// To the shopper: a refund, its reason, and when the bank shows it.

export function paymentRefund(facts: RefundFacts): EmailContent {
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
