// The e-mails about a payment: one that does not fit, to the shop, and a refund, to the shopper.
import { formatTime } from '../../shop/dates.ts';
import { formatAmount, formatRupeesExact } from '../../shop/money.ts';
import type { OrderSnapshot } from '../../shop/order.ts';
import type { Quote } from '../../shop/price.ts';
import { namesText, reachRows, toShop } from './order-emails.ts';
import type { AttentionFacts, RefundFacts } from './outbox.ts';
import { notesSection, rowsSection, stepsSection } from './render.ts';
import type { EmailContent, Row, Section } from './render.ts';

/** To the shop: a payment that does not fit, and what a person should do about it. */
export function paymentAttention(
  facts: AttentionFacts,
  _origin: string,
  desk?: string,
): EmailContent {
  const { reason, paymentId, orderId, email, snapshot, isDisputed } = facts;
  const needsAttention = isDisputed !== false;
  return {
    subject: needsAttention
      ? `Please look at payment ${paymentId}`
      : `News of the dispute about payment ${paymentId}`,
    preview: reason,
    mark: `Payment ${paymentId}`,
    heading: needsAttention ? 'A payment needs your attention' : 'News of a dispute',
    lead: reason,
    ...toShop(desk, orderId),
    sections: [
      sumsSection(facts),
      stepsSection('What to do', stepsFor(facts)),
      ...(snapshot && email !== undefined ? [customerSection(email, snapshot)] : []),
      rowsSection('The payment', [
        { label: 'Payment ID', value: paymentId },
        { label: 'Payment order', value: facts.providerOrderId },
        !!orderId && { label: 'Order ID', value: orderId },
        { label: 'Noticed on', value: formatTime(facts.noticedAt) },
      ]),
    ],
  };
}

/** Returns what was paid and what was asked for, and the difference if there is one in rupees. */
function sumsSection({ isOnlyAuthorized, paid, paidCurrency, expected }: AttentionFacts): Section {
  const title = 'The sums';
  const received = {
    label: isOnlyAuthorized ? 'Authorised' : 'Paid',
    value: formatAmount(paid, paidCurrency),
  };
  if (expected === undefined) return rowsSection(title, [received]);
  const requested = { label: 'Asked for', value: formatRupeesExact(expected) };
  const difference = paidCurrency === 'INR' ? paid - expected : 0;
  if (difference === 0) return rowsSection(title, [received, requested]);
  return {
    kind: 'difference',
    title,
    sums: [received, requested],
    sum: {
      label: difference < 0 ? 'Missing' : 'Too much',
      value: formatRupeesExact(Math.abs(difference)),
    },
  };
}

function customerSection(email: string, { delivery, quote }: OrderSnapshot): Section {
  return rowsSection('The customer', [
    { label: 'Name', value: delivery.customerName },
    ...reachRows(email, delivery),
    wantedRow('Wanted', quote),
  ]);
}

/** Absent once what was ordered was erased, because nobody had paid for it in time. */
function wantedRow(label: string, { lines }: Quote): Row | false {
  return lines.length > 0 && { label, value: namesText(lines) };
}

function stepsFor(facts: AttentionFacts): readonly string[] {
  const { orderId, isOnlyAuthorized, isDisputed, snapshot } = facts;
  if (isDisputed === false) {
    return ['There is nothing to answer. The payment provider’s dashboard shows the dispute.'];
  }
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
    'The customer gets an e-mail once the money is on its way.',
  ];
}

/** To the shopper: a refund, its reason, and when the bank shows it. */
export function paymentRefund(facts: RefundFacts): EmailContent {
  const { paymentId, refundId, refundedAt, amount, currency, orderId, snapshot } = facts;
  const money = formatAmount(amount, currency);
  const origin = originFor(facts);
  const isCancelled = facts.isCancelled && orderId !== undefined;
  return {
    subject: isCancelled
      ? `Your order ${orderId} is cancelled: refund of ${money}`
      : `Your refund of ${money}`,
    preview: origin,
    mark: orderId === undefined ? `Payment ${paymentId}` : `Order ${orderId}`,
    heading: headingFor(facts),
    lead: `We have returned ${money} to the account that you paid from. ${origin}`,
    sections: [
      rowsSection('The refund', [
        { label: 'Amount', value: money },
        !!facts.reason && { label: 'Reason', value: facts.reason },
        wantedRow('For', snapshot.quote),
        orderId !== undefined && { label: 'Order ID', value: orderId },
        { label: 'Payment ID', value: paymentId },
        refundId !== undefined && { label: 'Refund ID', value: refundId },
        { label: 'Refunded on', value: formatTime(refundedAt) },
      ]),
      notesSection('What happens next', [
        'Banks show a refund within 5 to 7 working days. You do not need to do anything.',
        'If it is not there after that, reply to this e-mail and we will look into it with the bank.',
      ]),
    ],
  };
}

function headingFor({ isPartial, isCancelled }: RefundFacts): string {
  if (isCancelled) return 'Your order is cancelled';
  return isPartial ? 'Part of your money is on its way back' : 'Your money is on its way back';
}

/** Returns where the money came from. */
function originFor({ orderId, isOrderRefunded, isPartial, isCancelled }: RefundFacts): string {
  if (orderId === undefined) return 'This payment did not become an order.';
  if (!isOrderRefunded) {
    return `It was paid twice: your order ${orderId} is paid and stays as it is.`;
  }
  if (isCancelled) return `Your order ${orderId} is cancelled: we do not send it.`;
  return isPartial
    ? `It is part of what you paid for your order ${orderId}.`
    : `It was the payment for your order ${orderId}.`;
}
