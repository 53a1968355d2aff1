// The tags of an order: 'Paid' or 'Refunded', and a partial refund.
import type { OrderOnWire } from '../../shop/payloads/orders.ts';
import { Tag } from '../ui/product/tag.tsx';
import { partRefundOf } from './order-facts.ts';

export function StatusTag({ order: { status } }: { order: OrderOnWire }) {
  return (
    <Tag tone={status === 'Paid' ? 'good' : 'lilac'} small>
      {status}
    </Tag>
  );
}

export function PartRefundTag({ order }: { order: OrderOnWire }) {
  const partRefund = partRefundOf(order);
  return (
    partRefund && (
      <Tag tone="lilac" small>
        {partRefund}
      </Tag>
    )
  );
}
