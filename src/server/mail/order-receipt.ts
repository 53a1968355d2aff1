// To the shopper, after the payment: what was ordered, what was paid, what happens next. To an unconfirmed address,
// which may be a stranger's, it repeats nothing that the shopper wrote: no stranger learns where somebody lives, and
// nobody can send strangers a text of their own through the shop.
import { deliverySteps } from '../../shop/catalogue/delivery.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { slowestKind } from '../../shop/order.ts';
import type { OrderFacts } from './outbox.ts';
import { formatTime } from '../../shop/format.ts';
import { addressSection, dateRows, itemsSection, noteSections } from './order-emails.ts';
import type { Section, Sheet } from './sheet.ts';

export function orderReceipt(facts: OrderFacts, origin: string): Sheet {
  const { orderId, placedAt, amount, snapshot, isEmailConfirmed = false } = facts;
  const { quote, delivery } = snapshot;
  return {
    subject: `Yay! Order placed: ${orderId}`,
    preview: `${quote.productName}, ${formatRupeesExact(amount)} paid. We are starting on your gift.`,
    mark: `Order ${orderId}`,
    heading: 'Yay! Order Placed',
    lead: `Thank you${isEmailConfirmed ? `, ${delivery.customerName}` : ''}! We have received your payment and are starting on your gift.`,
    button: { label: 'Your orders', link: `${origin}/your-orders` },
    sections: [
      {
        kind: 'rows',
        title: 'At a glance',
        rows: [
          { label: 'Order ID', value: orderId },
          { label: 'Ordered on', value: formatTime(placedAt) },
          { label: 'Status', value: 'Paid' },
          ...dateRows(facts).arrival,
        ],
      },
      itemsSection('Your order', quote, amount),
      ...(isEmailConfirmed
        ? [addressSection(delivery), ...noteSections(delivery)]
        : [withheldAddress]),
      { kind: 'steps', title: 'What happens next', steps: deliverySteps(slowestKind(quote.lines)) },
    ],
  };
}

const withheldAddress: Section = {
  kind: 'address',
  title: 'Delivery address',
  lines: [
    'The one you gave with the order. You can see it under Your orders.',
    'Once you have confirmed your e-mail, our e-mails will show it too.',
  ],
};
