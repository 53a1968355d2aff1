// To the shopper: the parcel is with a courier, and where to track it. It repeats nothing that the shopper wrote, so it
// may go to an unconfirmed address.
import { deliveryEstimate } from '../../shop/catalogue/delivery.ts';
import { slowestKind } from '../../shop/order.ts';
import type { SentFacts } from './outbox.ts';
import { formatTime } from '../../shop/format.ts';
import type { Row, Sheet } from './sheet.ts';

export function orderSent(facts: SentFacts, origin: string): Sheet {
  const { orderId, sentAt, courier, trackingNumber, trackingUrl, lines } = facts;
  const { transit } = deliveryEstimate(slowestKind(lines));
  const number: readonly Row[] = trackingNumber
    ? [{ label: 'Tracking number', value: trackingNumber }]
    : [];
  return {
    subject: `Your gift is on its way: ${orderId}`,
    preview: `Sent by ${courier}. It usually arrives in ${transit}.`,
    mark: `Order ${orderId}`,
    heading: 'Your gift is on its way',
    lead: `We have handed your order to ${courier}. It usually arrives in ${transit}.`,
    button: trackingUrl
      ? { label: 'Track', link: trackingUrl }
      : { label: 'Your orders', link: `${origin}/your-orders` },
    sections: [
      {
        kind: 'rows',
        title: 'The parcel',
        rows: [
          { label: 'Order ID', value: orderId },
          { label: 'In it', value: lines.map(lineText).join(', ') },
          { label: 'Sent on', value: formatTime(sentAt) },
          { label: 'Courier', value: courier },
          ...number,
        ],
      },
      {
        kind: 'steps',
        title: 'Good to know',
        steps: [
          'It can take a day until the courier shows where the parcel is.',
          'If something is not right, reply to this e-mail and we will look into it.',
        ],
      },
    ],
  };
}

function lineText({ name, quantity }: SentFacts['lines'][number]): string {
  return quantity === 1 ? name : `${quantity} × ${name}`;
}
