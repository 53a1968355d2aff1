// To the shop: a paid order to make and to send, with all that the maker and the packer need.
import { formatRupeesExact } from '../../shop/money.ts';
import type { OrderFacts } from './outbox.ts';
import { formatTime } from '../../shop/format.ts';
import { addressSection, dateRows, itemsSection, noteSections, reachRows } from './order-emails.ts';
import type { Sheet } from './sheet.ts';

export function orderNotice(facts: OrderFacts): Sheet {
  const { orderId, placedAt, amount, email, paymentId, snapshot } = facts;
  const { quote, delivery } = snapshot;
  const dates = dateRows(facts);
  return {
    subject: `New order ${orderId}: ${quote.productName}, ${formatRupeesExact(amount)}`,
    preview: `${delivery.customerName}, ${delivery.state} - ${delivery.pincode}`,
    mark: `Order ${orderId}`,
    heading: 'A new order',
    lead: `${delivery.customerName} has paid ${formatRupeesExact(amount)}. It is time to make it.`,
    button: undefined,
    sections: [
      {
        kind: 'rows',
        title: 'At a glance',
        rows: [
          { label: 'Order ID', value: orderId },
          { label: 'Ordered on', value: formatTime(placedAt) },
          ...dates.sent,
          ...dates.arrival,
          { label: 'Customer', value: delivery.customerName },
          ...reachRows(email, delivery),
          { label: 'Payment ID', value: paymentId },
        ],
      },
      itemsSection('What was ordered', quote, amount),
      addressSection(delivery),
      ...noteSections(delivery),
    ],
  };
}
