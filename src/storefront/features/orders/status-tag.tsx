// The tag 'Paid' or 'Refunded' of an order.
import type { OrderOnWire } from '../../../shop/wire.ts';
import { Tag } from '../../ui/tag.tsx';

export function StatusTag({ order, small }: { order: OrderOnWire; small?: boolean }) {
  return (
    <Tag tone={order.status === 'Paid' ? 'good' : 'lilac'} small={small}>
      {order.status}
    </Tag>
  );
}
