// The tag 'Paid' or 'Refunded' of an order, and what went back of it in part.
import type { OrderOnWire } from '../../../shop/wire.ts';
import { Tag } from '../../ui/tag.tsx';
import { partRefundOf } from './order-facts.ts';

export function StatusTag({ order }: { order: OrderOnWire }) {
  const partRefund = partRefundOf(order);
  return (
    <>
      <Tag tone={order.status === 'Paid' ? 'good' : 'lilac'} small>
        {order.status}
      </Tag>{' '}
      {partRefund && (
        <Tag tone="lilac" small>
          {partRefund}
        </Tag>
      )}
    </>
  );
}
