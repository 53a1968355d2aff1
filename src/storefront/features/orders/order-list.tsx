// The list of past orders. Each card is a button that opens the order's summary.
import { useState } from 'react';
import type { OrderOnWire } from '../../../shop/wire.ts';
import { PictureWell } from '../../ui/picture.tsx';
import { amountOf, dateOf, idOf, newsOf, pictureOf } from './order-facts.ts';
import s from './order-list.module.css';
import { OrderSummary } from './order-summary.tsx';
import { StatusTag } from './status-tag.tsx';

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
                {newsOf(order).map(({ text }, index) => (
                  // Two refunds of a day may be equal, so the index is the key
                  // oxlint-disable-next-line react/no-array-index-key
                  <span key={index} className={s.news}>
                    {' '}
                    {text}
                  </span>
                ))}
              </span>{' '}
              <span className={s.amount}>
                {amountOf(order)} <StatusTag order={order} small />
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
