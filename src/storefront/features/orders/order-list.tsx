// The list of past orders. Each card is a button that opens the order's summary.
import { useState } from 'react';
import type { OrderOnWire } from '../../../shop/wire.ts';
import { PictureWell } from '../../ui/picture.tsx';
import { Tag } from '../../ui/tag.tsx';
import { amountOf, dateOf, idOf, pictureOf } from './order-facts.ts';
import s from './order-list.module.css';
import { OrderSummary } from './order-summary.tsx';

export function OrderList({ orders }: { orders: readonly OrderOnWire[] }) {
  // The order stays set while its dialog closes, so that nothing jumps.
  const [shown, setShown] = useState<OrderOnWire>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul className={s.orders}>
        {orders.map((order) => (
          <li key={idOf(order)}>
            <button
              type="button"
              className={s.order}
              onClick={() => {
                setShown(order);
                setOpen(true);
              }}
            >
              <OrderPicture order={order} />
              <span>
                <span className={s.name}>{order.productName}</span>{' '}
                <span className={s.date}>Ordered on {dateOf(order)}</span>
              </span>{' '}
              <span className={s.amount}>
                {amountOf(order)}{' '}
                <Tag tone="good" small>
                  {order.status}
                </Tag>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <OrderSummary order={shown} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function OrderPicture({ order }: { order: OrderOnWire }) {
  const picture = pictureOf(order);
  return (
    <PictureWell className={s.well} picture={picture} sizes="5rem" width={80} height={80} alt="" />
  );
}
